// SPDX-License-Identifier: Apache-2.0
// water.inflows: what comes in goes out, at the lowest cell of the edge, under any tiles.
#include "stages/water/terrains.hpp"
#include "support/catch.hpp"

using namespace terrawright;

namespace {

// A valley that falls to the east on 40 x 30 cells of 100 m, lowest in row 11; `with` are parameters of the inflows.
std::string valley(const std::string& with, const std::string& size = "[40, 30]") {
  return "terrawright: 1\nname: t\nworld: {size: " + size +
         ", cell: 100 m, seed: 1}\nstages:\n"
         "  z: {use: shape.formula@1, with: {formula: \"height = 900 - x / 100 + abs(y - 1100) / 10\", unit: m}}\n"
         "  none: {use: shape.formula@1, in: {a: z.height}, with: {formula: \"mask = 0\"}}\n"
         "  rain: {use: shape.formula@1, in: {a: z.height}, with: {formula: \"scalar = 500\", unit: mm/yr}}\n"
         "  cold: {use: shape.formula@1, in: {a: z.height}, with: {formula: \"scalar = 0\", unit: C}}\n"
         "  own: {use: water.runoff@1, in: {rain: rain.scalar, biotemperature: cold.scalar}}\n"
         "  in: {use: water.inflows@1, in: {height: z.height, runoff: own, rain: rain.scalar}, with: {" +
         with +
         "}}\n"
         "  filled: {use: water.fill@1, in: {height: z.height, ocean: none.mask}}\n"
         "  flats: {use: water.flats@1, in: {filled: filled, ocean: none.mask}}\n"
         "  to: {use: water.receivers@1, in: {filled: filled, way: flats.way, ocean: none.mask}}\n"
         "  sum: {use: water.accumulation@1, in: {receivers: to, runoff: in, ocean: none.mask}}\n"
         "  rivers: {use: water.rivers@1, in: {receivers: to, accumulation: sum, ocean: none.mask}}\n"
         "outputs: [{layers: {r: own, i: in, s: in.rain, d: rivers.discharge}}]\n";
}

}  // namespace

TEST_CASE("a river comes in where the edge is lowest, and runs through the map", "[water.inflows]") {
  const std::string world = valley("inflows: [{x: 0 %, y: 50 %, discharge: 7 m3/s}], reach: 1 km");
  const auto built = test::build(world);
  const auto own = built.cells<std::int64_t>("own"), with = built.cells<std::int64_t>("in");
  const auto rain = built.cells<float>("in.rain"), discharge = built.cells<float>("rivers.discharge");
  // 7 m3/s are 7 * 31557600 m3 a year on 10000 m2.
  const double more = 7.0 * 31557600 / 10000 * 1000;
  for (std::size_t c = 0; c < own.size(); ++c) {
    const bool here = c == 11 * 40 + 1;
    CHECK(static_cast<double>(with[c] - own[c]) == Approx(here ? more * 1024 : 0).epsilon(1e-9));
    CHECK(static_cast<double>(rain[c]) == Approx(500 + (here ? more : 0)).epsilon(1e-6));
  }
  CHECK(discharge[11 * 40 + 1] > 7.0f);
  CHECK(discharge[11 * 40 + 38] > discharge[11 * 40 + 1]);
  CHECK(discharge[11 * 40 + 38] < 7.2f);
  test::Options options;
  for (const std::int64_t tile : {5, 16, 33}) {
    options.tile = tile;
    const auto by_tiles = test::build(world, options);
    CHECK(by_tiles.sha256("in") == built.sha256("in"));
  }
}

TEST_CASE("inflows that cannot be are refused", "[water.inflows]") {
  const auto refusal = [](const std::string& with, const std::string& size = "[40, 30]") {
    try {
      test::build(valley(with, size));
    } catch (const std::exception& refused) {
      return std::string(refused.what());
    }
    return std::string();
  };
  CHECK_THAT(refusal("inflows: [{x: 30 %, y: 50 %, discharge: 7 m3/s}]"),
             Catch::Contains("a river comes in at an edge"));
  CHECK_THAT(refusal("inflows: [{x: 0 %, y: 48 %, discharge: 7 m3/s}], reach: 10 m"),
             Catch::Contains("no cell of the edge is within reach of row 1"));
  CHECK(refusal("inflows: []").empty());
  const std::string west = "inflows: [{x: 0 %, y: 50 %, discharge: 7 m3/s}], reach: 100 m";
  CHECK(refusal(west, "[3, 3]").empty());
  for (const std::string size : {"[1, 1]", "[2, 30]", "[30, 2]"})
    CHECK_THAT(refusal(west, size), Catch::Contains("the world needs 3 x 3 cells or more"));
}
