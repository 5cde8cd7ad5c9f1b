// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"
#include "text.hpp"

using namespace terrawright;
using test::load;
using test::says;

namespace {

test::Loaded with(const std::string& knobs, const std::string& parameters, const std::vector<std::string>& set = {}) {
  return load("terrawright: 1\nname: t\nworld: {size: [5, 5], seed: 1}\nknobs: " + knobs +
                  "\nstages: {a: {use: x.y@1, with: " + parameters + "}}\noutputs: [{file: a.exr, layers: {h: a}}]\n",
              set);
}

}  // namespace

TEST_CASE("a knob is a whole value of any type", "[config.knobs]") {
  const auto [world, said, errors] =
      with("{k: 3 m, l: [1, 2], m: {value: true}}", "{p: $k, q: $l, r: [[$m]], s: \"$k\"}");
  INFO(said);
  REQUIRE(world);
  CHECK(errors == 0);
  const auto& parameters = world->nodes[0].parameters;
  CHECK(parameters[0].value.text == "3 m");
  CHECK(parameters[1].value.items.size() == 2);
  CHECK(parameters[2].value.items[0].items[0].text == "true");
  CHECK(parameters[3].value.text == "$k");  // quoted is text
  CHECK(world->document.find("stages")->value.find("a")->value.find("with")->value.find("p")->value.text == "$k");
}

TEST_CASE("knobs stand in the world and in ranges too", "[config.knobs]") {
  const auto [world, said, errors] = load(
      "terrawright: 1\nname: t\nworld: {size: [$n, 5], seed: 1, cell: $c}\nknobs: {n: 9, c: 2 km, top: 1 km}\n"
      "stages: {a: {use: x.y@1}}\noutputs: [{file: a.exr, layers: {h: a}, range: [0 m, $top]}]\n");
  INFO(said);
  REQUIRE(world);
  CHECK(world->width == 9);
  CHECK(world->cell == 2000.0);
  CHECK(world->outputs[0].keys.at(0).value.items.at(1).text == "1 km");
}

TEST_CASE("what is wrong with knobs is said", "[config.knobs]") {
  CHECK(says(with("{sea: 1}", "{p: $sae, q: $sea}").said, "t.yaml:5:36: error: there is no knob 'sae'"));
  CHECK(says(with("{sea: 1}", "{p: $sae, q: $sea}").said, "did you mean 'sea'?"));
  CHECK(says(with("{sea: 1}", "{p: $sea*2, q: $sea}").said, "'$name' is a whole value, never an expression"));
  CHECK(says(with("{}", "{p: $x}").said, "add it under 'knobs'"));
  CHECK(says(with("{sea: 1}", "{p: 2}").said, "t.yaml:4:9: error: nothing uses the knob 'sea'"));
  CHECK(says(with("{a: 1, b: $a}", "{p: $b, q: $a}").said, "a knob cannot stand for another knob"));
  CHECK(says(with("{a: }", "{p: $a}").said, "the knob 'a' has no value"));
  CHECK(says(with("{a: {doc: x}}", "{p: $a}").said, "the knob 'a' lacks the key 'value'"));
  CHECK(says(with("{a: {value: 1, dco: x}}", "{p: $a}").said, "did you mean 'doc'?"));
  CHECK(says(with("[1]", "{}").said, "'knobs' must be a map, not a list"));
}

TEST_CASE("a name of no knob is told once", "[config.knobs]") {
  CHECK(load("terrawright: 1\nname: t\nworld: {size: [$x, 5], seed: 1, cell: $y}\nstages: {a: {use: x.y@1}}\n"
             "outputs: [{file: a.exr, layers: {h: a}}]\n")
            .errors == 2);
}

TEST_CASE("a knob keeps to its range, whatever the unit", "[config.knobs]") {
  const std::string knob = "{k: {value: 500 m, range: [0.5 km, 1 km]}}";
  CHECK(with(knob, "{p: $k}").errors == 0);
  CHECK(with(knob, "{p: $k}", {"knobs.k=1000 m"}).errors == 0);
  const auto said = with(knob, "{p: $k}", {"knobs.k=1001 m"}).said;
  CHECK(says(said, "--set:1:9: error: the knob 'k' is 1001 m; its range is 0.5 km to 1 km"));
  CHECK(says(said, "t.yaml:4:35: note: the range"));
  CHECK(says(with(knob, "{p: $k}", {"knobs.k=1 deg"}).said, "the knob 'k': '1 deg' is not a length"));
}

TEST_CASE("knobs cannot be an alias bomb", "[config.knobs]") {
  std::string list = "[0", uses = "[$k";
  for (int i = 0; i < 1000; ++i) list += ", 0", uses += ", $k";
  CHECK(says(with("{k: " + list + "]}", "{p: " + uses + "]}").said, "the config has more than 262144 values"));
}
