// SPDX-License-Identifier: Apache-2.0
// Code that features share: patches, distances, windows and middle lines, against the slowest way to find them.
#include <algorithm>
#include <cstdlib>
#include <queue>
#include <random>
#include <set>

#include "feature/axis.hpp"
#include "feature/rough.hpp"
#include "lands.hpp"
#include "support/catch.hpp"

using namespace terrawright;
using namespace terrawright::feature;

namespace {

std::vector<std::uint8_t> flecks(const FeatureGrid& grid, unsigned seed) {
  const test::Hills hills = test::hills(grid.width, grid.height, seed);
  std::vector<std::uint8_t> mask;
  for (const float z : hills.z) mask.push_back(z > 0.0f ? 1 : 0);
  return mask;
}

FeatureGrid grid_of(unsigned seed) { return test::cells_of(1 + seed * 7 % 41, 1 + seed * 11 % 37); }

}  // namespace

TEST_CASE("the feature grid has at most 2048 blocks a side, and knows where they lie", "[feature.grid]") {
  for (const std::int64_t side : {1, 3, 1025, 2048}) CHECK(feature_grid(side, 1, 250).block == 1);
  const FeatureGrid grid = feature_grid(2049, 100, 250);
  CHECK((grid.block == 2 && grid.width == 1025 && grid.height == 50));
  CHECK(grid.metres() == 500);
  CHECK(grid.cell_x(0) == 0.5);
  CHECK(grid.cell_x(1024) == 2048);  // no further than the world
  CHECK(grid.cells_in(1024, 0) == 2);
  CHECK(grid.blocks(9000) == 18);
  CHECK(grid.blocks(1e30) == 1075);
  CHECK(grid.blocks_of_area(0.25) == 1);
  CHECK(grid.blocks_of_area(0.26) == 2);
  CHECK(feature_grid(16385, 16385, 250).block == 9);
}

TEST_CASE("patches are those of a flood", "[feature.grid]") {
  for (unsigned seed = 1; seed <= 40; ++seed) {
    const FeatureGrid grid = grid_of(seed);
    const std::vector<std::uint8_t> mask = flecks(grid, seed);
    const bool diagonal = seed % 2 == 0;
    const Patches found = patches_of(mask, grid, diagonal);
    std::vector<std::uint32_t> flood(mask.size(), no_patch);
    std::uint32_t count = 0;
    for (std::uint32_t first = 0; first < mask.size(); ++first) {
      if (!mask[first] || flood[first] != no_patch) continue;
      std::queue<std::size_t> next;
      next.push(first);
      flood[first] = count;
      for (; !next.empty(); next.pop()) {
        for (int k = 0; k < 9; ++k) {
          const std::int64_t x = grid.x(next.front()) + k % 3 - 1, y = grid.y(next.front()) + k / 3 - 1;
          if ((!diagonal && k % 2 == 0) || !grid.has(x, y)) continue;
          const std::size_t n = grid.at(x, y);
          if (!mask[n] || flood[n] != no_patch) continue;
          flood[n] = count;
          next.push(n);
        }
      }
      ++count;
    }
    REQUIRE(found.of == flood);
    REQUIRE(found.count() == count);
    for (std::uint32_t p = 0; p < count; ++p) {
      CHECK(std::is_sorted(found[p].begin(), found[p].end()));
      CHECK(static_cast<std::ptrdiff_t>(found[p].size()) == std::count(flood.begin(), flood.end(), p));
      for (const std::uint32_t c : found[p]) CHECK(flood[c] == p);
    }
  }
}

TEST_CASE("distances are the least of all", "[feature.grid]") {
  for (unsigned seed = 1; seed <= 40; ++seed) {
    const FeatureGrid grid = grid_of(seed);
    std::vector<std::uint8_t> mask = flecks(grid, seed);
    if (seed == 40) std::fill(mask.begin(), mask.end(), std::uint8_t{1});
    const std::vector<std::int32_t> found = squared_distances(mask, grid);
    std::vector<std::int32_t> expected(mask.size(), 0);
    for (std::int64_t y = 0; y < grid.height; ++y) {
      for (std::int64_t x = 0; x < grid.width; ++x) {
        if (!mask[grid.at(x, y)]) continue;
        const std::int64_t edge = std::min({x + 1, y + 1, grid.width - x, grid.height - y});
        std::int64_t least = edge * edge;
        for (std::size_t c = 0; c < mask.size(); ++c) {
          const std::int64_t dx = grid.x(c) - x, dy = grid.y(c) - y;
          if (!mask[c]) least = std::min(least, dx * dx + dy * dy);
        }
        expected[grid.at(x, y)] = static_cast<std::int32_t>(least);
      }
    }
    REQUIRE(found == expected);
  }
}

TEST_CASE("windows hold what lies around", "[feature.grid]") {
  for (unsigned seed = 1; seed <= 24; ++seed) {
    const FeatureGrid grid = grid_of(seed);
    const std::vector<std::uint8_t> mask = flecks(grid, seed);
    const std::int64_t apart = seed % 9 * (seed % 4);
    std::mt19937 random(seed);
    std::vector<std::int32_t> values;
    for (const std::uint8_t is : mask) values.push_back(is ? static_cast<std::int32_t>(random() % 2000) - 1000 : 0);
    std::vector<std::int32_t> greatest = values;
    spread_greatest(greatest, grid, apart);
    const auto mean = means(values, mask, grid, apart);
    const auto smooth = smoothed(mask, grid, apart);
    for (std::int64_t y = 0; y < grid.height; ++y) {
      for (std::int64_t x = 0; x < grid.width; ++x) {
        std::int64_t sum = 0, set = 0, all = 0;
        std::int32_t most = INT32_MIN;
        for (std::int64_t j = y - apart; j <= y + apart; ++j) {
          for (std::int64_t i = x - apart; i <= x + apart; ++i) {
            if (!grid.has(i, j)) continue;
            ++all;
            most = std::max(most, values[grid.at(i, j)]);
            set += mask[grid.at(i, j)];
            sum += values[grid.at(i, j)];
          }
        }
        const std::size_t c = grid.at(x, y);
        REQUIRE(greatest[c] == most);
        REQUIRE((smooth[c] != 0) == (2 * set > all));
        if (mask[c]) REQUIRE((mean[c] * set <= sum && (mean[c] + 1) * set > sum));
        if (!mask[c]) REQUIRE(mean[c] == 0);
      }
    }
  }
}

TEST_CASE("a line lies in its patch, from the west, and is nearly as long as the patch", "[feature.grid]") {
  for (unsigned seed = 1; seed <= 40; ++seed) {
    const FeatureGrid grid = grid_of(seed);
    const std::vector<std::uint8_t> mask = flecks(grid, seed);
    const Patches patches = patches_of(mask, grid, true);
    const std::vector<std::int32_t> squared = squared_distances(mask, grid);
    Axes axes(patches, squared, grid);
    for (std::uint32_t p = 0; p < patches.count(); ++p) {
      const std::vector<AxisPoint> line = axes.of(p);
      REQUIRE(line.size() >= 2);
      CHECK(line.front().x <= line.back().x);
      for (const AxisPoint& at : line) {
        const auto x = static_cast<std::int64_t>(at.x + 0.5), y = static_cast<std::int64_t>(at.y + 0.5);
        REQUIRE(patches.of[grid.at(x, y)] == p);
      }
      std::int64_t west = grid.width, east = 0, north = grid.height, south = 0;
      for (const std::uint32_t c : patches[p]) {
        west = std::min(west, grid.x(c));
        east = std::max(east, grid.x(c));
        north = std::min(north, grid.y(c));
        south = std::max(south, grid.y(c));
      }
      CHECK(length_of(line, 1000) >= 0.6 * static_cast<double>(std::max(east - west, south - north)));
      CHECK(axes.of(p).size() == line.size());  // nothing is left of one in the next
    }
  }
}

TEST_CASE("the line of a broad strip is its middle", "[feature.grid]") {
  const FeatureGrid grid = test::cells_of(61, 21);
  std::vector<std::uint8_t> mask(grid.size(), 0);
  for (std::int64_t y = 5; y < 16; ++y) {
    for (std::int64_t x = 3; x < 58; ++x) mask[grid.at(x, y)] = 1;
  }
  const Patches patches = patches_of(mask, grid, true);
  const auto squared = squared_distances(mask, grid);
  const auto line = Axes(patches, squared, grid).of(0);
  for (const AxisPoint& at : line) {
    if (at.x > 16 && at.x < 44) CHECK(std::abs(at.y - 10) <= 1);
  }
  CHECK(std::abs(middle_of(line).x - 30) <= 1);
  CHECK(grid.y(pole_of(patches[0], squared, grid)) == 10);
  CHECK(grid.x(pole_of(patches[0], squared, grid)) == 30);  // of all places in the middle row that in its middle
}
