// SPDX-License-Identifier: Apache-2.0
// Row 26: the sea floor of the shipped island, beside that of the island before it had one.
#include <algorithm>
#include <array>
#include <cmath>

#include "island.hpp"
#include "shipped_world.hpp"
#include "stages/sea/flooding.hpp"

namespace terrawright::metrics {
namespace {

constexpr int sea_side = 1025;
constexpr double sea_cell = 250;

// Measure of a world, the expected mean of many, and its value where the sea is a wall.
struct Measure {
  const char* name;
  Range expected, before;
};
constexpr double far = std::numeric_limits<double>::infinity();
const std::array<Measure, 10> measures = {{{"median depth 1 km off, m", {5, 20}, {500, far}},
                                           {"median depth 5 km off, m", {26, 115}, {1000, far}},
                                           {"median depth 20 km off, m", {500, 1250}, {2000, far}},
                                           {"median depth 50 km off, m", {2600, 3450}, {3900, far}},
                                           {"sea slope 1 to 50 km off, median, deg", {3, 5}, {0, 0.5}},
                                           {"sea slope 1 to 50 km off, 95th percentile, deg", {8, 15}, {30, 90}},
                                           {"sea shallower than 200 m, %", {15, 35}, {0, 8}},
                                           {"sea within 1 % of the greatest depth, %", {0, 2}, {40, 100}},
                                           {"patches shallower than 100 m, off the shelf", {0, 20}, {300, far}},
                                           {"their area, % of the land", {0, 0.2}, {1, 100}}}};
using Values = std::array<double, measures.size()>;

// The heights of a world's land and sea, and the distances from the coast.
test::Built floor_of(test::Shipped world, const std::string& heights, std::uint64_t seed) {
  const std::string stages = "\nstages:\n";
  world.yaml.insert(world.yaml.find(stages) + stages.size(),
                    "  measured: {use: shape.distance@1, in: {mask: land.land}}\n");
  return layers(world, seed, "height: " + heights + ", land: land.land, distance: measured");
}

double share_of(std::vector<double>& values, double share) {
  if (values.empty()) return std::numeric_limits<double>::quiet_NaN();
  const auto at = values.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), at, values.end());
  return *at;
}

// Patches of shallow water that no land is beside, and their cells.
std::array<double, 2> banks(const std::vector<float>& height, const std::vector<std::uint8_t>& land) {
  std::vector<std::uint8_t> shallow;
  for (std::size_t c = 0; c < height.size(); ++c) shallow.push_back(land[c] != 0 || height[c] > -100.0f ? 1 : 0);
  std::array<double, 2> found{};
  for (const auto& patch : test::components_of(shallow, sea_side, sea_side, 1, true)) {
    if (std::any_of(patch.begin(), patch.end(), [&](std::size_t c) { return land[c] != 0; })) continue;
    found[0] += 1;
    found[1] += static_cast<double>(patch.size());
  }
  return found;
}

Values measured(const test::Built& world, const std::string& heights) {
  const auto height = world.cells<float>(heights), distance = world.cells<float>("measured");
  const auto land = world.cells<std::uint8_t>("land.land");
  const float deepest = *std::min_element(height.begin(), height.end());
  std::array<std::vector<double>, 4> depths;
  std::vector<double> slopes;
  double sea = 0, shallow = 0, bottom = 0, dry = 0;
  for (int y = 0; y < sea_side; ++y) {
    for (int x = 0; x < sea_side; ++x) {
      const auto c = static_cast<std::size_t>(y * sea_side + x);
      if (land[c]) {
        ++dry;
        continue;
      }
      const double off = -static_cast<double>(distance[c]), depth = -static_cast<double>(height[c]);
      ++sea;
      shallow += depth < 200 ? 1 : 0;
      bottom += height[c] < 0.99f * deepest ? 1 : 0;
      constexpr double lines[] = {1e3, 5e3, 20e3, 50e3};
      for (std::size_t i = 0; i < depths.size(); ++i) {
        if (std::abs(off - lines[i]) < sea_cell) depths[i].push_back(depth);
      }
      if (off < 1e3 || off > 50e3 || x == 0 || y == 0 || x + 1 == sea_side || y + 1 == sea_side) continue;
      const auto across = static_cast<double>(height[c + 1] - height[c - 1]);
      const auto down = static_cast<double>(height[c + sea_side] - height[c - sea_side]);
      slopes.push_back(std::atan(std::hypot(across, down) / (2 * sea_cell)) * 180 / 3.14159265358979);
    }
  }
  const auto [patches, area] = banks(height, land);
  return {share_of(depths[0], 0.5), share_of(depths[1], 0.5), share_of(depths[2], 0.5),
          share_of(depths[3], 0.5), share_of(slopes, 0.5),    share_of(slopes, 0.95),
          100 * shallow / sea,      100 * bottom / sea,       patches,
          100 * area / dry};
}

}  // namespace

Row sea_floor() {
  return {26,
          "Sea floor of the shipped island",
          "configs/island.yaml beside tests/worlds/earlier/island.yaml, which had none; distances from the land, "
          "slopes over two "
          "cells",
          "Encyclopaedia Britannica: shelf break 133 m on average, continental slopes 4 degrees, their feet at 4000 m; "
          "volcanic flanks 10 to 15 degrees; shelves of islands about 8 km wide",
          2,
          [](const Scope& scope) {
            std::vector<Line> now, then;
            for (const Measure& m : measures) {
              now.push_back({m.name, {}, m.expected});
              then.push_back({std::string("none: ") + m.name, {}, m.before});
            }
            const int seeds = scope.of(24);
            for (int seed = 1; seed <= seeds; ++seed) {
              const auto number = static_cast<std::uint64_t>(seed);
              const Values values = measured(floor_of({"island"}, "floor", number), "floor");
              for (std::size_t i = 0; i < values.size(); ++i) now[i].values.push_back(values[i]);
              if (seed > std::max(seeds / 4, 1)) continue;
              const Values old = measured(floor_of(before("island"), "metres", number), "metres");
              for (std::size_t i = 0; i < old.size(); ++i) then[i].values.push_back(old[i]);
            }
            now.insert(now.end(), then.begin(), then.end());
            return now;
          }};
}

}  // namespace terrawright::metrics
