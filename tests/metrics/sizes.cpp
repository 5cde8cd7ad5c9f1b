// SPDX-License-Identifier: Apache-2.0
// Row 29: a seed is one land at every size and resolution.
#include <algorithm>
#include <utility>

#include "shipped_world.hpp"

namespace terrawright::metrics {
namespace {

struct Land {
  std::int64_t width, height;
  std::vector<std::uint8_t> cells;
};

// So many cells on the ground of the shipped world.
Land land_of(const test::Shipped& world, const std::string& node, std::uint64_t seed, int width, int height,
             const std::vector<std::string>& set = {}) {
  std::vector<std::string> with = set;
  with.push_back("world.size=[" + std::to_string(width) + "," + std::to_string(height) + "]");
  const auto built = layers(world, seed, "l: " + node + ".land", std::max(width, height), with);
  return {width, height, built.cells<std::uint8_t>(node == "outline" ? "outline/land.land" : "land.land")};
}

// Land of both over land of either, where cells are matched at equal shares of the sides.
double agreement(const Land& one, const Land& other) {
  double both = 0, either = 0;
  const auto nearest = [](std::int64_t p, std::int64_t side, std::int64_t of) {
    return (2 * p * (of - 1) + (side - 1)) / (2 * (side - 1));
  };
  for (std::int64_t y = 0; y < one.height; ++y) {
    for (std::int64_t x = 0; x < one.width; ++x) {
      const auto there = nearest(y, one.height, other.height) * other.width + nearest(x, one.width, other.width);
      const bool a = one.cells[static_cast<std::size_t>(y * one.width + x)] != 0;
      const bool b = other.cells[static_cast<std::size_t>(there)] != 0;
      both += a && b ? 1 : 0;
      either += a || b ? 1 : 0;
    }
  }
  return both / either;
}

}  // namespace

Row sizes() {
  return {
      29,
      "land that sizes and resolutions share",
      "land of both over land of either, against 1025 x 1025 cells, at equal shares of the sides",
      "a seed is one land; the limits: what the coarsest of them leaves open",
      0,
      [](const Scope& scope) {
        std::vector<Line> lines;
        const int seeds = scope.of(20);
        struct Measured {
          const char *name, *node;
          double least, median;
        };
        // The sea drowns realistic's outline after erosion by 10 m, and a flat shore moves with its cells.
        for (const Measured& m : {Measured{"realistic", "outline", 0.9, 0.97},
                                  Measured{"realistic", "land", 0.88, 0.95}, Measured{"island", "land", 0.93, 0.97}}) {
          const test::Shipped world{m.name};
          const std::string called = std::string(m.name) + "'s " + m.node;
          std::vector<Line> of_sizes;
          Line all{called + ", median of all", {}, {m.median}};
          const std::vector<std::pair<int, int>> sizes = {{500, 500},   {513, 513},   {514, 514},   {700, 700},
                                                          {800, 800},   {1000, 1000}, {1024, 1024}, {1026, 1026},
                                                          {1100, 1100}, {1000, 700},  {1920, 1080}};
          for (const auto& [width, height] : sizes) {
            of_sizes.push_back({called + ", " + std::to_string(width) + " x " + std::to_string(height),
                                {},
                                {m.least},
                                std::string(m.node) == "outline"});
          }
          for (int seed = 1; seed <= seeds; ++seed) {
            const auto number = static_cast<std::uint64_t>(seed);
            const Land usual = land_of(world, m.node, number, shipped_side, shipped_side);
            for (std::size_t i = 0; i < sizes.size(); ++i) {
              const double share = agreement(land_of(world, m.node, number, sizes[i].first, sizes[i].second), usual);
              of_sizes[i].values.push_back(share);
              all.values.push_back(share);
            }
          }
          all.values = {quantile(all.values, 0.5)};
          lines.insert(lines.end(), of_sizes.begin(), of_sizes.end());
          lines.push_back(all);
        }
        // As it was: one cell more, and another island.
        Line cropped{"island, fit: crop, 1026 x 1026", {}, {0.93}};
        for (int seed = 1; seed <= std::min(seeds, 4); ++seed) {
          const auto number = static_cast<std::uint64_t>(seed);
          cropped.values.push_back(
              agreement(land_of({"island"}, "land", number, 1026, 1026, {"stages.terrain.with.fit=crop"}),
                        land_of({"island"}, "land", number, shipped_side, shipped_side)));
        }
        lines.push_back(faulty(cropped));
        return lines;
      }};
}

}  // namespace terrawright::metrics
