// SPDX-License-Identifier: Apache-2.0
// Row 31: whether the range that a shipped world declares for its 16-bit heights holds every cell.
#include <algorithm>

#include "shipped_world.hpp"

namespace terrawright::metrics {
namespace {

double clipped(const test::Shipped& world, std::uint64_t seed, float lowest, float highest) {
  const auto built = layers(world, seed, "h: " + heights_of(world));
  const auto height = built.cells<float>(world.heights());
  return static_cast<double>(
      std::count_if(height.begin(), height.end(), [&](float h) { return h < lowest || h > highest; }));
}

}  // namespace

Row clipped_cells() {
  return {
      31,
      "cells of the shipped worlds that their 16-bit heights clip",
      "cells below or above the declared range",
      "a file that clips says that a summit is a plain",
      0,
      [](const Scope& scope) {
        std::vector<Line> lines;
        const int seeds = scope.of(24);
        for (const char* name : {"island", "realistic", "continent", "archipelago", "atoll", "long_island",
                                 "two_massifs", "fjords", "volcano"}) {
          const test::Shipped world{name};
          Line line{name, {}, exactly(0), true};
          for (int seed = 1; seed <= seeds; ++seed) {
            line.values.push_back(clipped(world, static_cast<std::uint64_t>(seed), world.lowest(), world.highest()));
          }
          lines.push_back(line);
        }
        const test::Shipped world{"island"};
        lines.push_back(faulty(
            {"island, half its range", {clipped(world, 1, world.lowest() / 2, world.highest() / 2)}, exactly(0)}));
        return lines;
      }};
}

}  // namespace terrawright::metrics
