// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"
#include "text.hpp"

using test::says;

namespace {

const std::string shore =
    "  my.shore@3:\n"
    "    doc: The sea.\n"
    "    source: Nobody.\n"
    "    in: {height: Any heights., ocean: }\n"
    "    stages:\n"
    "      level: {use: sea.level@1, in: {height: $height}, with: {percentile: 30 %}}\n"
    "      land: {use: sea.islets@1, in: {height: $height, level: level.level}, random: x}\n"
    "    with: {share: level.percentile}\n"
    "    out: {height: land.height, land: land.land}\n"
    "    main: height\n";

test::Loaded load(const std::string& composites, const std::string& more = "") {
  return test::load("terrawright: 1\nname: t\nworld: {size: [5, 5], seed: 1}\n" + more + "composites:\n" + composites +
                    "stages: {a: {use: x.y@1}}\noutputs: [{file: a.exr, layers: {h: a}}]\n");
}

}  // namespace

TEST_CASE("A composite is read with its places", "[composites]") {
  const auto loaded = load(shore);
  INFO(loaded.said);
  REQUIRE(loaded.world);
  REQUIRE(loaded.world->composites.size() == 1);
  const auto& composite = loaded.world->composites.front();
  CHECK(composite.name() == "my.shore@3");
  CHECK(test::place(composite.position) == "5:3+10");
  CHECK(composite.doc == "The sea.");
  CHECK(composite.source == "Nobody.");
  REQUIRE(composite.inputs.size() == 2);
  CHECK(composite.inputs[0].doc == "Any heights.");
  CHECK(composite.inputs[1].name == "ocean");
  CHECK(composite.inputs[1].doc.empty());
  REQUIRE(composite.nodes.size() == 2);
  CHECK(composite.nodes[0].inputs[0].from.outer);
  CHECK(composite.nodes[0].inputs[0].from.port == "height");
  CHECK_FALSE(composite.nodes[1].inputs[1].from.outer);
  CHECK(composite.nodes[1].random_name == "x");
  REQUIRE(composite.parameters.size() == 1);
  CHECK(composite.parameters[0].of.node == "level");
  CHECK(composite.parameters[0].of.port == "percentile");
  REQUIRE(composite.outputs.size() == 2);
  CHECK(composite.main == "height");
}

TEST_CASE("The only output of a composite is its main one; of several one can be", "[composites]") {
  CHECK(load("  a.b@1: {stages: {n: {use: x.y@1}}, out: {o: n}}\n").world->composites[0].main == "o");
  CHECK(load("  a.b@1: {stages: {n: {use: x.y@1}}, out: {o: n, p: n.p}}\n").world->composites[0].main.empty());
}

TEST_CASE("Knobs belong to the world: `$name` is an input inside a composite", "[composites]") {
  CHECK(says(load("  a.b@1: {stages: {n: {use: x.y@1, with: {list: [1, $k]}}}, out: {o: n}}\n").said,
             "a composite cannot use knobs, and '$k' looks like one"));
  CHECK(load("  a.b@1: {stages: {n: {use: x.y@1, with: {text: \"$k\"}}}, out: {o: n}}\n").errors == 0);
  CHECK(says(load("  a.b@1: {in: {h: }, stages: {n: {use: x.y@1, in: {h: $h.x}}}, out: {o: n}}\n").said,
             "'$h.x' names no input of the composite"));
  CHECK(says(load("  a.b@1: {in: {h: }, stages: {n: {use: x.y@1, in: {h: $h}}}, out: {o: $h}}\n").said,
             "'$h' names no node"));
  const auto outside = test::load(
      "terrawright: 1\nname: t\nworld: {size: [5, 5], seed: 1}\nstages: {a: {use: x.y@1, in: {h: $h}}}\n"
      "outputs: [{file: a.exr, layers: {h: a}}]\n");
  CHECK(says(outside.said, "there is no knob 'h'"));
}
