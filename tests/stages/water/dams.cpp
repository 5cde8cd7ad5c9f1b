// SPDX-License-Identifier: Apache-2.0
// Lakes behind dams: how many and how large, water up to the outlet, the same bits for all tiles.
#include <algorithm>
#include <map>

#include "support/build.hpp"
#include "support/catch.hpp"
#include "support/stage_runs.hpp"
#include "water/directions.hpp"

const terrawright_stage* terrawright_stage_dams_of_water();

using namespace terrawright;

namespace {

// Valleys of a slope down to the sea.
std::string valleys(const std::string& dams, int side = 193) {
  const std::string size = std::to_string(side);
  return "terrawright: 1\nname: t\nworld: {size: [" + size + ", " + size +
         "], cell: 100 m, seed: 7}\n"
         "stages:\n"
         "  hills: {use: heights.noise@1, with: {kind: gradient, wavelength: 6 km}}\n"
         "  metres: {use: shape.formula@1, in: {a: hills}, with: {formula: '700 * (0.9 - v) + 120 * a', unit: m}}\n"
         "  land: {use: sea.islets@1, in: {height: metres}, with: {max_pond: 100 km2}}\n"
         "  drained: {use: water.breaching@1, in: {height: land.height, ocean: land.ocean}}\n"
         "  eroded: {use: erosion.alluvial@1, in: {height: drained, ocean: land.ocean}, with: {steps: 2, step: 200000 "
         "yr}}\n"
         "  ground: {use: shape.formula@1, in: {a: eroded}, with: {formula: a, unit: m}}\n"
         "  dams:\n    use: water.dams@1\n"
         "    in: {height: ground, receivers: eroded.receivers, area: eroded.area}\n"
         "    with: {catchment: 3 km2, spacing: 800 m, highest: 40 m" +
         dams +
         "}\n"
         "  filled: {use: water.fill@1, in: {height: dams, ocean: land.ocean}}\n"
         "outputs: [{layers: {e: ground, d: dams, f: filled, t: dams.table}}]\n";
}

}  // namespace

TEST_CASE("water stands behind each dam up to its outlet, on the area that the table tells", "[water.dams]") {
  const test::Built built = test::build(valleys(", per_1000_km2: 15, least: 0.1 km2"));
  const auto before = built.cells<float>("ground"), after = built.cells<float>("dams"),
             filled = built.cells<float>("filled");
  const auto& lakes = built.table("dams.table");
  REQUIRE(lakes.rows >= 20);
  CHECK(built.number("dams.lakes") == static_cast<double>(lakes.rows));
  std::map<float, double> under;  // water of each level, cells
  for (std::size_t c = 0; c < after.size(); ++c) {
    REQUIRE(after[c] >= before[c]);
    if (filled[c] > after[c]) under[filled[c]] += 1;
  }
  std::map<float, double> told;
  for (std::size_t i = 0; i < lakes.rows; ++i) {
    const auto level = static_cast<float>(lakes.reals("level")[i]);
    told[level] += lakes.reals("area")[i] * 100;
    const terrawright_point at = lakes.points[i];
    const auto outlet = static_cast<std::size_t>(at.y * 193 + at.x);
    CHECK(after[outlet] == level);
    CHECK(level - before[outlet] == Approx(lakes.reals("dam_height")[i]));
    CHECK(level - before[outlet] <= 40);
  }
  for (const auto& [level, cells] : told) {
    INFO(level);
    CHECK(under[level] == Approx(cells));
  }
}

TEST_CASE("half of the lakes are at least twice as large as the smallest; none is smaller", "[water.dams]") {
  const test::Built built = test::build(valleys(", per_1000_km2: 20, least: 0.1 km2"));
  const auto& lakes = built.table("dams.table");
  std::vector<double> areas;
  for (std::size_t i = 0; i < lakes.rows; ++i) areas.push_back(lakes.reals("area")[i]);
  std::sort(areas.begin(), areas.end());
  REQUIRE(areas.size() >= 30);
  CHECK(areas.front() >= 0.1);
  const auto twice = static_cast<double>(areas.end() - std::lower_bound(areas.begin(), areas.end(), 0.2));
  CHECK(twice / static_cast<double>(areas.size()) == Approx(0.5).margin(0.12));
  CHECK(test::build(valleys(", per_1000_km2: 0")).number("dams.lakes") == 0);
}

TEST_CASE("dams do not depend on tiles", "[water.dams]") {
  const std::string world = valleys(", per_1000_km2: 15, least: 0.1 km2, face: 0.1");
  const test::Built whole = test::build(world);
  REQUIRE(whole.number("dams.lakes") > 10);
  for (const int tile : {32, 47, 64}) {
    test::Options options;
    options.tile = tile;
    const test::Built tiled = test::build(world, options);
    CHECK(tiled.sha256("dams") == whole.sha256("dams"));
    CHECK(tiled.sha256("dams.table") == whole.sha256("dams.table"));
  }
}

TEST_CASE("heights that are no numbers, and classes that are no directions, are refused by dams", "[water.dams]") {
  testing::StageRun run(terrawright_stage_dams_of_water(), 4, 4);
  std::vector<float> height(16, 5);
  height[6] = std::nanf("");
  run.cell(100).unit("height", "m").input("height", height);
  run.input<Class>("receivers", std::vector<std::uint16_t>(16, 0)).legend("receivers", water::receiver_legend());
  run.input<Scalar>("area", std::vector<float>(16, 1e4f)).unit("area", "m2");
  CHECK(test::says(test::refusal(run), "height: a height is NaN at cell (2, 1)"));
  CHECK(test::says(test::refusal(run.legend("receivers", {{0, "land", {0, 0, 0, 255}, "."}})), "not the directions"));
}
