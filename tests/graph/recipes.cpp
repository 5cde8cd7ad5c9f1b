// SPDX-License-Identifier: Apache-2.0
// A recipe changes with all that decides the bits, and with nothing else.
#include <map>

#include "assembled.hpp"

using namespace terrawright;

namespace {

struct Identity {
  std::string recipe, key;
};

// Identity of the node `last`'s first output.
Identity identity(const std::string& world, const std::string& stages) {
  const std::string yaml =
      "terrawright: 1\nname: t\nworld: {" + world + "}\nstages:\n" + stages + "outputs: [{layers: {x: last}}]\n";
  report::Diagnostics diagnostics;
  const auto graph = test::assembled(yaml, diagnostics);
  INFO(diagnostics.text());
  REQUIRE(graph);
  const graph::Node& last = graph->nodes.back();
  for (std::size_t i = 0; i < last.recipes.size(); ++i) {
    if (!last.recipes[i].empty()) return {last.recipes[i], last.keys[i]};
  }
  FAIL("no output has a recipe");
  return {};
}

const std::string plain = "size: [65, 33], cell: 1 km, seed: 1, latitude: 40 deg";
const std::string terrain = "  last: {use: heights.diamond_square@1}\n";
const std::string slope =
    "  terrain: {use: heights.diamond_square@1}\n  high: {use: shape.metres@1, in: {height: terrain, level: 0.1}}\n"
    "  last: {use: shape.slope@1, in: {height: high}}\n";

}  // namespace

TEST_CASE("A fact of the world is in the recipe of those that read it, their readers', and no other", "[recipes]") {
  const auto changes = [](const std::string& world, const std::string& stages) {
    return identity(world, stages).recipe != identity(plain, stages).recipe;
  };
  CHECK_FALSE(changes(plain, terrain));
  CHECK(changes("size: [65, 34], cell: 1 km, seed: 1, latitude: 40 deg", terrain));
  CHECK(changes("size: [65, 33], cell: 1 km, seed: 2, latitude: 40 deg", terrain));
  CHECK(changes("size: [65, 33], cell: 1 km, seed: 2, latitude: 40 deg", slope));
  CHECK_FALSE(changes("size: [65, 33], cell: 2 km, seed: 1, latitude: 40 deg", terrain));
  CHECK(changes("size: [65, 33], cell: 2 km, seed: 1, latitude: 40 deg", slope));
  CHECK_FALSE(changes("size: [65, 33], cell: 1 km, seed: 1, latitude: 41 deg", slope));
  CHECK(changes(plain + ", wrap: x", terrain));
  CHECK_FALSE(changes(plain + ", wrap: none", terrain));
}

TEST_CASE("Names of nodes count where random words are keyed by them, parameters and numbers everywhere", "[recipes]") {
  const std::string recipe = identity(plain, terrain).recipe;
  CHECK(identity(plain, "  last: {use: heights.diamond_square@1, random: other}\n").recipe != recipe);
  CHECK(identity(plain, "  last: {use: heights.diamond_square@1, random: last}\n").recipe == recipe);
  const auto metres = [](const std::string& in, const std::string& with) {
    return identity(plain,
                    "  terrain: {use: heights.diamond_square@1}\n  last: {use: shape.metres@1, in: {height: terrain, "
                    "level: " +
                        in + "}, with: {" + with + "}}\n")
        .recipe;
  };
  CHECK(metres("0.1", "peak: 2 km") == metres("0.10", "peak: 2000 m"));
  CHECK(metres("0.1", "peak: 2 km") != metres("0.2", "peak: 2 km"));
  CHECK(metres("0.1", "peak: 2 km") != metres("0.1", "peak: 3 km"));
}

TEST_CASE("An area is what it makes: so many cells", "[recipes][cells]") {
  const auto recipe = [](const std::string& area, const std::string& cell) {
    const std::string at = "size: [65, 33], cell: " + cell + ", seed: 1";
    return identity(
               at,
               "  z: {use: heights.diamond_square@1}\n  last: {use: sea.islets@1, in: {height: z, level: 0.5}, with: "
               "{min_area: " +
                   area + "}}\n")
        .recipe;
  };
  CHECK(recipe("2 km2", "250 m") == recipe("32", "250 m"));
  CHECK(recipe("2 km2", "250 m") == recipe("32 cells", "1 km"));
  CHECK(recipe("2 km2", "250 m") != recipe("2 km2", "500 m"));
}

TEST_CASE("An area in a composite is one of the world that uses it", "[recipes][cells]") {
  const auto recipe = [](const std::string& last) {
    return identity("size: [65, 33], cell: 250 m, seed: 1", "  z: {use: heights.noise@1}\n  last: " + last + R"(
composites:
  my.land@1:
    doc: Land.
    in: {height: Heights.}
    stages:
      land: {use: sea.islets@1, in: {height: $height, level: 0.5}, with: {min_area: 2 km2}}
    with: {smallest: land.min_area}
    out: {height: land.height}
    main: height
)")
        .recipe;
  };
  const auto plain_one = [&](const std::string& area) {
    return recipe("{use: sea.islets@1, in: {height: z, level: 0.5}, with: {min_area: " + area + "}}");
  };
  CHECK(recipe("{use: my.land@1, in: {height: z}}") == plain_one("32"));
  CHECK(recipe("{use: my.land@1, in: {height: z}, with: {smallest: 1 km2}}") == plain_one("16"));
  CHECK(recipe("{use: my.land@1, in: {height: z}, with: {smallest: 7}}") == plain_one("7"));
}

TEST_CASE("The key is the recipe and the code that makes it", "[recipes]") {
  const Identity one = identity(plain, terrain), other = identity(plain, slope);
  CHECK(one.recipe.size() == 64);
  CHECK(one.key.size() == 64);
  CHECK(one.key != one.recipe);
  CHECK(other.key != one.key);
}
