// SPDX-License-Identifier: Apache-2.0
// A number in the place of a node's number is that number.
#include "config/quantity.hpp"
#include "support/build.hpp"
#include "support/catch.hpp"

using namespace terrawright;

namespace {

std::string world(const std::string& islets, const std::string& more = "") {
  return "terrawright: 1\nname: t\nworld: {size: [65, 65], cell: 1 km, seed: 3}\n" + more +
         "stages:\n  height: {use: heights.diamond_square@1}\n"
         "  sea: {use: sea.level@1, in: {height: height}, with: {percentile: 60 %}}\n  land: " +
         islets + "\noutputs: [{layers: {sea: sea.land, land: land.height}}]\n";
}

std::string hash(const std::string& yaml) { return test::build(yaml).sha256("land"); }

std::string islets(const std::string& level) {
  return "{use: sea.islets@1, in: {height: height, level: " + level + "}, with: {keep: 1, max_pond: 9}}";
}

}  // namespace

TEST_CASE("a number as it stands runs as the number of a node does", "[engine][numbers]") {
  const test::Built by_node = test::build(world(islets("sea.level")));
  const std::string level = config::canonical(by_node.number("sea.level"));
  CHECK(hash(world(islets(level))) == by_node.sha256("land"));
  CHECK(hash(world(islets("$q"), "knobs: {q: " + level + "}\n")) == by_node.sha256("land"));
  CHECK(hash(world(islets("0.9"))) != by_node.sha256("land"));
  // Into a composite, and inside one.
  const std::string outer =
      "composites:\n  my.land@1: {in: {height: , level: }, stages: {a: {use: sea.islets@1, in: "
      "{height: $height, level: $level}, with: {keep: 1, max_pond: 9}}}, out: {height: a}}\n";
  const std::string inner =
      "composites:\n  my.land@1: {in: {height: }, stages: {a: {use: sea.islets@1, in: "
      "{height: $height, level: " +
      level + "}, with: {keep: 1, max_pond: 9}}}, out: {height: a}}\n";
  const auto composed = [](const std::string& in) { return "{use: my.land@1, in: {height: height" + in + "}}"; };
  CHECK(test::build(world(composed(", level: " + level), outer)).sha256("land/a") == by_node.sha256("land"));
  CHECK(test::build(world(composed(""), inner)).sha256("land/a") == by_node.sha256("land"));
}

TEST_CASE("a number without a declared unit goes by the layers beside it", "[engine][numbers]") {
  const auto curved = [](const std::string& level) {
    return test::build(
               "terrawright: 1\nname: t\nworld: {size: [33, 33], seed: 3}\nstages:\n"
               "  height: {use: heights.diamond_square@1}\n"
               "  metres: {use: shape.metres@1, in: {height: height, level: 0.5}}\n"
               "  curved: {use: shape.curve@1, in: {field: metres, level: " +
               level + "}, with: {points: [[0, 0], [0.5, 0.2], [1, 1]]}}\noutputs: [{layers: {c: curved}}]\n")
        .sha256("curved");
  };
  CHECK(curved("0.12 km") == curved("120 m"));
  CHECK(curved("120 m") != curved("130 m"));
  std::string said;
  try {
    curved("120");
  } catch (const test::BuildFailed& failure) {
    said = failure.what();
  }
  CHECK(said.find("connect a level in the field's unit") != std::string::npos);
}
