// SPDX-License-Identifier: Apache-2.0
// Row 30: how much of the shipped lands is high, and how much of them is lake.
#include <algorithm>
#include <cmath>

#include "shipped_world.hpp"

namespace terrawright::metrics {
namespace {

struct Relief {
  double highest;   // m
  double integral;  // mean over highest height of the land
  double lakes;     // share of the land
};

// If `lakes` names a mask of lakes.
Relief relief_of(const test::Shipped& world, std::uint64_t seed, const std::string& lakes) {
  const auto built =
      layers(world, seed, "l: land.land, h: " + heights_of(world) + (lakes.empty() ? "" : ", w: " + lakes));
  const auto height = built.cells<float>(world.heights());
  const auto land = built.cells<std::uint8_t>("land.land");
  const auto lake = lakes.empty() ? std::vector<std::uint8_t>(land.size(), 0) : built.cells<std::uint8_t>(lakes);
  double sum = 0, highest = 0, cells = 0, wet = 0;
  for (std::size_t c = 0; c < land.size(); ++c) {
    if (!land[c]) continue;
    const auto above = static_cast<double>(height[c]);
    sum += above, highest = std::max(highest, above), ++cells, wet += lake[c] ? 1 : 0;
  }
  return {highest, sum / cells / highest, wet / cells};
}

}  // namespace

Row relief_of_lands() {
  return {30,
          "relief and lakes of the shipped lands",
          "mean height over the highest, on land; lakes / land",
          "mean over highest: Cuba 0.055 (108, 1974 m), Iceland 0.264 (557, 2110 m), Taiwan 0.291 (1150, 3952 m), CIA "
          "World Factbook; lakes: 1 to 3 of 0.56 km2 and more on 1000 km2, Messager 2016, by Pareto's law",
          0,
          [](const Scope& scope) {
            std::vector<Line> lines;
            const int seeds = scope.of(24);
            for (const char* name : {"realistic", "island", "long_island", "two_massifs", "fjords", "volcano"}) {
              const bool has_lakes = std::string(name) == "realistic" || std::string(name) == "island";
              std::vector<double> highest;
              Line integral{std::string(name) + ", mean / highest", {}, {0.055, 0.291}};
              Line lakes{std::string(name) + ", lakes", {}, {0.003, 0.010}};
              for (int seed = 1; seed <= seeds; ++seed) {
                const Relief relief = relief_of({name}, static_cast<std::uint64_t>(seed), has_lakes ? "lakes" : "");
                highest.push_back(relief.highest);
                integral.values.push_back(relief.integral);
                lakes.values.push_back(relief.lakes);
              }
              lines.push_back(integral);
              if (std::string(name) == "realistic") {
                // Its knob `peak` is 2400 m.
                lines.push_back({"realistic, median summit / peak", {quantile(highest, 0.5) / 2400}, around(1, 0.05)});
              }
              if (has_lakes) lines.push_back(lakes);
            }
            Line dry{"realistic, before, lakes", {}, {0.003, 0.010}};
            Line plateau{"island, cube roots of its heights, mean / highest", {}, {0.055, 0.291}};
            for (int seed = 1; seed <= std::min(seeds, 6); ++seed) {
              const auto number = static_cast<std::uint64_t>(seed);
              dry.values.push_back(relief_of(before("realistic"), number, "lakes").lakes);
              const test::Shipped world{"island"};
              const auto built = layers(world, number, "l: land.land, h: " + heights_of(world));
              double sum = 0, cells = 0, highest = 0;
              const auto height = built.cells<float>(world.heights());
              const auto land = built.cells<std::uint8_t>("land.land");
              for (std::size_t c = 0; c < land.size(); ++c) {
                if (!land[c]) continue;
                const double root = std::cbrt(static_cast<double>(height[c]));
                sum += root, highest = std::max(highest, root), ++cells;
              }
              plateau.values.push_back(sum / cells / highest);
            }
            lines.push_back(faulty(dry));
            lines.push_back(faulty(plateau));
            return lines;
          }};
}

}  // namespace terrawright::metrics
