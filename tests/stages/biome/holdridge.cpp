// SPDX-License-Identifier: Apache-2.0
#include "biome/holdridge/holdridge.hpp"

#include <set>
#include <string>
#include <vector>

#include "support/build.hpp"
#include "support/catch.hpp"
#include "terrawright/random.h"

using namespace terrawright;
namespace biome = terrawright::biome;

namespace {

std::string world(int width, int height, const std::string& with = "", const std::string& in = "") {
  return "terrawright: 1\nname: t\nworld: {size: [" + std::to_string(width) + ", " + std::to_string(height) +
         "], cell: 1 km, seed: 42}\n"
         "stages:\n"
         "  z: {use: test.given@1, with: {name: z}}\n"
         "  t: {use: test.given_scalar@1, with: {name: t}}\n"
         "  p: {use: test.given_scalar@1, with: {name: p}}\n"
         "  ocean: {use: test.given_mask@1, with: {name: ocean}}\n"
         "  lake: {use: test.given_mask@1, with: {name: lake}}\n"
         "  river: {use: test.given_mask@1, with: {name: river}}\n"
         "  b: {use: biome.holdridge@1, in: {height: z, biotemperature: t, rain: p" +
         in + "}, with: {" + with +
         "}}\n"
         "outputs: [{layers: {b: b.biome, c: b.coast, r: b.pet_ratio, h: b.humidity, o: ocean, l: lake, w: river}}]\n";
}

// One row of cells.
test::Options row_of_cells(const std::vector<float>& z, const std::vector<float>& t, const std::vector<float>& p) {
  test::Options options;
  const auto width = static_cast<std::int64_t>(z.size());
  options.given["z"] = {"m", width, 1, z};
  options.given["t"] = {"C", width, 1, t};
  options.given["p"] = {"mm/yr", width, 1, p};
  for (const char* mask : {"ocean", "lake", "river"}) {
    options.given[mask] = {"1", width, 1, std::vector<float>(z.size(), 0)};
  }
  return options;
}

std::vector<std::uint16_t> zones(const std::vector<float>& t, const std::vector<float>& p) {
  return test::build(world(static_cast<int>(t.size()), 1), row_of_cells(std::vector<float>(t.size(), 900), t, p))
      .cells<std::uint16_t>("b.biome");
}

std::string name_of(std::uint16_t code) {
  for (const auto& c : biome::holdridge_classes()) {
    if (c.code == code) return c.name;
  }
  return "none";
}

}  // namespace

TEST_CASE("zones of climates in the text, on bounds too", "[biome.holdridge]") {
  const auto found =
      zones({8, 15, 20, 26, 1.5f, 1.4f, 24, 0.1f, 2, 12}, {600, 1500, 300, 3000, 125, 9000, 8000, 0, 9000, 124});
  const char* const expected[] = {"cool temperate moist forest", "warm temperate moist forest",
                                  "subtropical thorn woodland",  "tropical moist forest",
                                  "subpolar moist tundra",       "polar desert",
                                  "tropical rain forest",        "polar desert",
                                  "subpolar rain tundra",        "warm temperate desert"};
  for (std::size_t k = 0; k < found.size(); ++k) CHECK(name_of(found[k]) == expected[k]);
}

TEST_CASE("all 38 zones can be reached, in the order of the table", "[biome.holdridge]") {
  const float warmth[] = {1, 2, 4, 8, 15, 20, 26}, rain[] = {60, 200, 400, 800, 1500, 3000, 6000, 9000};
  std::vector<float> t, p;
  for (const float warm : warmth) {
    for (const float wet : rain) t.push_back(warm), p.push_back(wet);
  }
  std::vector<std::uint16_t> in_order = zones(t, p);
  in_order.erase(std::unique(in_order.begin(), in_order.end()), in_order.end());
  REQUIRE(in_order.size() == 38);
  for (std::size_t k = 0; k < 38; ++k) CHECK(in_order[k] == 30 + k);
  CHECK(name_of(30) == "polar desert");
  CHECK(name_of(31) == "subpolar dry tundra");
  CHECK(name_of(67) == "tropical rain forest");
}

TEST_CASE("every life zone has a name, a colour and a glyph of its own", "[biome.holdridge]") {
  std::set<std::string> names, glyphs;
  std::set<int> colours;
  for (const auto& c : biome::holdridge_classes()) {
    names.insert(c.name);
    REQUIRE(c.colour);
    colours.insert(c.colour->red << 16 | c.colour->green << 8 | c.colour->blue);
    glyphs.insert(c.glyph);
  }
  CHECK(names.size() == 46);
  CHECK(colours.size() == 46);
  CHECK(glyphs.size() == 46);
}

TEST_CASE("every climate has a life zone", "[biome.holdridge]") {
  const auto stream = terrawright_stream(1, "climates", 8);
  const int n = 100000;
  std::vector<float> t, p;
  for (int k = 0; k < n; ++k) {
    const auto key = terrawright_key_of_row(stream, k, TERRAWRIGHT_FOR_NOISE, 0, 0);
    t.push_back(30 * terrawright_unit(terrawright_word(key, 0)) + 1e-3f);
    p.push_back(12000 * terrawright_unit(terrawright_word(key, 1)));
  }
  auto given = row_of_cells(std::vector<float>(n, 900), t, p);
  for (auto& [name, layer] : given.given) layer.width = 400, layer.height = 250;
  std::set<std::uint16_t> found;
  for (const std::uint16_t code : test::build(world(400, 250), given).cells<std::uint16_t>("b.biome"))
    found.insert(code);
  CHECK(*found.begin() >= 30);
  CHECK(*found.rbegin() <= 67);
}

TEST_CASE("the sea, lakes, rivers, ice and the coast come before the life zone", "[biome.holdridge]") {
  // Deep ocean, shelf, frozen sea, lake below the sea, low land, low land, mountain lake, mountain river, ice.
  auto given = row_of_cells({-900, -199, -20, 5, -5, 5, 800, 700, 2000}, {12, 12, 0, 12, 12, 12, 12, 12, 0},
                            {900, 900, 900, 900, 900, 900, 900, 900, 900});
  given.given["ocean"].cells = {1, 1, 1, 0, 0, 0, 0, 0, 0};
  given.given["lake"].cells = {0, 0, 0, 0, 0, 0, 1, 0, 0};
  given.given["river"].cells = {0, 1, 0, 1, 0, 0, 1, 1, 0};
  const std::string in = ", ocean: ocean, lake: lake, river: river";
  const auto plain = test::build(world(9, 1, "", in), given);
  using Codes = std::vector<std::uint16_t>;
  const auto land = zones({12}, {900})[0];
  CHECK(plain.cells<std::uint16_t>("b.biome") == Codes{1, 2, 6, land, 3, land, 3, land, 5});
  CHECK(plain.cells<std::uint8_t>("b.coast") == std::vector<std::uint8_t>{0, 0, 0, 1, 0, 0, 0, 0, 0});
  // The river's mouth is river, not coast; a lake and the sea stay what they are.
  const auto over = test::build(world(9, 1, "overlays: true", in), given);
  CHECK(over.cells<std::uint16_t>("b.biome") == Codes{1, 2, 6, 4, 3, land, 3, 4, 5});
  CHECK(over.cells<std::uint8_t>("b.coast") == plain.cells<std::uint8_t>("b.coast"));
  given.given["river"].cells[3] = 0;
  CHECK(test::build(world(9, 1, "overlays: true", in), given).cells<std::uint16_t>("b.biome")[3] == biome::coast);
}

TEST_CASE("evaporation over rain, and humidity provinces", "[biome.holdridge]") {
  const auto built =
      test::build(world(5, 1), row_of_cells({9, 9, 9, 9, 9}, {26, 0, 10, 10, 10}, {3000, 100, 0, 589.3f, 50}));
  const auto ratio = built.cells<float>("b.pet_ratio");
  CHECK(ratio[0] == Approx(1532.18 / 3000));
  CHECK(ratio[1] == 0);
  CHECK(ratio[2] == 64);
  CHECK(ratio[3] == Approx(1));
  CHECK(ratio[4] == Approx(11.786));
  const auto province = built.cells<std::uint16_t>("b.humidity");
  CHECK(province[0] == 4);
  CHECK(province[1] == 1);
  CHECK(province[2] == 10);
  CHECK(province[4] == 8);
}

TEST_CASE("bounds and classes of life zones are data", "[biome.holdridge]") {
  const auto given = row_of_cells({900}, {8}, {600});
  const auto code = [&](const std::string& with) {
    return test::build(world(1, 1, with), given).cells<std::uint16_t>("b.biome")[0];
  };
  CHECK(name_of(code("warmth_bounds: [1.5, 3, 9, 12, 18, 24]")) == "boreal wet forest");
  CHECK(name_of(code("rain_bounds: [125, 250, 700, 1000, 2000, 4000, 8000]")) == "cool temperate steppe");
  CHECK_NOTHROW(code("classes: [{code: 43, name: beech, colour: \"#aabbcc\", glyph: b}]"));
  CHECK_THROWS_WITH(code("warmth_bounds: [1, 2]"), Catch::Contains("2 bounds for 7 zones"));
  CHECK_THROWS_WITH(code("warmth_bounds: [1.5, 3, 3, 12, 18, 24]"), Catch::Contains("not above the one before it"));
  CHECK_THROWS_WITH(code("classes: [{code: 68, name: x, colour: \"#aabbcc\", glyph: b}]"),
                    Catch::Contains("there is no class 68"));
}
