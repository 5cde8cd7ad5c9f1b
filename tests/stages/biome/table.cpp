// SPDX-License-Identifier: Apache-2.0
#include "biome/table/table.hpp"

#include <fstream>
#include <limits>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "support/build.hpp"
#include "support/catch.hpp"

using namespace terrawright;
namespace biome = terrawright::biome;

namespace {

using Codes = std::vector<std::uint16_t>;

std::string world(std::size_t width, const std::string& with, const std::string& in) {
  return "terrawright: 1\nname: t\nworld: {size: [" + std::to_string(width) +
         ", 1], cell: 1 km, seed: 42}\n"
         "stages:\n"
         "  z: {use: test.given@1, with: {name: z}}\n"
         "  t: {use: test.given_scalar@1, with: {name: t}}\n"
         "  p: {use: test.given_scalar@1, with: {name: p}}\n"
         "  s: {use: test.given_scalar@1, with: {name: s}}\n"
         "  b: {use: biome.table@1, in: {height: z" +
         in + "}, with: {" + with +
         "}}\n"
         "outputs: [{layers: {b: b.biome, z: z, t: t, p: p, s: s}}]\n";
}

struct Cells {
  std::vector<float> z, t = std::vector<float>(z.size(), 10), p = std::vector<float>(z.size(), 700),
                        s = std::vector<float>(z.size(), 0);
};

Codes built(const Cells& cells, const std::string& with,
            const std::string& in = ", temperature: t, rain: p, slope: s") {
  test::Options options;
  const auto n = static_cast<std::int64_t>(cells.z.size());
  options.given["z"] = {"m", n, 1, cells.z};
  options.given["t"] = {"C", n, 1, cells.t};
  options.given["p"] = {"mm/yr", n, 1, cells.p};
  options.given["s"] = {"1", n, 1, cells.s};
  return test::build(world(cells.z.size(), with, in), options).cells<std::uint16_t>("b.biome");
}

std::string read(const std::string& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

const std::string two = "classes: [[20, wood, \"#2f6b4f\", w], [21, heath, \"#9f6b4f\", h]], ";

}  // namespace

TEST_CASE("the first rule that fits gives the class", "[biome.table]") {
  Cells cells{{50, 200, 200, 200, 600}};
  cells.p = {700, 299, 300, 700, 700};
  cells.s = {0, 0, 0, 0.5f, 0};
  const std::string rules =
      "rules: [{code: 21, height_from: 0.5 km}, {code: 20, rain_from: 300 mm/yr, slope_to: 0.5}, {code: 101}]";
  CHECK(built(cells, two + rules) == Codes{20, 101, 20, 101, 21});
  // Cells without a matching rule are `otherwise`.
  CHECK(built(cells, two + "rules: [{code: 20, height_to: 100}], otherwise: 21") == Codes{20, 21, 21, 21, 21});
  // Heights alone will do, and a row can be a list.
  CHECK(built(cells, two + "rules: [[20, any, any, any, any, 100 m], [21]]", "") == Codes{21, 20, 20, 20, 20});
}

TEST_CASE("the sea and ice come before the rules", "[biome.table]") {
  Cells cells{{-500, -100, -100, 100, 100}};
  cells.t = {10, 10, -9, -8, 10};
  CHECK(built(cells, two + "rules: [[20]]") == Codes{1, 2, 6, 5, 20});
  CHECK(built(cells, two + "rules: [[20]]", "") == Codes{1, 2, 2, 20, 20});
}

TEST_CASE("the default rules take every climate", "[biome.table]") {
  std::mt19937 random(3);
  Cells cells{std::vector<float>(5000)};
  for (std::size_t k = 0; k < cells.z.size(); ++k) {
    cells.z[k] = 1 + static_cast<float>(random() % 4000);
    cells.t[k] = static_cast<float>(random() % 400) / 10 - 7;
    cells.p[k] = static_cast<float>(random() % 5000);
  }
  std::vector<int> found(111);
  for (const std::uint16_t code : built(cells, "")) ++found.at(code);
  for (std::size_t code = 101; code <= 110; ++code) CHECK(found[code] > 0);
}

TEST_CASE("rules that contradict, or leave a gap, are refused before any cell", "[biome.table]") {
  const Cells cells{{100}};
  const auto refused = [&](const std::string& with, const std::string& why, const std::string& in = "") {
    CHECK_THROWS_WITH(built(cells, two + with, in), Catch::Contains(why));
  };
  refused("rules: [[20, any, any, any, any, any, 200 m], {code: 21, height_from: 300 m}]",
          "no rule takes height from 200 m to 300 m");
  refused("rules: []", "no rule takes");
  refused("rules: [{code: 20, height_from: 0 m}]", "height below 0 m");
  refused("rules: [{code: 20, rain_from: 10}]", "rain below 10 mm/yr", ", rain: p");
  refused("rules: [{code: 20, rain_from: 10}]", "needs the input 'rain', which is not connected");
  refused("rules: [{code: 20, height_from: 3, height_to: 3}, {code: 20}]", "which is not above 3 m");
  refused("rules: [{code: 22}]", "there is no class 22; write one of 0 to 7, 20 to 21, 101 to 110");
  refused("rules: [{code: 20}], otherwise: 22", "there is no class 22");
  // Rain is never below 0, so nothing is left out.
  CHECK(built(cells, two + "rules: [{code: 20, rain_from: 0}]", ", rain: p") == Codes{20});
}

TEST_CASE("a cell that no rule takes stops the build", "[biome.table]") {
  Cells cells{{100, 100}};
  cells.p[1] = std::numeric_limits<float>::quiet_NaN();
  CHECK_THROWS_WITH(built(cells, two + "rules: [{code: 20, rain_from: 0}]"), Catch::Contains("no rule takes"));
}

TEST_CASE("a gap is found exactly where there is one", "[biome.table]") {
  std::mt19937 random(1);
  int gaps = 0;
  for (int k = 0; k < 3000; ++k) {
    // Boxes between whole numbers 0 .. 3: every cell between them can be looked at.
    std::vector<biome::Box> boxes(random() % 14);
    for (auto& box : boxes) {
      for (std::size_t m = 0; m < biome::n_measures; ++m) {
        const double a = static_cast<double>(random() % 4), b = a + 1 + static_cast<double>(random() % 3);
        const bool open = m >= 2 || random() % 2 == 0;
        box.from[m] = open || a == 0 ? -biome::unbounded : a;
        box.to[m] = open || b > 3 ? biome::unbounded : b;
      }
    }
    bool covered = true;
    for (int cell = 0; cell < 256; ++cell) {
      const biome::Point at = {cell % 4 + 0.5, cell / 4 % 4 + 0.5, cell / 16 % 4 + 0.5, cell / 64 + 0.5};
      bool held = false;
      for (const auto& box : boxes) held = held || box.holds(at);
      covered = covered && held;
    }
    const auto gap = biome::gap_of(boxes);
    REQUIRE(gap.has_value() == !covered);
    gaps += gap ? 1 : 0;
    if (!gap) continue;
    biome::Point inside;
    for (std::size_t m = 0; m < biome::n_measures; ++m) {
      const double from = std::max(gap->from[m], -9.0), to = std::min(gap->to[m], 9.0);
      inside[m] = (from + to) / 2;
    }
    for (const auto& box : boxes) REQUIRE(!box.holds(inside));
  }
  CHECK(gaps > 300);
  CHECK(gaps < 2700);
}

TEST_CASE("the example's own file gives its biomes, the same in any tiles", "[biome.table]") {
  test::Options options;
  options.path = TERRAWRIGHT_ROOT "/examples/200-biome-table/world.yaml";
  options.set = {"world.size=[600, 91]"};
  const std::string yaml = read(options.path);
  options.tile = 0;
  const test::Built whole = test::build(yaml, options);
  CHECK(whole.statistics("biomes.biome").maximum == 26);
  CHECK(whole.layer("biomes.biome").facts().legend[1].name == "the deep");
  for (const std::int64_t tile : {33, 512}) {
    options.tile = tile;
    CHECK(test::build(yaml, options).sha256("biomes.biome") == whole.sha256("biomes.biome"));
  }
}
