// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"
#include "text.hpp"

using namespace terrawright;
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

namespace {

// A node that is repeated, and the number of times as a parameter.
std::string repeated(const std::string& node, const std::string& with = "n: {value: 3, range: [1, 9], doc: Times.}") {
  return "  a.b@1: {in: {h: }, stages: {f: {use: x.y@1, in: {h: $h}" + node + "}}, with: {" + with +
         "}, out: {o: f}}\n";
}

}  // namespace

TEST_CASE("a node of a composite is read with how often it stands there", "[composites]") {
  const auto loaded = load(repeated(", repeat: $n, then: {h: f}"));
  INFO(loaded.said);
  REQUIRE(loaded.errors == 0);
  const auto& composite = loaded.world->composites.front();
  REQUIRE(composite.nodes.front().repeat);
  CHECK(composite.nodes.front().repeat->parameter == "n");
  REQUIRE(composite.nodes.front().then.size() == 1);
  CHECK(composite.nodes.front().then[0].from.node == "f");
  REQUIRE(composite.parameters.size() == 1);
  REQUIRE(composite.parameters[0].count);
  CHECK(composite.parameters[0].count->value == 3);
  CHECK(composite.parameters[0].count->most == 9);
  CHECK(composite.parameters[0].count->doc == "Times.");
  CHECK(load(repeated(", repeat: 1000, then: {h: f}", "")).world->composites[0].nodes[0].repeat->times == 1000);
}

TEST_CASE("what is wrong with a repetition is said where it stands", "[composites]") {
  const auto said = [](const std::string& node, const std::string& with = "n: {value: 3}") {
    const auto loaded = load(repeated(node, with));
    CHECK(loaded.errors > 0);
    CHECK(loaded.said.find("t.yaml:5:") != std::string::npos);
    return loaded.said;
  };
  for (const char* times : {"0", "1001", "-1", "1.5", "\"3\"", "[3]", "many"}) {
    CHECK(says(said(std::string(", repeat: ") + times + ", then: {h: f}", ""), "'repeat'"));
  }
  CHECK(says(said(", repeat: 1001, then: {h: f}", ""), "write a whole number of 1 to 1000"));
  CHECK(says(said(", repeat: $m, then: {h: f}"), "has no number of times 'm'"));
  CHECK(says(said(", repeat: $m, then: {h: f}", "m: f.size"), "has no number of times 'm'"));
  CHECK(says(said(", repeat: 3"), "repeating the node 'f' has no effect"));
  CHECK(says(said(", repeat: 3, then: {h: $h}"), "repeating the node 'f' has no effect"));
  CHECK(says(said(", then: {h: f}"), "has 'then', and is not repeated"));
  CHECK(says(said(", repeat: 3, then: {h: $k, g: f}"), "has no input 'k'"));
  CHECK(says(said(""), "is repeated as often as its parameter 'n' says"));
  const std::string fine = ", repeat: $n, then: {h: f}";
  CHECK(says(said(fine, "n: {}"), "lacks the key 'value'"));
  CHECK(says(said(fine, "n: {value: 1001}"), "write a whole number of 1 to 1000"));
  CHECK(says(said(fine, "n: {value: 5, range: [1, 4]}"), "write 1 to 4"));
  CHECK(says(said(fine, "n: {value: 5, range: [9, 4]}"), "the upper end of 'range' is 4"));
  CHECK(says(said(fine, "n: {value: 5, range: [0, 9]}"), "the lower end of 'range' is 0"));
  CHECK(says(said(fine, "n: {value: 5, range: [1, 2, 3]}"), "'range' is the lowest and the highest"));
  CHECK(says(said(fine, "n: {value: 5, unit: m}"), "has no key 'unit'"));

  const auto world = test::load(
      "terrawright: 1\nname: t\nworld: {size: [5, 5], seed: 1}\nstages: {a: {use: x.y@1, repeat: 3, then: {h: a}}}\n"
      "outputs: [{file: a.exr, layers: {h: a}}]\n");
  CHECK(says(world.said, "'repeat' is for the nodes of composites"));
}

TEST_CASE("a composite may have a revision of its own", "[composites]") {
  const auto with = [](const std::string& revision) {
    return load("  a.b@1: {" + revision + "stages: {n: {use: x.y@1}}, out: {o: n}}\n");
  };
  CHECK(with("").world->composites[0].revision == 0);
  CHECK(with("revision: 7, ").world->composites[0].revision == 7);
  for (const char* wrong : {"0", "-1", "x", "1.5", "[2]", "1000001"}) {
    CHECK(says(with(std::string("revision: ") + wrong + ", ").said, "'revision' of the composite 'a.b@1' must be"));
  }
}
