// SPDX-License-Identifier: Apache-2.0
// water.drainage is its four parts, bit for bit.
#include "support/build.hpp"
#include "support/catch.hpp"

using namespace terrawright;

namespace {

test::Built built(const std::string& nodes, const std::string& layers, std::int64_t tile) {
  test::Options options;
  options.tile = tile;
  return test::build(
      "terrawright: 1\nname: t\nworld: {size: [130, 97], cell: 1 km, seed: 9}\nstages:\n"
      "  terrain: {use: heights.diamond_square@1, with: {seeding: island}}\n"
      "  sea: {use: sea.level@1, in: {height: terrain}}\n"
      "  land: {use: sea.islets@1, in: {height: terrain, level: sea.level}}\n"
      "  metres: {use: shape.metres@1, in: {height: land.height, level: sea.level}}\n" +
          nodes + "outputs: [{layers: {" + layers + "}}]\n",
      options);
}

}  // namespace

TEST_CASE("drainage is its parts, with and without an ocean", "[water.drainage]") {
  for (const bool with_ocean : {true, false}) {
    const std::string ocean = with_ocean ? ", ocean: land.ocean" : "";
    const auto one = built("  d: {use: water.drainage@1, in: {height: metres" + ocean + "}}\n",
                           "a: d, r: d.receivers, f: d.filled, s: d.distance", 50);
    const auto four = built("  filled: {use: water.fill@1, in: {height: metres" + ocean +
                                "}}\n"
                                "  flats: {use: water.flats@1, random: d/flats, in: {filled: filled" +
                                ocean +
                                "}}\n"
                                "  receivers: {use: water.receivers@1, in: {filled: filled, way: flats.way" +
                                ocean +
                                "}}\n"
                                "  accumulation: {use: water.accumulation@1, in: {receivers: receivers" +
                                ocean + "}}\n",
                            "a: accumulation, r: receivers, f: filled, s: flats", 512);
    CHECK(one.sha256("d/accumulation") == four.sha256("accumulation"));
    CHECK(one.sha256("d/receivers") == four.sha256("receivers"));
    CHECK(one.sha256("d/filled") == four.sha256("filled"));
    CHECK(one.sha256("d/flats") == four.sha256("flats"));
  }
}

TEST_CASE("only the parts of drainage run that somebody needs", "[water.drainage]") {
  const auto made = built("  d: {use: water.drainage@1, in: {height: metres}}\n", "f: d.filled", 512);
  CHECK(made.is_layer("d/filled"));
  CHECK_FALSE(made.is_layer("d/flats"));
}

TEST_CASE("water is not led across the edges of a world that wraps", "[water.drainage]") {
  const std::string heights =
      "  terrain: {use: heights.diamond_square@1}\n"
      "  metres: {use: shape.range_map@1, in: {field: terrain}, with: {unit: m}}\n";
  for (const std::string wrap : {"x", "y", "both"}) {
    for (const std::string node : {"water.drainage", "water.breaching", "water.fill"}) {
      INFO(node << ", " << wrap);
      CHECK_THROWS_WITH(test::build("terrawright: 1\nname: t\nworld: {size: [64, 64], cell: 1 km, seed: 9, wrap: " +
                                    wrap + "}\nstages:\n" + heights + "  node: {use: " + node +
                                    "@1, in: {height: metres}}\noutputs: [{layers: {n: node}}]\n"),
                        Catch::Contains("the world wraps"));
    }
  }
}
