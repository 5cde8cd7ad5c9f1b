// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "feature/areas/area_classes.hpp"
#include "feature/patches.hpp"
#include "lands.hpp"
#include "support/catch.hpp"

using namespace terrawright;
using namespace terrawright::feature;

namespace {

const std::string use_areas = "feature.areas@1, in: {mask: land}, with: {min_area: 3 km2}";

// Broad-leaved forest in the west, pine forest in the east, and bog where there is no land.
struct Woods {
  In<Mask> land;
  Out<Class> woods;
  static void describe(Spec<Woods>& s) {
    s.stage("test.woods", "Two forests and a bog.");
    s.port(&Woods::land, "land", "Where forests are.");
    s.port(&Woods::woods, "woods", "The classes.");
  }
  void arrange(Arrangement& a) {
    a.set_legend(woods,
                 {{3, "bog", rgb(0), "b"}, {7, "Broad-leaved Forest", rgb(1), "f"}, {9, "pine forest", rgb(2), "p"}});
  }
  void paint(Tile& tile) const {
    tile.each_cell([&](std::int64_t x, std::int64_t y) {
      tile[woods](x, y) = static_cast<std::uint16_t>(tile[land](x, y) == 0 ? 3 : x < 20 ? 7 : 9);
    });
  }
};

test::Built with_woods(const test::Hills& hills, const std::string& with, std::int64_t tile = 0) {
  test::Options options;
  options.tile = tile;
  options.stages = {stage<Woods>()};
  options.given["land"] = {"1", hills.width, hills.height, hills.land()};
  return test::build("terrawright: 1\nname: t\nworld: {size: [" + std::to_string(hills.width) + ", " +
                         std::to_string(hills.height) +
                         "], cell: 1 km, seed: 1}\nstages:\n"
                         "  land: {use: test.given_mask@1, with: {name: land}}\n"
                         "  woods: {use: test.woods@1, in: {land: land}}\n"
                         "  f: {use: feature.areas@1, in: {biome: woods}, with: {" +
                         with +
                         "}}\n"
                         "outputs: [{layers: {f: f}}]\n",
                     options);
}

}  // namespace

TEST_CASE("areas are patches with the circles that have most room in them", "[feature.areas]") {
  std::size_t rows = 0;
  for (unsigned seed = 1; seed <= 16; ++seed) {
    const test::Hills hills = test::hills(37, 29, seed);
    const auto whole = test::with_feature(hills, use_areas);
    for (const std::int64_t tile : {5, 16})
      CHECK(test::with_feature(hills, use_areas, tile).digest("f") == whole.digest("f"));
    std::vector<std::uint8_t> mask;
    for (const float z : hills.z) mask.push_back(z > 0.0f ? 1 : 0);
    const FeatureGrid grid = test::cells_of(37, 29);
    const Patches patches = patches_of(mask, grid, true);
    // Distance from a block to the edge of its patch, or of the world.
    const auto room = [&](std::uint32_t c) {
      double least = INFINITY;
      for (std::int64_t y = -1; y <= grid.height; ++y) {
        for (std::int64_t x = -1; x <= grid.width; ++x) {
          if (grid.has(x, y) && mask[grid.at(x, y)]) continue;
          const auto dx = static_cast<double>(x - grid.x(c)), dy = static_cast<double>(y - grid.y(c));
          least = std::min(least, std::sqrt(dx * dx + dy * dy) - 0.5);
        }
      }
      return least;
    };
    const auto& table = whole.table("f");
    std::size_t large = 0;
    for (std::uint32_t p = 0; p < patches.count(); ++p) large += patches[p].size() >= 3;
    REQUIRE(table.rows == large);
    rows += large;
    for (std::uint64_t r = 0; r < table.rows; ++r) {
      const auto pole = static_cast<std::uint32_t>(grid.at(static_cast<std::int64_t>(table.reals("pole_x")[r] / 1000),
                                                           static_cast<std::int64_t>(table.reals("pole_y")[r] / 1000)));
      const std::uint32_t patch = patches.of[pole];
      REQUIRE(patch != no_patch);
      CHECK(table.reals("area")[r] == static_cast<double>(patches[patch].size()));
      CHECK(table.reals("inner_radius")[r] == Approx(room(pole)));
      double sum_x = 0, sum_y = 0;
      for (const std::uint32_t c : patches[patch]) {
        REQUIRE(room(c) <= room(pole) + 1e-9);
        sum_x += static_cast<double>(grid.x(c));
        sum_y += static_cast<double>(grid.y(c));
      }
      CHECK(table.reals("middle_x")[r] == Approx(1000 * sum_x / static_cast<double>(patches[patch].size())));
      CHECK(table.reals("middle_y")[r] == Approx(1000 * sum_y / static_cast<double>(patches[patch].size())));
      if (r > 0) CHECK(table.reals("area")[r] <= table.reals("area")[r - 1]);
      for (const auto& at : table.line(r))
        CHECK(patches.of[grid.at(static_cast<std::int64_t>(at.x + 0.5), static_cast<std::int64_t>(at.y + 0.5))] ==
              patch);
      CHECK(table.texts("class")[r].empty());
    }
  }
  CHECK(rows > 12);
}

TEST_CASE("classes are chosen by words, and an area is called by the most frequent", "[feature.areas]") {
  const test::Hills hills = test::hills(41, 30, 3);
  test::Hills all = hills;
  std::fill(all.z.begin(), all.z.end(), 1.0f);
  CHECK(with_woods(all, "classes: [forest]").table("f").texts("class") == std::vector<std::string>{"pine forest"});
  CHECK(with_woods(all, "classes: [PINE]").table("f").reals("area") == std::vector<double>{21 * 30});
  CHECK(with_woods(all, "classes: [leaved]").table("f").texts("class")[0] == "Broad-leaved Forest");
  CHECK(with_woods(all, "classes: [bog]").table("f").rows == 0);
  CHECK(with_woods(hills, "classes: [forest]").digest("f") == with_woods(hills, "classes: [forest]", 7).digest("f"));
  CHECK(with_woods(hills, "classes: [forest, bog]").table("f").rows == 1);
  CHECK(with_woods(hills, "classes: [forest, bog], most: 1").table("f").rows == 1);
  CHECK_THROWS_WITH(
      with_woods(hills, "classes: [forest, moor]"),
      Catch::Contains("no class has 'moor' in its name; there are: bog, Broad-leaved Forest, pine forest"));
  CHECK_THROWS_WITH(with_woods(hills, "most: 1"), Catch::Contains("which classes make the areas? There are: bog,"));
}

TEST_CASE("areas leave out what is excepted and what is rough", "[feature.areas]") {
  test::Hills hills{60, 20, {}};  // flat in the west, a ramp in the east
  for (std::int64_t c = 0; c < 1200; ++c)
    hills.z.push_back(static_cast<float>(10 + 50 * std::max<std::int64_t>(0, c % 60 - 30)));
  const auto area = [&](const std::string& in, const std::string& with) {
    const auto built =
        test::with_feature(hills, "feature.areas@1, in: {mask: land" + in + "}, with: {min_area: 1 km2" + with + "}");
    return built.table("f").rows == 0 ? 0.0 : built.table("f").reals("area")[0];
  };
  CHECK(area("", "") == 1200);
  CHECK(area(", except: land", "") == 0);
  CHECK(area(", height: z, land: land", ", max_rough: 100 m") < 30 * 20);
  CHECK(area(", height: z", ", max_rough: 100 m") > 26 * 20);
  CHECK(area(", height: z", ", max_rough: 1000 m") == 1200);
  CHECK_THROWS_WITH(area("", ", max_rough: 100 m"),
                    Catch::Contains("what is rough is seen by the input 'height' alone"));
}

TEST_CASE("smoothing fills gaps and takes hairs away", "[feature.areas]") {
  test::Hills hills{40, 40, std::vector<float>(1600, -1.0f)};
  for (std::int64_t y = 5; y < 30; ++y) {
    for (std::int64_t x = 5; x < 30; ++x) hills.z[hills.at(x, y)] = x == 17 ? -1.0f : 1.0f;
  }
  for (std::int64_t x = 30; x < 40; ++x) hills.z[hills.at(x, 10)] = 1;
  const auto built = [&](const std::string& with) {
    return test::with_feature(hills, "feature.areas@1, in: {mask: land}" + with);
  };
  CHECK(built("").table("f").rows == 2);
  const auto smooth = built(", with: {smoothing: 4 km}");
  REQUIRE(smooth.table("f").rows == 1);
  CHECK(smooth.table("f").reals("area")[0] == Approx(625).epsilon(0.05));
}

TEST_CASE("areas of worlds at the edge of sense", "[feature.areas]") {
  const auto table = [](const test::Hills& hills) {
    return test::with_feature(hills, "feature.areas@1, in: {mask: land}").table("f");
  };
  const auto one = table({1, 1, {500}});
  REQUIRE(one.rows == 1);
  CHECK(one.reals("inner_radius")[0] == 0.5);
  CHECK(one.line(0).size() == 2);
  CHECK(table({1, 1, {-500}}).rows == 0);
  CHECK(table({3, 1, {1, -1, 1}}).rows == 2);
  CHECK(table({3, 1, {1, 1, 1}}).reals("length")[0] == 2);
  const auto all = table({40, 30, std::vector<float>(1200, 1.0f)});
  CHECK((all.rows == 1 && all.reals("inner_radius")[0] == 14.5));
  test::Hills many{300, 200, {}};
  for (std::int64_t c = 0; c < 300 * 200; ++c) many.z.push_back(c % 300 % 2 == 0 && c / 300 % 2 == 0 ? 1.0f : -1.0f);
  CHECK(table(many).rows == 15000);
  CHECK_THROWS_WITH(test::with_feature({3, 3, std::vector<float>(9, 1.0f)}, use_areas, 0, 1000, ", wrap: both"),
                    Catch::Contains("the world wraps, and no feature is followed across its edges"));
  CHECK_THROWS_WITH(test::with_feature({3, 3, std::vector<float>(9, 1.0f)}, "feature.areas@1, in: {height: z}"),
                    Catch::Contains("there is no mask, nor are there classes"));
}
