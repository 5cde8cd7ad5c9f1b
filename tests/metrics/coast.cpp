// SPDX-License-Identifier: Apache-2.0
// Row 8: how a coast fills the plane.
#include <cmath>

#include "island.hpp"
#include "outline.hpp"

namespace terrawright::metrics {
namespace {

// Land beside the sea, by one of its four sides.
bool is_coast(const std::vector<std::uint8_t>& land, int side, int x, int y) {
  const auto wet = [&](int i, int j) {
    return i >= 0 && j >= 0 && i < side && j < side && land[static_cast<std::size_t>(j * side + i)] == 0;
  };
  return !wet(x, y) && (wet(x - 1, y) || wet(x + 1, y) || wet(x, y - 1) || wet(x, y + 1));
}

}  // namespace

double box_dimension(const std::vector<std::uint8_t>& land, int side) {
  std::vector<double> size, number;
  for (int box = 2; box <= side / 16; box *= 2) {
    int count = 0;
    for (int top = 0; top < side; top += box) {
      for (int left = 0; left < side; left += box) {
        const auto holds_coast = [&] {
          for (int y = top; y < std::min(top + box, side); ++y) {
            for (int x = left; x < std::min(left + box, side); ++x) {
              if (is_coast(land, side, x, y)) return true;
            }
          }
          return false;
        };
        if (holds_coast()) ++count;
      }
    }
    size.push_back(std::log2(box));
    number.push_back(std::log2(count));
  }
  return -slope(size, number);
}

double one_cell_teeth(const std::vector<std::uint8_t>& land, int side) {
  double teeth = 0, shore = 0;
  for (int y = 1; y < side - 1; ++y) {
    for (int x = 1; x < side - 1; ++x) {
      const auto c = static_cast<std::size_t>(y * side + x), row = static_cast<std::size_t>(side);
      int others = 0;
      for (const std::size_t beside : {c - 1, c + 1, c - row, c + row}) others += land[beside] != land[c] ? 1 : 0;
      shore += others > 0 ? 1 : 0;
      teeth += others > 2 ? 1 : 0;
    }
  }
  return 1000 * teeth / shore;
}

namespace {

Line line(const char* reduction, const char* layer, int seeds, Range expected) {
  Island island;
  island.n = 8;
  island.with = std::string("reduction: ") + reduction;
  Line line{std::string("reduction ") + reduction + ", " + layer, {}, expected};
  for (int seed = 1; seed <= seeds; ++seed) {
    const auto built = island.build(static_cast<std::uint64_t>(seed));
    line.values.push_back(box_dimension(built.cells<std::uint8_t>(layer), island.side()));
  }
  return line;
}

}  // namespace

Row coast_dimension() {
  return {8,
          "coast box dimension",
          "minus the slope of log (boxes with coast) on log (side), sides 2..W/16, 257 cells",
          "nature 1.1-1.3: Mandelbrot 1967; fBm (10-3H)/7: Isichenko and Kalda 1991",
          4,
          [](const Scope& scope) {
            const int seeds = scope.of(24);
            return std::vector<Line>{line("0.5", "land.land", seeds, {}),
                                     line("0.595", "land.land", seeds, {}),
                                     line("0.63", "land.land", seeds, {1.10, 1.30}),
                                     line("0.63", "sea.land", seeds, {}),
                                     line("0.66", "land.land", seeds, {}),
                                     faulty(line("0.8", "sea.land", seeds, {1.10, 1.30}))};
          }};
}

}  // namespace terrawright::metrics
