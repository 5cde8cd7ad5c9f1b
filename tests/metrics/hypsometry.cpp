// SPDX-License-Identifier: Apache-2.0
// Row 9: how much of the land is high.
#include "island.hpp"

namespace terrawright::metrics {
namespace {

// (mean - Q) / (max - Q) of the land, after shape.remap with this slope at the shore.
Line line(const char* slope_at_shore, int seeds, Range expected) {
  Island island;
  island.n = 8;
  island.further = std::string("  slopes: {use: shape.remap@1, in: {height: land, level: sea.level}, with: {slope: ") +
                   slope_at_shore + "}}\n";
  island.layers = ", r: slopes";
  Line line{std::string("slope at the shore ") + slope_at_shore, {}, expected};
  for (int seed = 1; seed <= seeds; ++seed) {
    const auto built = island.build(static_cast<std::uint64_t>(seed));
    const double level = built.number("sea.level");
    double sum = 0, highest = level, cells = 0;
    for (const float height : built.cells<float>("slopes")) {
      const auto above = static_cast<double>(height);
      if (above <= level) continue;
      sum += above - level;
      highest = std::max(highest, above);
      ++cells;
    }
    line.values.push_back(sum / cells / (highest - level));
  }
  return line;
}

}  // namespace

Row hypsometric_integral() {
  return {9,
          "hypsometric integral",
          "(mean - Q) / (max - Q) on land, 257 cells, one island",
          "ours, of noise that no river has seen; row 30 measures the shipped worlds against nature",
          4,
          [](const Scope& scope) {
            const int seeds = scope.of(24);
            return std::vector<Line>{change_detector(line("1", seeds, around(0.318, 0.04))),
                                     change_detector(line("0.7", seeds, around(0.245, 0.035))),
                                     change_detector(line("0.4", seeds, around(0.172, 0.03))),
                                     faulty(line("0.4", seeds, around(0.318, 0.04)))};
          }};
}

}  // namespace terrawright::metrics
