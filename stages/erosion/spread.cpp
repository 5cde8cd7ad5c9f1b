// SPDX-License-Identifier: Apache-2.0
// erosion.spread: how fast rivers cut their way upstream, when they are wider than a line.
#include <cmath>
#include <vector>

#include "terrawright/processors.h"
#include "terrawright/stage.hpp"
#include "water/directions.hpp"

namespace {

using namespace terrawright;
using namespace terrawright::water;

enum class Weights { none, tent, box };

// The mean of three values, of which the middle one counts `middle` times.
struct Means {
  float side, middle;
};

TERRAWRIGHT_FOR_EACH_PROCESSOR
void roots_of_row(const float* area, float* __restrict root, std::int64_t count) {
  for (std::int64_t x = 0; x < count; ++x) root[x] = std::sqrt(area[x]);
}
// Along the row: `root` begins a cell before it.
TERRAWRIGHT_FOR_EACH_PROCESSOR
void means_of_row(const float* root, Means m, float* __restrict mean, std::int64_t count) {
  for (std::int64_t x = 0; x < count; ++x)
    mean[x] = (m.side * root[x] + m.middle * root[x + 1]) + m.side * root[x + 2];
}
TERRAWRIGHT_FOR_EACH_PROCESSOR
void means_of_column(const float* above, const float* here, const float* below, Means m, float* __restrict mean,
                     std::int64_t count) {
  for (std::int64_t x = 0; x < count; ++x) mean[x] = (m.side * above[x] + m.middle * here[x]) + m.side * below[x];
}
// K root where cells drain, else 0. False where a cell drains whose hardness is no number of 0 or more.
TERRAWRIGHT_FOR_EACH_PROCESSOR
bool celerity_of_row(const Receiver* to, const float* root, const float* hardness, float least, float erodibility,
                     float* __restrict celerity, std::int64_t count) {
  std::uint32_t bad = 0;
  for (std::int64_t x = 0; x < count; ++x) {
    const bool drains = to[x] != no_receiver;
    const float factor = hardness != nullptr ? hardness[x] : 1.0f;
    const float fast = erodibility * (root[x] < least ? least : root[x]) * factor;
    bad |= static_cast<std::uint32_t>(drains & !(factor >= 0.0f && factor - factor == 0.0f));
    celerity[x] = drains ? fast : 0.0f;
  }
  return bad == 0;
}

struct Spread {
  In<Scalar> area;
  In<Class> receivers;
  In<Field> hardnesses;
  Out<Scalar> celerity;
  Weights weights = Weights::tent;
  double hardness = 1, erodibility = 1e-5, channel_area = 0.3e6;

  std::int64_t width = 0, rows = 0;

  static void describe(Spec<Spread>& s) {
    s.stage("erosion.spread",
            "How fast rivers cut their way upstream, as the mean over the cells beside them: a river is no line of "
            "cells, and even slopes get no comb of gullies one cell wide.");
    s.source(
        "Whipple & Tucker 1999: K hardness max(mean of sqrt(A), sqrt(channel_area)), the mean over 3 x 3 cells: of each "
        "row, then of the rows; a cell of the map's edge counts as its own neighbour. float32");
    s.port(&Spread::area, "area", "Area that drains to each cell, from erosion.celerity.").unit("m2").halo(1);
    s.port(&Spread::receivers, "receivers", "Where each cell drains to, from erosion.route.");
    s.port(&Spread::hardnesses, "hardness",
           "Factor on the erodibility at each cell: 0.5 is rock that rivers cut half as fast, 2 is soft ground.")
        .unit("1")
        .optional();
    s.port(&Spread::celerity, "celerity", "How far upstream a step in a river's bed moves in a year; 0 at outlets.")
        .unit("m/yr");
    s.parameter(&Spread::weights, "weights",
                "How cells count in the mean, along each axis. none: the cell alone, as erosion.celerity has it. tent: "
                "1, 2, 1, and rivers get about half of their speed. box: 1, 1, 1, and they get about a third.")
        .choices({"none", "tent", "box"});
    s.parameter(&Spread::hardness, "hardness", "Factor on the erodibility, everywhere alike.").range(0, 1000);
    s.parameter(&Spread::erodibility, "erodibility",
                "Erodibility K of the stream power law: a river cuts down at K times its slope times the square root "
                "of its drainage area in m2.")
        .unit("1/yr")
        .range(0, 1);
    s.parameter(&Spread::channel_area, "channel_area",
                "Drainage area at which rivers begin. What drains less erodes as if it drained this.")
        .unit("m2")
        .range(0, 1e12);
  }

  void arrange(Arrangement& a) {
    check_receivers(a, receivers);
    width = a.width();
    rows = a.height();
  }

  // Roots of the areas of row y, a cell more on both sides; beyond the map those of its edge.
  void roots(const View<const float>& areas, const Tile& tile, std::int64_t y, float* to) const {
    const std::int64_t begin = std::max<std::int64_t>(tile.left() - 1, 0);
    const std::int64_t end = std::min<std::int64_t>(tile.right() + 1, width);
    float* const first = to + (begin - tile.left() + 1);
    roots_of_row(areas.row(y, begin), first, end - begin);
    if (begin == tile.left()) to[0] = to[1];
    if (end == tile.right()) to[tile.width() + 1] = to[tile.width()];
  }

  void paint(Tile& tile) const {
    const auto areas = tile[area];
    const auto hard = tile[hardnesses];
    const auto drains = tile[receivers];
    const auto to = tile[celerity];
    const Means m = weights == Weights::none   ? Means{0.0f, 1.0f}
                    : weights == Weights::tent ? Means{0.25f, 0.5f}
                                               : Means{1.0f / 3.0f, 1.0f / 3.0f};
    const auto n = static_cast<std::size_t>(tile.width());
    std::vector<float> root(n + 2), mean(n);
    std::vector<float> along[3] = {std::vector<float>(n), std::vector<float>(n), std::vector<float>(n)};
    const auto add = [&](std::int64_t y) {
      roots(areas, tile, std::clamp<std::int64_t>(y, 0, rows - 1), root.data());
      means_of_row(root.data(), m, along[(y + 3) % 3].data(), tile.width());
    };
    add(tile.top() - 1);
    add(tile.top());
    const auto least = static_cast<float>(std::sqrt(channel_area)), k = static_cast<float>(erodibility * hardness);
    tile.each_row([&](std::int64_t y) {
      add(y + 1);
      means_of_column(along[(y + 2) % 3].data(), along[y % 3].data(), along[(y + 1) % 3].data(), m, mean.data(),
                      tile.width());
      const float* const own = hard ? hard.row(y, tile.left()) : nullptr;
      if (!celerity_of_row(drains.row(y, tile.left()), mean.data(), own, least, k, to.row(y, tile.left()),
                           tile.width()))
        refuse_hardness(tile, y);
    });
  }

  [[noreturn]] void refuse_hardness(const Tile& tile, std::int64_t y) const {
    std::int64_t x = tile.left();
    while (tile[receivers](x, y) == no_receiver ||
           (std::isfinite(tile[hardnesses](x, y)) && tile[hardnesses](x, y) >= 0.0f))
      ++x;
    throw Failure("hardness", "the hardness is not a finite number of 0 or more", x, y);
  }
};

}  // namespace

TERRAWRIGHT_STAGE(erosion, spread, Spread)
