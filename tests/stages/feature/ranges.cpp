// SPDX-License-Identifier: Apache-2.0
#include "feature/ranges/ranges.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <set>

#include "lands.hpp"
#include "support/catch.hpp"

using namespace terrawright;
using namespace terrawright::feature;

namespace {

const std::string use_ranges =
    "feature.ranges@1, in: {height: z, land: land}, with: {rough: 100 m, part: 40 km2, min_area: 20 km2}";

std::vector<std::int32_t> whole(const test::Hills& hills) {
  std::vector<std::int32_t> level;
  for (const float z : hills.z) level.push_back(static_cast<std::int32_t>(z));
  return level;
}

}  // namespace

TEST_CASE("mountains are parted into connected parts, each block into one", "[feature.ranges]") {
  std::size_t cut = 0;
  for (unsigned seed = 1; seed <= 40; ++seed) {
    const test::Hills hills = test::hills(30 + seed % 9, 25 + seed % 7, seed);
    const FeatureGrid grid = test::cells_of(hills.width, hills.height);
    std::vector<std::uint8_t> mask;
    for (const float z : hills.z) mask.push_back(z > 50.0f ? 1 : 0);
    const std::int64_t large = 10 + seed % 20;
    const Patches parts = split(mask, whole(hills), grid, large);
    const Patches together = patches_of(mask, grid, true);
    for (std::size_t c = 0; c < mask.size(); ++c) CHECK((parts.of[c] != no_patch) == (mask[c] != 0));
    std::vector<std::size_t> parts_of(together.count(), 0);
    for (std::uint32_t p = 0; p < parts.count(); ++p) {
      std::vector<std::uint8_t> only(mask.size(), 0);
      for (const std::uint32_t c : parts[p]) only[c] = 1;
      CHECK(patches_of(only, grid, true).count() == 1);
      ++parts_of[together.of[parts[p][0]]];
    }
    for (std::uint32_t p = 0; p < parts.count(); ++p) {
      const std::uint32_t patch = together.of[parts[p][0]];
      if (parts_of[patch] == 1) {
        CHECK(parts[p].size() == together[patch].size());
        continue;
      }
      CHECK(static_cast<std::int64_t>(parts[p].size()) >= large);
      ++cut;
    }
    const Patches uncut = split(mask, whole(hills), grid, INT64_MAX);
    CHECK(uncut.of == together.of);
  }
  CHECK(cut > 40);
}

TEST_CASE("two massifs with a valley between them part in the valley", "[feature.ranges]") {
  const FeatureGrid grid = test::cells_of(41, 9);
  std::vector<std::int32_t> level;
  for (std::int64_t c = 0; c < 41 * 9; ++c) {
    const std::int64_t x = c % 41, y = c / 41;
    level.push_back(
        static_cast<std::int32_t>(1000 - 20 * std::min(std::abs(x - 10), std::abs(x - 28)) - std::abs(y - 4)));
  }
  const std::vector<std::uint8_t> mask(level.size(), 1);
  const Patches parts = split(mask, level, grid, 50);
  REQUIRE(parts.count() == 2);
  for (std::size_t c = 0; c < mask.size(); ++c) {
    if (grid.x(c) != 19) CHECK(parts.of[c] == (grid.x(c) < 19 ? 0u : 1u));
  }
  CHECK(split(mask, level, grid, 200).count() == 1);
}

TEST_CASE("ranges are the same for all tiles, and the mask is theirs", "[feature.ranges]") {
  std::size_t ranges = 0;
  for (unsigned seed = 1; seed <= 6; ++seed) {
    const test::Hills hills = test::hills(67, 53, seed);
    const auto build = [&](std::int64_t tile) {
      return test::with_feature(hills, use_ranges, tile, 1000, "", "f: f, m: f.mask");
    };
    const auto whole = build(0);
    for (const std::int64_t tile : {7, 16, 64}) {
      const auto tiled = build(tile);
      CHECK(tiled.digest("f.ranges") == whole.digest("f.ranges"));
      CHECK(tiled.digest("f.mask") == whole.digest("f.mask"));
    }
    const auto& table = whole.table("f.ranges");
    const auto mask = whole.cells<std::uint8_t>("f.mask");
    ranges += table.rows;
    double area = 0;
    for (std::uint64_t r = 0; r < table.rows; ++r) {
      area += table.reals("area")[r];
      if (r > 0) CHECK(table.reals("area")[r] <= table.reals("area")[r - 1]);
      CHECK(table.reals("area")[r] >= 20);
      for (const auto& at : table.line(r))
        CHECK(mask[hills.at(static_cast<std::int64_t>(at.x + 0.5), static_cast<std::int64_t>(at.y + 0.5))] == 1);
    }
    CHECK(area == std::accumulate(mask.begin(), mask.end(), 0.0));
    for (std::size_t c = 0; c < mask.size(); ++c) CHECK((!mask[c] || hills.z[c] > 0.0f));
  }
  CHECK(ranges > 6);
}

TEST_CASE("what mountains enclose is theirs, but no lake and nothing large", "[feature.ranges]") {
  const FeatureGrid grid = test::cells_of(40, 20);
  std::vector<std::uint8_t> mask(grid.size(), 0), land(grid.size(), 1);
  for (std::int64_t y = 1; y < 19; ++y) {
    for (std::int64_t x = 1; x < 39; ++x) mask[grid.at(x, y)] = 1;
  }
  const auto hole = [&](std::int64_t x) {  // of 3 x 3 blocks
    for (std::int64_t c = 0; c < 9; ++c) mask[grid.at(x + c % 3, 8 + c / 3)] = 0;
  };
  hole(4);
  hole(14);
  land[grid.at(15, 9)] = 0;
  for (std::int64_t x = 24; x < 36; ++x) mask[grid.at(x, 9)] = 0;
  const std::vector<std::uint8_t> before = mask;
  fill_holes(mask, land, grid, 10);
  for (std::size_t c = 0; c < mask.size(); ++c) {
    const bool filled = grid.x(c) >= 4 && grid.x(c) < 7 && grid.y(c) >= 8 && grid.y(c) < 11;
    CHECK(mask[c] == (filled ? 1 : before[c]));
  }
}

TEST_CASE("ranges of worlds at the edge of sense", "[feature.ranges]") {
  const auto rows = [](const test::Hills& hills) {
    return test::with_feature(hills, use_ranges).table("f.ranges").rows;
  };
  for (const float z : {500.0f, -500.0f}) {
    CHECK(rows({1, 1, {z}}) == 0);
    CHECK(rows({3, 1, {z, z, z}}) == 0);
    CHECK(rows({40, 30, std::vector<float>(1200, z)}) == 0);
  }
  test::Hills steep{40, 30, {}};
  for (std::int64_t c = 0; c < 1200; ++c) steep.z.push_back(static_cast<float>(1 + (c % 40) * (c % 40)));
  CHECK(rows(steep) == 1);  // all land, and a slope that gets steeper
  steep.z[77] = std::numeric_limits<float>::infinity();
  CHECK_THROWS_WITH(rows(steep), Catch::Contains("the height is not a finite number of metres"));
  CHECK_THROWS_WITH(test::with_feature({3, 3, std::vector<float>(9, 1.0f)}, use_ranges, 0, 1000, ", wrap: y"),
                    Catch::Contains("the world wraps, and no feature is followed across its edges"));
}

TEST_CASE("where a side has more than 2048 cells ranges are painted block by block", "[feature.ranges]") {
  test::Hills hills{2050, 40, {}};
  for (std::int64_t c = 0; c < 2050 * 40; ++c) {
    const std::int64_t x = c % 2050;
    hills.z.push_back(x < 1900 ? 10.0f
                               : static_cast<float>(10 + 1000 * std::min<std::int64_t>(x - 1900, 2049 - x) / 75));
  }
  const auto build = [&](std::int64_t tile) {
    return test::with_feature(hills, use_ranges, tile, 100, "", "f: f, m: f.mask");
  };
  const auto whole = build(0), tiled = build(33);
  CHECK(tiled.digest("f.ranges") == whole.digest("f.ranges"));
  CHECK(tiled.digest("f.mask") == whole.digest("f.mask"));
  REQUIRE(whole.table("f.ranges").rows == 1);
  const auto mask = whole.cells<std::uint8_t>("f.mask");
  const auto cells = std::accumulate(mask.begin(), mask.end(), std::int64_t{0});
  CHECK(cells > 0);
  CHECK(whole.table("f.ranges").reals("area")[0] == Approx(static_cast<double>(cells) / 100));
  CHECK(whole.table("f.ranges").reals("height")[0] ==
        static_cast<double>(*std::max_element(hills.z.begin(), hills.z.end())));
}
