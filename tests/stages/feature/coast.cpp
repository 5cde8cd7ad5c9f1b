// SPDX-License-Identifier: Apache-2.0
#include "feature/coast/coast.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "lands.hpp"
#include "support/catch.hpp"

using namespace terrawright;
using namespace terrawright::feature;

namespace {

std::string use_with(const std::string& one_water) {
  return "feature.coast@1, in: {land: land}, with: {radius: 5 km, cape_apart: 1.5, bay_apart: 1.5, min_island: 2 km2, "
         "one_water: " +
         one_water + "}";
}
const std::string use_coast = use_with("45 %"), all_heads = use_with("0 %");

test::Built coast(const test::Hills& hills, std::int64_t tile = 0, const std::string& stage = use_coast) {
  return test::with_feature(hills, stage, tile, 1000, "",
                            "c: f.capes, b: f.bays, i: f.islands, m: f.mainland, s: f.seas");
}

test::Hills drowned(test::Hills hills) {
  for (float& z : hills.z) z = z > 0.0f ? -1.0f : 1.0f;
  return hills;
}

}  // namespace

TEST_CASE("capes become bays and bays capes when land and sea change places", "[feature.coast]") {
  std::size_t capes = 0, bays = 0;
  for (unsigned seed = 1; seed <= 12; ++seed) {
    const test::Hills hills = test::hills(71, 67, seed);
    const auto one = coast(hills, 0, all_heads), other = coast(drowned(hills), 0, all_heads);
    const auto mirrored = [](const engine::StoredTable& a, const engine::StoredTable& b) {
      REQUIRE(a.rows == b.rows);
      for (std::uint64_t r = 0; r < a.rows; ++r) {
        CHECK((a.points[r].x == b.points[r].x && a.points[r].y == b.points[r].y));
        CHECK(a.reals("share")[r] == Approx(100 - b.reals("share")[r]));
        CHECK(a.reals("radius")[r] == b.reals("radius")[r]);
        CHECK(a.reals("towards_x")[r] == Approx(-b.reals("towards_x")[r]));
        CHECK(a.reals("towards_y")[r] == Approx(-b.reals("towards_y")[r]));
      }
      return a.rows;
    };
    capes += mirrored(one.table("f.capes"), other.table("f.bays"));
    bays += mirrored(one.table("f.bays"), other.table("f.capes"));
  }
  CHECK(capes > 6);
  CHECK(bays > 12);
}

TEST_CASE("a cape lies at the coast, and what is around it is counted", "[feature.coast]") {
  for (unsigned seed = 1; seed <= 12; ++seed) {
    const test::Hills hills = test::hills(71, 67, seed);
    const auto built = coast(hills);
    const auto dry = [&](std::int64_t x, std::int64_t y) { return hills.z[hills.at(x, y)] > 0.0f; };
    for (const char* name : {"f.capes", "f.bays"}) {
      const bool cape = std::string(name) == "f.capes";
      const auto& table = built.table(name);
      for (std::uint64_t r = 0; r < table.rows; ++r) {
        const auto x = static_cast<std::int64_t>(table.points[r].x), y = static_cast<std::int64_t>(table.points[r].y);
        CHECK(dry(x, y) == cape);
        double land = 0, all = 0, sum_x = 0, sum_y = 0;
        bool coast_beside = false;
        for (std::int64_t j = 0; j < hills.height; ++j) {
          for (std::int64_t i = 0; i < hills.width; ++i) {
            const auto dx = static_cast<double>(i - x), dy = static_cast<double>(j - y);
            if (std::abs(dx) + std::abs(dy) == 1 && dry(i, j) != cape) coast_beside = true;
            if (std::sqrt(dx * dx + dy * dy) > table.reals("radius")[r]) continue;
            ++all;
            land += dry(i, j) ? 1 : 0;
            sum_x += dry(i, j) == cape ? 0 : dx;
            sum_y += dry(i, j) == cape ? 0 : dy;
          }
        }
        CHECK(coast_beside);
        CHECK(table.reals("share")[r] == Approx(100 * land / all));
        CHECK((cape ? land < 0.3 * all : land > 0.7 * all));
        // Seawards for capes, landwards for no bay.
        const double towards = sum_x * table.reals("towards_x")[r] + sum_y * table.reals("towards_y")[r];
        if (x > 5 && y > 5 && x < 65 && y < 61) CHECK((cape ? towards > 0 : towards < 0));
      }
    }
  }
}

TEST_CASE("capes of one kind keep their distance", "[feature.coast]") {
  for (unsigned seed = 1; seed <= 12; ++seed) {
    const auto built = coast(test::hills(71, 67, seed));
    for (const char* name : {"f.capes", "f.bays"}) {
      const auto& table = built.table(name);
      for (std::uint64_t a = 0; a < table.rows; ++a) {
        for (std::uint64_t b = 0; b < a; ++b) {
          const double dx = table.points[a].x - table.points[b].x, dy = table.points[a].y - table.points[b].y;
          CHECK(std::sqrt(dx * dx + dy * dy) >=
                1.5 * std::max(table.reals("radius")[a], table.reals("radius")[b]) - 1e-9);
        }
      }
    }
  }
}

TEST_CASE("bays of one water are one, that of the greatest", "[feature.coast]") {
  std::size_t kept = 0, left_out = 0;
  for (unsigned seed = 1; seed <= 120; ++seed) {
    const test::Hills hills = test::hills(71, 67, seed);
    const auto every = coast(hills, 0, all_heads), some = coast(hills, 0, use_with("50 %"));
    CHECK(every.digest("f.capes") == some.digest("f.capes"));
    // Sea around which less than half of all is sea; bays in one patch of it are one.
    std::vector<std::uint8_t> enclosed;
    for (std::int64_t y = 0; y < hills.height; ++y) {
      for (std::int64_t x = 0; x < hills.width; ++x) {
        std::int64_t sea = 0, all = 0;
        for (std::int64_t j = std::max<std::int64_t>(y - 5, 0); j <= std::min(y + 5, hills.height - 1); ++j) {
          for (std::int64_t i = std::max<std::int64_t>(x - 5, 0); i <= std::min(x + 5, hills.width - 1); ++i) {
            if ((i - x) * (i - x) + (j - y) * (j - y) > 25) continue;
            ++all;
            sea += hills.z[hills.at(i, j)] > 0.0f ? 0 : 1;
          }
        }
        enclosed.push_back(!(hills.z[hills.at(x, y)] > 0.0f) && sea * 2 < all ? 1 : 0);
      }
    }
    const FeatureGrid grid = test::cells_of(71, 67);
    const Patches waters = patches_of(enclosed, grid, false);
    std::set<std::uint32_t> named;
    std::vector<std::size_t> expected;
    for (std::size_t r = 0; r < every.table("f.bays").rows; ++r) {
      const auto& at = every.table("f.bays").points[r];
      const std::size_t c = hills.at(static_cast<std::int64_t>(at.x), static_cast<std::int64_t>(at.y));
      if (enclosed[c] == 0 || named.insert(waters.of[c]).second) expected.push_back(r);
    }
    INFO("seed " << seed);
    REQUIRE(some.table("f.bays").rows == expected.size());
    for (std::size_t r = 0; r < expected.size(); ++r) {
      CHECK(some.table("f.bays").points[r].x == every.table("f.bays").points[expected[r]].x);
      CHECK(some.table("f.bays").points[r].y == every.table("f.bays").points[expected[r]].y);
    }
    kept += expected.size();
    left_out += every.table("f.bays").rows - expected.size();
  }
  CHECK(kept > 60);
  CHECK(left_out > 4);
}

TEST_CASE("a fjord of two arms is one bay, and two fjords are two", "[feature.coast]") {
  // A coast with the sea in the south; arms of 3 cells, joined or not before they reach it.
  const auto bays = [](bool joined, const std::string& stage) {
    test::Hills hills{60, 50, std::vector<float>(3000, 1.0f)};
    const auto dig = [&](std::int64_t left, std::int64_t right, std::int64_t top, std::int64_t bottom) {
      for (std::int64_t y = top; y <= bottom; ++y) {
        for (std::int64_t x = left; x <= right; ++x) hills.z[hills.at(x, y)] = -1.0f;
      }
    };
    dig(0, 59, 40, 49);
    dig(15, 17, 12, 24);
    dig(41, 43, 12, 24);
    if (joined) {
      dig(15, 43, 22, 24);
      dig(28, 30, 24, 40);
    } else {
      dig(15, 17, 24, 40);
      dig(41, 43, 24, 40);
    }
    return coast(hills, 0, stage).table("f.bays").rows;
  };
  CHECK(bays(true, use_coast) == 1);
  CHECK(bays(true, all_heads) > 1);
  CHECK(bays(false, use_coast) == 2);
}

TEST_CASE("islands are the patches of land, and all tiles agree", "[feature.coast]") {
  for (unsigned seed = 1; seed <= 8; ++seed) {
    const test::Hills hills = test::hills(71, 67, seed);
    const auto whole = coast(hills);
    for (const std::int64_t tile : {6, 64}) {
      const auto tiled = coast(hills, tile);
      for (const char* name : {"f.capes", "f.bays", "f.islands", "f.mainland", "f.seas"})
        CHECK(tiled.digest(name) == whole.digest(name));
    }
    const FeatureGrid grid = test::cells_of(71, 67);
    std::vector<std::uint8_t> mask;
    for (const float z : hills.z) mask.push_back(z > 0.0f ? 1 : 0);
    const Patches lands = patches_of(mask, grid, false);
    std::vector<double> sizes;
    for (std::uint32_t p = 0; p < lands.count(); ++p) sizes.push_back(static_cast<double>(lands[p].size()));
    std::sort(sizes.rbegin(), sizes.rend());
    REQUIRE(whole.table("f.mainland").rows == 1);
    CHECK(whole.table("f.mainland").reals("area")[0] == sizes[0]);
    sizes.erase(sizes.begin());
    sizes.erase(std::find_if(sizes.begin(), sizes.end(), [](double area) { return area < 2; }), sizes.end());
    CHECK(whole.table("f.islands").reals("area") == sizes);
    for (const auto& at : whole.table("f.islands").points)
      CHECK(mask[grid.at(static_cast<std::int64_t>(at.x), static_cast<std::int64_t>(at.y))] == 1);
  }
}

TEST_CASE("seas are the widest circles free of land, one an octant", "[feature.coast]") {
  for (unsigned seed = 1; seed <= 8; ++seed) {
    const test::Hills hills = test::hills(33, 29, seed);
    const auto built = coast(hills);
    const auto& table = built.table("f.seas");
    // In a world on its own, by angles.
    const auto octant = [&](std::int64_t x, std::int64_t y) {
      const double east = static_cast<double>(x) - 16, south = static_cast<double>(y) - 14;
      const double turn = std::atan2(east, -south) / (2 * std::acos(-1.0));
      return static_cast<int>(std::floor(turn * 8 + 8.5)) % 8;
    };
    const auto room = [&](std::int64_t x, std::int64_t y) {
      double least = static_cast<double>(std::min({x + 1, y + 1, hills.width - x, hills.height - y})) - 0.5;
      for (std::int64_t c = 0; c < hills.width * hills.height; ++c) {
        const auto dx = static_cast<double>(c % hills.width - x), dy = static_cast<double>(c / hills.width - y);
        if (hills.z[static_cast<std::size_t>(c)] > 0.0f) least = std::min(least, std::sqrt(dx * dx + dy * dy) - 0.5);
      }
      return least;
    };
    std::vector<double> widest(8, 0);
    for (std::int64_t y = 0; y < hills.height; ++y) {
      for (std::int64_t x = 0; x < hills.width; ++x) {
        double& most = widest[static_cast<std::size_t>(octant(x, y))];
        most = std::max(most, room(x, y));
      }
    }
    REQUIRE(static_cast<std::ptrdiff_t>(table.rows) == 8 - std::count(widest.begin(), widest.end(), 0.0));
    for (std::uint64_t r = 0; r < table.rows; ++r) {
      const auto x = static_cast<std::int64_t>(table.points[r].x), y = static_cast<std::int64_t>(table.points[r].y);
      CHECK(table.integers("octant")[r] == octant(x, y));
      CHECK(table.reals("radius")[r] == Approx(room(x, y)));
      CHECK(table.reals("radius")[r] == Approx(widest[static_cast<std::size_t>(octant(x, y))]));
      if (r > 0) CHECK(table.reals("radius")[r] <= table.reals("radius")[r - 1]);
    }
  }
}

TEST_CASE("coasts of worlds at the edge of sense", "[feature.coast]") {
  const auto rows = [](const test::Hills& hills) {
    const auto built = coast(hills);
    std::string all;
    for (const char* name : {"f.capes", "f.bays", "f.islands", "f.mainland", "f.seas"})
      all += std::to_string(built.table(name).rows) + " ";
    return all;
  };
  CHECK(rows({1, 1, {1}}) == "0 0 0 1 0 ");
  CHECK(rows({1, 1, {-1}}) == "0 0 0 0 1 ");
  CHECK(rows({3, 1, {1, -1, 1}}) == "0 0 0 1 1 ");
  CHECK(rows({40, 30, std::vector<float>(1200, 1.0f)}) == "0 0 0 1 0 ");
  CHECK(rows({40, 30, std::vector<float>(1200, -1.0f)}) == "0 0 0 0 8 ");
  test::Hills many{100, 80, {}};  // islands of 2 cells
  for (std::int64_t c = 0; c < 8000; ++c) many.z.push_back(c % 100 % 4 < 2 && c / 100 % 2 == 0 ? 1.0f : -1.0f);
  CHECK(rows(many) == "0 0 999 1 8 ");
  CHECK_THROWS_WITH(test::with_feature({3, 3, std::vector<float>(9, 1.0f)}, use_coast, 0, 1000, ", wrap: x"),
                    Catch::Contains("the world wraps, and no feature is followed across its edges"));
}
