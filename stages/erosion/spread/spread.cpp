// SPDX-License-Identifier: Apache-2.0
// erosion.spread: celerity as the mean over the cells beside a river, which is no line of cells.
#include <algorithm>
#include <vector>

#include "terrawright/processors.h"
#include "terrawright/stage.hpp"

namespace {

using namespace terrawright;

enum class Weights { none, tent, box };

// Weights of the cell, of those beside its sides and those at its corners.
struct Shares {
  float middle, side, corner;
};

// Rows begin a cell to the left. Cells that do not drain count as the middle one.
TERRAWRIGHT_FOR_EACH_PROCESSOR
void means_of_row(const float* above, const float* here, const float* below, Shares s, float* __restrict to,
                  std::int64_t count) {
  for (std::int64_t x = 0; x < count; ++x) {
    const float own = here[x + 1];
    const auto at = [own](float value) { return value > 0.0f ? value : own; };
    const float sides = (at(above[x + 1]) + at(below[x + 1])) + (at(here[x]) + at(here[x + 2]));
    const float corners = (at(above[x]) + at(below[x])) + (at(above[x + 2]) + at(below[x + 2]));
    const float mean = (s.middle * own + s.side * sides) + s.corner * corners;
    to[x] = own > 0.0f ? mean : own;
  }
}

struct Spread {
  In<Scalar> celerity;
  Out<Scalar> mean;
  Weights weights = Weights::tent;

  static void describe(Spec<Spread>& s) {
    s.stage("erosion.spread",
            "Celerity as the mean over the cells beside a river: even slopes get no comb of gullies one cell wide.");
    s.source(
        "The mean over 3 x 3 cells in float32; cells that do not drain, or lie beyond the map, count as the middle");
    s.port(&Spread::celerity, "celerity", "Speed at which rivers cut upstream, from erosion.celerity.")
        .unit("m/yr")
        .halo([](const Spread& self, std::uint32_t) { return std::int64_t{self.weights == Weights::none ? 0 : 1}; });
    s.port(&Spread::mean, "celerity", "How fast they do as the mean of the cells around; 0 at outlets.").unit("m/yr");
    s.parameter(&Spread::weights, "weights",
                "Weights of cells in the mean, along each axis. none: the cell alone. tent: 1, 2, 1, and rivers get "
                "about half of their speed. box: 1, 1, 1, and they get about a third.")
        .choices({"none", "tent", "box"});
  }

  void paint(Tile& tile) const {
    if (weights == Weights::none) {
      tile.same(mean, celerity);
      return;
    }
    const auto from = tile[celerity];
    const auto to = tile[mean];
    const Shares shares =
        weights == Weights::tent ? Shares{0.25f, 0.125f, 0.0625f} : Shares{1.0f / 9.0f, 1.0f / 9.0f, 1.0f / 9.0f};
    const auto n = static_cast<std::size_t>(tile.width());
    std::vector<float> lines[3] = {std::vector<float>(n + 2), std::vector<float>(n + 2), std::vector<float>(n + 2)};
    const auto line = [&](std::int64_t y) -> float* { return lines[(y + 3) % 3].data(); };
    const Rect& seen = from.area();  // beyond it nothing drains
    const auto read = [&](std::int64_t y) {
      std::fill_n(line(y), n + 2, 0.0f);
      if (y < seen.y || y >= seen.y + seen.height) return;
      const std::int64_t begin = std::max(tile.left() - 1, seen.x);
      const std::int64_t end = std::min(tile.right() + 1, seen.x + seen.width);
      std::copy_n(from.row(y, begin), end - begin, line(y) + (begin - tile.left() + 1));
    };
    read(tile.top() - 1);
    read(tile.top());
    tile.each_row([&](std::int64_t y) {
      read(y + 1);
      means_of_row(line(y - 1), line(y), line(y + 1), shares, to.row(y, tile.left()), tile.width());
    });
  }
};

}  // namespace

TERRAWRIGHT_STAGE(erosion, spread, Spread)
