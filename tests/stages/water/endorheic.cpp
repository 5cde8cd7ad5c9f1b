// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <numeric>

#include "closing.hpp"
#include "support/catch.hpp"
#include "terrains.hpp"

using namespace terrawright;
using test::Land;

namespace {

// `evaporation` in the unit of the runoff: 1/1024 mm/yr.
// `rain`: of all cells, in the same unit; below 0 none is connected.
test::Built closed(const Land& land, const std::vector<float>& evaporation, const std::string& with = "min_area: 1",
                   float rain = -1) {
  test::Options options;
  options.given["z"] = {"m", land.width, land.height, land.z};
  options.given["ocean"] = {"1", land.width, land.height, land.ocean};
  options.given["runoff"] = {"mm/yr/1024", land.width, land.height, land.runoff};
  std::vector<float> loss;
  for (const float of_cell : evaporation) loss.push_back(of_cell / 1024);
  options.given["rain"] = {"mm/yr", land.width, land.height, std::vector<float>(land.z.size(), rain / 1024)};
  options.given["loss"] = {"mm/yr", land.width, land.height, loss};
  return test::build(
      "terrawright: 1\nname: t\nworld: {size: [" + std::to_string(land.width) + ", " + std::to_string(land.height) +
          "], seed: 42}\nstages:\n"
          "  z: {use: test.given@1, with: {name: z}}\n"
          "  ocean: {use: test.given_mask@1, with: {name: ocean}}\n"
          "  runoff: {use: test.given_count@1, with: {name: runoff}}\n"
          "  loss: {use: test.given_scalar@1, with: {name: loss}}\n" +
          (rain < 0 ? "" : "  rain: {use: test.given_scalar@1, with: {name: rain}}\n") +
          "  filled: {use: water.fill@1, in: {height: z, ocean: ocean}}\n"
          "  flats: {use: water.flats@1, in: {filled: filled, ocean: ocean}}\n"
          "  receivers: {use: water.receivers@1, in: {filled: filled, way: flats.way, ocean: ocean}}\n"
          "  closed:\n    use: water.endorheic@1\n"
          "    in: {height: z, filled: filled, receivers: receivers, runoff: runoff, evaporation: loss, " +
          (rain < 0 ? "" : "rain: rain, ") + "ocean: ocean}\n    with: {" + with +
          "}\n"
          "  again: {use: water.drainage@1, in: {height: z, runoff: runoff, ocean: closed.sinks}}\n"
          "  water:\n    use: shape.formula@1\n"
          "    in: {a: again.filled, b: closed.level, mask: closed.lake}\n"
          "    with: {formula: \"select(mask, b, a)\", unit: m}\n"
          "  lakes:\n    use: water.lakes@1\n"
          "    in: {height: z, filled: water, receivers: again.receivers, accumulation: again, ocean: ocean}\n"
          "outputs: [{layers: {s: closed.sinks, l: closed.lake, d: closed.depth, f: filled, a: again.filled, "
          "t: lakes.table}}]\n",
      options);
}
test::Built closed(const Land& land, double evaporation, const std::string& with = "min_area: 1") {
  return closed(land, std::vector<float>(land.z.size(), static_cast<float>(evaporation)), with);
}

int cells_of_mask(const test::Built& built, const char* mask) {
  const auto all = built.cells<std::uint8_t>(mask);
  return std::accumulate(all.begin(), all.end(), 0);
}

// Water springs in the upper of two hollows, and runs over a gate into the lower one, and on.
Land two_hollows() {
  Land land;
  land.width = 10;
  land.height = 5;
  land.z.assign(50, 9);
  land.ocean.assign(50, 0);
  land.runoff.assign(50, 0);
  const float along[] = {0, 3, 1, 1, 5, 2, 2, 9, 9, 9};
  for (int x = 0; x < 10; ++x) land.z[land.at(x, 2)] = along[x];
  land.runoff[land.at(6, 2)] = 10;
  return land;
}

// A slope on which hollow lies below hollow, each rough inside; ties among the levels; hardly any ocean.
Land hollows(unsigned seed) {
  std::mt19937 random(seed);
  Land land;
  land.width = 8 + static_cast<int>(random() % 14);
  land.height = 6 + static_cast<int>(random() % 8);
  const auto rough = 4 + random() % 12;
  for (int y = 0; y < land.height; ++y) {
    for (int x = 0; x < land.width; ++x) {
      const bool rim = y == 0 || y + 1 == land.height || x % 5 == 0;
      land.z.push_back(static_cast<float>(x) + static_cast<float>(random() % rough) + (rim ? 8.0f : 0.0f));
      land.ocean.push_back(random() % 60 == 0 ? 1.0f : 0.0f);
      land.runoff.push_back(land.ocean.back() != 0 ? 0.0f : static_cast<float>(random() % 1000));
    }
  }
  return land;
}

}  // namespace

TEST_CASE("a lake shrinks until it loses what flows in", "[water.endorheic]") {
  const Land toy = test::toy();                              // the hollow and its gate: ten cells of runoff 1
  CHECK(cells_of_mask(closed(toy, 1), "closed.lake") == 0);  // more flows in than evaporates
  const auto built = closed(toy, 2);
  CHECK(cells_of_mask(built, "closed.lake") == 5);
  CHECK(built.cells<float>("closed.depth")[toy.at(3, 3)] == 1.0f);
  CHECK(cells_of_mask(closed(toy, 10), "closed.lake") == 1);
  CHECK(cells_of_mask(closed(toy, 11), "closed.lake") == 0);  // a salt pan
  CHECK(cells_of_mask(closed(toy, 11), "closed.sinks") == 24 + 1);
  CHECK(cells_of_mask(closed(toy, 11, "min_area: 10"), "closed.sinks") == 24);
}

TEST_CASE("in a cone of even rain a lake is so large that its evaporation less its rain is what runs off",
          "[water.endorheic]") {
  Land cone;
  cone.width = cone.height = 201;
  for (int y = 0; y < 201; ++y) {
    for (int x = 0; x < 201; ++x) cone.z.push_back(1 + static_cast<float>(std::hypot(x - 100, y - 100)));
  }
  cone.ocean.assign(cone.z.size(), 0);
  cone.runoff.assign(cone.z.size(), 60);
  const double inside = 199 * 199;  // all cells but the border drain to the middle
  for (const float rain : {-1.0f, 30.0f, 300.0f, 900.0f}) {
    const auto built = closed(cone, std::vector<float>(cone.z.size(), 1500), "min_area: 1", rain);
    // area (1500 - rain) = 60 (inside - area)
    const double area = 60 * inside / (rain < 0 ? 1500.0 : 1500.0 - static_cast<double>(rain) + 60);
    INFO("rain " << rain);
    const int cells = cells_of_mask(built, "closed.lake");
    CHECK(cells <= area);
    CHECK(cells > area - 1);
    CHECK(built.cells<float>("closed.depth")[cone.at(100, 100)] ==
          Approx(std::sqrt(area / std::acos(-1.0))).margin(0.5));
    const auto& table = built.table("lakes.table");
    REQUIRE(table.rows == 1);
    CHECK(table.reals("area")[0] <= cells);  // some of eight equal cells are as high as the level
    CHECK(table.reals("area")[0] > cells - 8);
    CHECK(table.integers("endorheic")[0] == 1);
    CHECK(table.reals("outflow")[0] == 0);
  }
  const auto open = closed(cone, std::vector<float>(cone.z.size(), 300), "min_area: 1", 290);
  CHECK(cells_of_mask(open, "closed.lake") == 0);
  CHECK(open.table("lakes.table").integers("endorheic")[0] == 0);
  CHECK(open.table("lakes.table").reals("outflow")[0] > 0);
}

TEST_CASE("what a closed lake keeps does not reach the next", "[water.endorheic]") {
  const Land land = two_hollows();
  const auto at = [&](const test::Built& built, int x) {
    return static_cast<int>(built.cells<std::uint8_t>("closed.sinks")[land.at(x, 2)]);
  };
  const auto open = closed(land, 3);  // 6 of 10 in each
  CHECK(cells_of_mask(open, "closed.lake") == 0);
  const auto shut = closed(land, 6);  // 12 of 10 in the upper one, so nothing for the lower one
  CHECK(at(shut, 5) == 1);
  CHECK(at(shut, 6) == 0);
  CHECK(cells_of_mask(shut, "closed.lake") == 1);
  CHECK(at(shut, 2) == 1);
  CHECK(at(shut, 3) == 0);
}

TEST_CASE("the drier the air, the less is under water, and closed hollows are not filled again", "[water.endorheic]") {
  const Land land = test::fractal_land(129, 97, 4, 0);
  int before = 0, most = 0;
  for (const double loss : {0.0, 100000.0, 400000.0, 1600000.0, 6400000.0}) {
    const auto built = closed(land, loss, "min_area: 9");
    const auto filled = built.cells<float>("filled"), again = built.cells<float>("again/filled");
    const auto sinks = built.cells<std::uint8_t>("closed.sinks");
    int flooded = 0;
    for (std::size_t c = 0; c < filled.size(); ++c) {
      CHECK(again[c] <= filled[c]);
      flooded += again[c] > land.z[c] || (sinks[c] && land.ocean[c] == 0);
    }
    if (loss > 0) CHECK(flooded <= before);
    before = flooded;
    most = std::max(most, cells_of_mask(built, "closed.lake"));
  }
  CHECK(most > 20);
}

TEST_CASE("closed lakes of some hundred small lands are those of a reference written apart", "[water.endorheic]") {
  int lakes = 0, pans = 0, open = 0, starved = 0;
  for (unsigned seed = 1; seed <= 600; ++seed) {
    const Land land = hollows(seed);
    std::mt19937 random(seed);
    const unsigned most = 1u << (4 + random() % 8);
    std::vector<float> evaporation;
    std::vector<std::int64_t> loss;
    for (std::size_t c = 0; c < land.z.size(); ++c) {
      loss.push_back(seed % 4 == 0 ? most : random() % (4 * most));
      evaporation.push_back(static_cast<float>(loss.back()));
    }
    const std::size_t min_area = 1 + seed % 3;
    INFO("seed " << seed);
    const auto built = closed(land, evaporation, "min_area: " + std::to_string(min_area));
    const test::Closed expected = test::close(land, test::drain(land), loss, min_area);
    REQUIRE(built.cells<std::uint8_t>("closed.sinks") == expected.sinks);
    REQUIRE(built.cells<std::uint8_t>("closed.lake") == expected.lake);
    REQUIRE(built.cells<float>("closed.depth") == expected.depth);
    REQUIRE(built.number("closed.lakes") == expected.lakes);
    const auto cells_of_land = static_cast<double>(std::count(land.ocean.begin(), land.ocean.end(), 0.0f));
    const double share = cells_of_land == 0 ? 0.0 : 100 * cells_of_mask(built, "closed.lake") / cells_of_land;
    REQUIRE(built.number("closed.share") == share);
    lakes += expected.lakes;
    pans += expected.pans;
    open += expected.open;
    starved += expected.starved;
  }
  // Each fate was met often, and so were lakes that close as what is above them keeps its water.
  CHECK(lakes > 300);
  CHECK(pans > 50);
  CHECK(open > 300);
  CHECK(starved > 30);
}
