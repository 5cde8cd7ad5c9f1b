// SPDX-License-Identifier: Apache-2.0
// erosion.celerity: how fast rivers cut their way upstream.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "erosion/whole_numbers.hpp"
#include "terrawright/processors.h"
#include "terrawright/stage.hpp"
#include "water/upstream.hpp"

namespace {

using namespace terrawright;
using namespace terrawright::erosion;
using namespace terrawright::water;

TERRAWRIGHT_FOR_EACH_PROCESSOR
void ones_of_row(const Receiver* to, std::int64_t* __restrict own, std::int64_t count) {
  for (std::int64_t x = 0; x < count; ++x) own[x] = to[x] != no_receiver ? 1 : 0;
}
TERRAWRIGHT_FOR_EACH_PROCESSOR
void weights_of_row(const float* rain, const Receiver* to, double weight, std::int64_t* __restrict own,
                    std::int64_t count) {
  for (std::int64_t x = 0; x < count; ++x)
    own[x] = to[x] != no_receiver ? rounded(static_cast<double>(rain[x]) * weight) : 0;
}

// A number of 0 to 2^63 - 1, rounded once, in loops that no instruction for it would stop.
inline double real_of(std::int64_t number) {
  constexpr std::uint64_t two_to_52_as_bits = 0x4330000000000000, two_to_84_as_bits = 0x4530000000000000;
  constexpr double both = 19342813118337666422669312.0;  // 2^84 + 2^52
  const auto whole = static_cast<std::uint64_t>(number);
  const std::uint64_t low = (whole & 0xffffffffu) | two_to_52_as_bits, high = (whole >> 32) | two_to_84_as_bits;
  double low_part, high_part;
  std::memcpy(&low_part, &low, sizeof low);
  std::memcpy(&high_part, &high, sizeof high);
  return (high_part - both) + low_part;
}

// The area in m2 that drains to each cell: `sum` of what drains through, each of it `area_of_one` m2.
TERRAWRIGHT_FOR_EACH_PROCESSOR
void area_of_row(const std::int64_t* sum, double area_of_one, float* __restrict area, std::int64_t count) {
  for (std::int64_t x = 0; x < count; ++x) area[x] = static_cast<float>(real_of(sum[x]) * area_of_one);
}

// K sqrt(area) where cells drain, else 0. `sum`: what drains through, each of it `area_of_one` m2.
TERRAWRIGHT_FOR_EACH_PROCESSOR
void celerity_of_row(const std::int64_t* sum, const Receiver* to, double area_of_one, double least_area,
                     float erodibility, float* __restrict celerity, std::int64_t count) {
  for (std::int64_t x = 0; x < count; ++x) {
    const double drained = real_of(sum[x]) * area_of_one;
    const double area = drained < least_area ? least_area : drained;
    const float speed = erodibility * std::sqrt(static_cast<float>(area));
    celerity[x] = to[x] != no_receiver ? speed : 0.0f;
  }
}

// False where a cell drains whose factor is no number of 0 or more.
TERRAWRIGHT_FOR_EACH_PROCESSOR
bool soften_row(const float* factor, const Receiver* to, float* __restrict celerity, std::int64_t count) {
  std::uint32_t bad = 0;
  for (std::int64_t x = 0; x < count; ++x) {
    const bool drains = to[x] != no_receiver;
    const float softer = celerity[x] * factor[x];
    bad |= static_cast<std::uint32_t>(drains & !(factor[x] >= 0.0f && factor[x] - factor[x] == 0.0f));
    celerity[x] = drains ? softer : celerity[x];
  }
  return bad == 0;
}

struct Celerity {
  In<Class> receivers;
  In<Scalar> rain;
  In<Number> mean_rain;
  In<Field> hardnesses;
  Out<Scalar> celerity, area;
  double hardness = 1, erodibility = 1e-5, channel_area = 0.3e6;

  double cell_area = 0;
  bool has_rain = false;

  static void describe(Spec<Celerity>& s) {
    s.stage("erosion.celerity",
            "Speed at which rivers cut upstream: erodibility times the square root of the drainage area.");
    s.source(
        "Whipple & Tucker 1999: K hardness sqrt(max(A, channel_area)), A from exact sums as of water.accumulation: of "
        "cells, or of rain in parts of its mean; then float32");
    s.reads_cell();
    s.port(&Celerity::receivers, "receivers", "Receivers of the cells, from erosion.route.")
        .halo(&Celerity::seen_around);
    s.port(&Celerity::rain, "rain",
           "Annual rain: wetter land feeds its rivers more; without it, all land feeds them alike.")
        .unit("mm/yr")
        .optional();
    s.port(&Celerity::mean_rain, "mean_rain", "Mean of the rain on land, from erosion.mean_rain. Goes with `rain`.")
        .unit("mm/yr")
        .optional();
    s.port(
         &Celerity::hardnesses, "hardness",
         "Factor on the erodibility at each cell: 0.5 is rock that rivers cut half as fast, 2 is soft ground. A noise "
         "around 1 keeps streams on even slopes from running side by side.")
        .unit("1")
        .optional();
    s.port(&Celerity::celerity, "celerity", "How far upstream a step in a river's bed moves in a year; 0 at outlets.")
        .unit("m/yr");
    s.port(&Celerity::area, "area",
           "Area that drains to each cell, its own included; with rain, in parts of its mean. Outlets have what "
           "enters them.")
        .unit("m2")
        .by_name();
    s.parameter(&Celerity::hardness, "hardness", "Factor on the erodibility, everywhere alike.").range(0, 1000);
    s.parameter(&Celerity::erodibility, "erodibility",
                "Erodibility K of the stream power law: a river cuts down at K times its slope times the square root "
                "of its drainage area in m2.")
        .unit("1/yr")
        .range(0, 1);
    s.parameter(&Celerity::channel_area, "channel_area",
                "Drainage area at which rivers begin. Least drainage area for erosion: smaller ones count as this, so "
                "that hillsides do not get steeper with smaller cells. 1 km2 where worlds of several cell sizes are to "
                "agree; 0: every cell is a river.")
        .unit("m2")
        .range(0, 1e12);
  }

  void arrange(Arrangement& a) {
    check_receivers(a, receivers);
    has_rain = a.connected(rain);
    if (has_rain && !a.connected(mean_rain))
      throw Failure("rain",
                    "what is much rain, and what is little? Connect `mean_rain` to a node of erosion.mean_rain");
    cell_area = a.cell() * a.cell();
    a.needs_memory(static_cast<std::uint64_t>(a.width() * a.height()) / 8 + (1 << 20));
  }

  static std::int64_t seen_around(const Celerity&, std::uint32_t phase) {
    return phase == TERRAWRIGHT_PHASE_SURVEY ? 1 : 0;
  }

  // Contributions of the cells themselves, row by row, for Upstream.
  auto own(const Running& running, const View<const Receiver>& to, const View<const float>& fallen) const {
    const double weight = has_rain ? one_cell / running[mean_rain] : 0.0;
    return [to, fallen, weight](std::int64_t y, std::int64_t x, std::int64_t n, std::int64_t* row) {
      if (fallen) return weights_of_row(fallen.row(y, x), to.row(y, x), weight, row, n);
      ones_of_row(to.row(y, x), row, n);
    };
  }

  Blob survey(const Tile& tile) const {
    tile.poll();
    return Upstream<Sum>::note(tile[receivers], tile.area(), own(tile, tile[receivers], tile[rain]));
  }

  Next<Nothing> resolve(Resolving& resolving, const Notes<Blob>& notes) const {
    return Upstream<Sum>::resolve(resolving, notes);
  }

  void paint(Tile& tile) const {
    const auto from = tile[receivers];
    const auto to = tile[celerity], areas = tile[area];
    const auto hard = tile[hardnesses];
    const FlowTile flow(from, tile.area(), tile.width() + 16);
    Scratch<std::int64_t> sums;
    sums.resize(flow.size());
    Upstream<Sum>::all(flow, tile.own<Blob>(), own(tile, from, tile[rain]), sums.data());
    const double area_of_one = has_rain ? cell_area / one_cell : cell_area;
    const auto k = static_cast<float>(erodibility * hardness);
    tile.each_row([&](std::int64_t y) {
      if (areas) area_of_row(&sums[flow.place(tile.left(), y)], area_of_one, areas.row(y, tile.left()), tile.width());
      if (!to) return;
      float* const row = to.row(y, tile.left());
      const Receiver* const drains = from.row(y, tile.left());
      if (!flow.flows(y)) {
        std::fill_n(row, tile.width(), 0.0f);
        return;
      }
      celerity_of_row(&sums[flow.place(tile.left(), y)], drains, area_of_one, channel_area, k, row, tile.width());
      if (hard && !soften_row(hard.row(y, tile.left()), drains, row, tile.width())) refuse_hardness(tile, y);
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

TERRAWRIGHT_STAGE(erosion, celerity, Celerity)
