// SPDX-License-Identifier: Apache-2.0
// Creep of hillslopes: no volume is lost, no direction is favoured, and the shapes that theory knows.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "eroding.hpp"
#include "stages/water/terrains.hpp"
#include "support/catch.hpp"

using namespace terrawright;
using test::Land;

namespace {

std::vector<float> crept(const Land& land, const std::string& with, std::int64_t tile = 0,
                         const std::string& cell = "10 m", int nodes = 1) {
  std::string world = "terrawright: 1\nname: t\nworld: {size: [" + std::to_string(land.width) + ", " +
                      std::to_string(land.height) + "], cell: " + cell +
                      ", seed: 42}\nstages:\n"
                      "  c0: {use: test.given@1, with: {name: z}}\n"
                      "  ocean: {use: test.given_mask@1, with: {name: ocean}}\n"
                      "  rain: {use: test.given_scalar@1, with: {name: rain}}\n"
                      "  up: {use: test.given_scalar@1, with: {name: up}}\n"
                      "  hard: {use: test.given_weight@1, with: {name: hard}}\n";
  for (int n = 1; n <= nodes; ++n)
    world += "  c" + std::to_string(n) + ": {use: erosion.creep@1, in: {height: c" + std::to_string(n - 1) +
             ", ocean: ocean}, with: {" + with + "}}\n";
  const std::string last = "c" + std::to_string(nodes);
  return test::build(world + "outputs: [{layers: {c: " + last + ", o: ocean, r: rain, u: up, h: hard}}]\n",
                     test::eroding_options(land, tile))
      .cells<float>(last);
}

// Land without a sea; the border keeps its heights.
Land land_of(int width, int height, float z) {
  const auto cells = static_cast<std::size_t>(width * height);
  return {width, height, std::vector<float>(cells, z), std::vector<float>(cells, 0), std::vector<float>(cells, 1)};
}

std::int64_t volume(const std::vector<float>& z) {
  std::int64_t sum = 0;
  for (const float height : z) sum += static_cast<std::int64_t>(static_cast<double>(height) * 1024);
  return sum;
}

}  // namespace

TEST_CASE("no volume is lost by creep, and a spike spreads alike in all directions", "[erosion.creep]") {
  for (const std::string talus : {"0", "0.7"}) {
    Land land = land_of(101, 101, 0);
    land.z[land.at(50, 50)] = 1000;
    // At most 46 rounds, which do not come to the border.
    const std::string with = "diffusivity: 0.2 m2/yr, time: 1000 yr, talus: " + talus;
    const auto after = crept(land, with);
    CHECK(volume(after) == 1000 * 1024);
    for (int k = 0; k <= 50; ++k) {
      for (int j = 0; j <= k; ++j) {
        const float one = after[land.at(50 + k, 50 + j)];
        CHECK(one == after[land.at(50 - k, 50 + j)]);
        CHECK(one == after[land.at(50 + j, 50 + k)]);
        CHECK(one == after[land.at(50 - j, 50 - k)]);
      }
    }
    if (talus == "0") {
      const double axis = after[land.at(56, 50)], diagonal = after[land.at(54, 54)];
      // At the distances 6 and 5.66 of a normal distribution of variance 2 c = 4 cells.
      CHECK(axis / diagonal == Approx(std::exp((32.0 - 36.0) / 8.0)).epsilon(0.05));
    }
    for (const std::int64_t tile : {13, 50, 64}) CHECK(crept(land, with, tile) == after);
  }
}

TEST_CASE("a hillslope that rises becomes a parabola; one that slides comes to its talus", "[erosion.creep]") {
  // Between two rivers, many times: it rises, then creeps. The border's rows do not, and are far from the middle.
  const int width = 42, height = 81;
  Land land = land_of(width, height, 0);
  const auto settle = [&](const std::string& with, float rise, int times) {
    std::vector<float> z(static_cast<std::size_t>(width), 0);
    for (int k = 0; k < times; ++k) {
      for (int x = 0; x < width; ++x) {
        const bool river = x <= 1 || x >= width - 2;
        for (int y = 0; y < height; ++y) {
          land.z[land.at(x, y)] = z[static_cast<std::size_t>(x)] + (river ? 0 : rise);
          land.ocean[land.at(x, y)] = river ? 1 : 0;
        }
      }
      const auto after = crept(land, with);
      for (int x = 0; x < width; ++x) z[static_cast<std::size_t>(x)] = after[land.at(x, height / 2)];
    }
    return z;
  };
  // 0.02 mm/yr: what crosses x has risen between x and the ridge, so D S = U (ridge - x).
  const double uplift = 0.4 / 20000, diffusivity = 0.02, ridge = (width - 1) / 2.0 * 10;
  const auto slope = [](const std::vector<float>& z, int x) {
    return static_cast<double>(z[static_cast<std::size_t>(x)] - z[static_cast<std::size_t>(x - 1)]) / 10;
  };
  const auto soft = settle("diffusivity: 0.02 m2/yr, time: 20000 yr, talus: 0", 0.4f, 200);
  const auto steep = settle("diffusivity: 0.02 m2/yr, time: 20000 yr, talus: 0.15", 0.4f, 200);
  for (int x = 3; x < 18; ++x) {
    const double moved = uplift * (ridge - (x - 0.5) * 10) / diffusivity;
    INFO(x << ": " << slope(soft, x) << ", " << slope(steep, x) << " of " << moved);
    CHECK(slope(soft, x) == Approx(moved).epsilon(0.05).margin(0.003));
    // S / (1 - (S / 0.15)^2) = moved.
    const double critical = 0.15 * 0.15 / (2 * moved) * (std::sqrt(1 + 4 * moved * moved / (0.15 * 0.15)) - 1);
    CHECK(slope(steep, x) == Approx(critical).epsilon(0.05).margin(0.003));
  }
}

TEST_CASE("too much creep for one node says so", "[erosion.creep]") {
  const Land land = land_of(9, 9, 1);
  CHECK_THROWS_WITH(crept(land, "diffusivity: 1 m2/yr, time: 1e6 yr"), Catch::Contains("chain several of them"));
}
