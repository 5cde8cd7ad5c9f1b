// SPDX-License-Identifier: Apache-2.0
#include "config/world.hpp"

#include "support/catch.hpp"
#include "text.hpp"

using namespace terrawright;
using test::load;
using test::place;
using test::says;

namespace {

const std::string head = "terrawright: 1\nname: t\nworld: {size: [65, 33], seed: 42}\n";
const std::string stages = "stages:\n  a: {use: x.y@1}\n";
const std::string outputs = "outputs: [{file: a.exr, layers: {h: a}}]\n";

}  // namespace

TEST_CASE("a small config becomes a world", "[config.world]") {
  const auto [world, said, errors] = load(R"(terrawright: 1
name: island
world: {size: [1025, 513], cell: 25 m, seed: -1, latitude: 50 deg}
knobs:
  sea: {value: 60 %, doc: A share., range: [10 %, 90 %]}
stages:
  high: {use: heights.diamond_square@2, with: {rho: 0.5}, random: height}
  sea: {use: sea.level@1, in: {height: high}, with: {percentile: $sea}}
outputs:
  - {file: "{name}/{seed}.exr", layers: {land: sea.mask, height: high}, range: [-4 km, 2000 m]}
)");
  INFO(said);
  REQUIRE(world);
  CHECK(errors == 0);
  CHECK(world->name == "island");
  CHECK(world->width == 1025);
  CHECK(world->height == 513);
  CHECK(world->cell == 25.0);
  CHECK(world->seed == UINT64_MAX);
  CHECK(world->latitude == 50.0);
  REQUIRE(world->nodes.size() == 2);
  CHECK(world->nodes[0].id == "heights.diamond_square");
  CHECK(world->nodes[0].version == 2);
  CHECK(world->nodes[0].random_name == "height");
  const auto& sea = *world->find_node("sea");
  CHECK(sea.random_name == "sea");
  CHECK(sea.inputs.at(0).port == "height");
  CHECK(sea.inputs.at(0).from.node == "high");
  CHECK(sea.inputs.at(0).from.port.empty());
  CHECK(sea.parameters.at(0).value.text == "60 %");
  CHECK(place(sea.parameters.at(0).value.position) == "5:16+4");
  CHECK(place(sea.parameters.at(0).value.reference) == "8:66+4");
  const auto& output = world->outputs.at(0);
  CHECK(output.final_file == "island/-1.exr");
  CHECK(output.layers.at(0).name == "land");
  CHECK(output.layers.at(0).from.port == "mask");
  CHECK(output.keys.at(0).value.items.at(0).text == "-4 km");  // of a writer, which is not known here
}

TEST_CASE("cell and latitude have defaults", "[config.world]") {
  const auto [world, said, errors] = load(head + stages + outputs);
  INFO(said);
  REQUIRE(world);
  CHECK(world->cell == 1000.0);
  CHECK(world->latitude == 40.0);
}

TEST_CASE("what is missing is reported where it is missing", "[config.world]") {
  const auto [world, said, errors] =
      load("terrawright: 1\nworld: {cell: 1 km}\nstages: {a: {in: {x: b}}}\noutputs: [{}]\n");
  CHECK_FALSE(world);
  CHECK(errors == 6);
  CHECK(says(said, "t.yaml:1:1: error: the config lacks the key 'name'"));
  CHECK(says(said, "t.yaml:2:1: error: the world lacks the key 'size'"));
  CHECK(says(said, "t.yaml:2:1: error: the world lacks the key 'seed'"));
  CHECK(says(said, "t.yaml:3:10: error: the node 'a' lacks the key 'use'"));
  CHECK(says(said, "t.yaml:4:11: error: an output lacks the key 'file'"));
  CHECK(says(said, "t.yaml:4:11: error: an output lacks the key 'layers'"));
}

TEST_CASE("every problem is reported at once", "[config.world]") {
  const auto [text, words] = GENERATE(table<std::string, std::string>({
      {"terrawright: 2", "a config of version '2' cannot be read"},
      {"name: a b", "'a b' cannot be the name of a world"},
      {"name: ../x", "'../x' cannot be the name of a world"},
      {"wrold: {}", "did you mean 'world'?"},
      {"world: {size: 65}", "'size' must be a list, not '65'"},
      {"world: {size: [65]}", "'size' has 1 items"},
      {"world: {size: [0, 5]}", "the width is 0"},
      {"world: {size: [5, 1048578]}", "a world has 1 to 1048577 cells a side"},
      {"world: {size: [010, 5]}", "the width: '010' has a leading zero"},
      {"world: {size: [5, 2.5]}", "the height: '2.5' is not a whole number"},
      {"world: {cell: 0 m}", "'cell' is 0 m"},
      {"world: {cell: 1 deg}", "'cell': '1 deg' is not a length"},
      {"world: {cell: \"1 km\"}", "'cell' must be a number, not the text '1 km'"},
      {"world: {latitude: 91 deg}", "write -90 deg to 90 deg"},
      {"world: {seed: [1]}", "'seed' must be a text, not a list"},
      {"world: {seed: 1.5}", "'seed': '1.5' is not a whole number"},
      {"stages: []", "'stages' must be a map, not a list"},
      {"stages: {}", "'stages' is empty"},
      {"stages: {A: {use: x.y@1}}", "'A' cannot be the name of a node"},
      {"stages: {a: {use: x.y}}", "write x.y@1"},
      {"stages: {a: {use: xy@1}}", "'xy@1' is not the name of a stage"},
      {"stages: {a: {use: x.y@0}}", "'0' is not the version of a stage"},
      {"stages: {a: {use: x.y@01}}", "'01' is not the version of a stage"},
      {"stages: {a: {use: x.y@1x}}", "'1x' is not the version of a stage"},
      {"stages: {a: {use: x.y@1, wiht: {}}}", "did you mean 'with'?"},
      {"stages: {a: {use: x.y@1, in: {x: a.b.c}}}", "'a.b.c' names no node"},
      {"stages: {a: {use: x.y@1, in: {x: [a]}}}", "a node is expected here, not a list"},
      {"stages: {a: {use: x.y@1, with: 3}}", "'with' must be a map, not '3'"},
      {"outputs: {}", "'outputs' must be a list, not a map"},
      {"outputs: []", "'outputs' is empty"},
      {"outputs: [{file: a.exr, layers: {}}]", "'layers' is empty"},
      {"outputs: [{file: a.exr, layers: {H: a}}]", "'H' cannot be the name of a layer"},
      {"outputs: [{file: ../a.exr, layers: {h: a}}]", "leaves the output folder"},
      {"outputs: [{file: x/../../a.exr, layers: {h: a}}]", "leaves the output folder"},
      {"outputs: [{file: /a.exr, layers: {h: a}}]", "is an absolute path"},
      {"outputs: [{file: a/, layers: {h: a}}]", "names no file"},
      {"outputs: [{file: a//b, layers: {h: a}}]", "has an empty part"},
      {"outputs: [{file: 'a\\b', layers: {h: a}}]", "has a '\\' or ':' in it"},
      {"outputs: [{file: \"{nam}.exr\", layers: {h: a}}]", "did you mean 'name'? braces can hold: name, seed, layer"},
      {"outputs: [{file: \"{name.exr\", layers: {h: a}}]", "is never closed"},
      {"outputs: [{file: \"name}.exr\", layers: {h: a}}]", "closes nothing"},
  }));
  INFO(text);
  // Alone, so that everything else is missing: still the one thing is said, beside the rest.
  config::Options options;
  options.writers.emplace();
  const auto [world, said, errors] = load(text + "\n", {}, options);
  INFO(said);
  CHECK_FALSE(world);
  CHECK(errors >= 2);
  CHECK(says(said, words));
}

TEST_CASE("a seed in a file name is what was written, or its bits", "[config.world]") {
  const auto file = [](const std::string& seed) {
    const auto loaded = load("terrawright: 1\nname: t\nworld: {size: [5, 5], seed: " + seed + "}\n" + stages +
                             "outputs: [{file: \"{seed}.exr\", layers: {h: a}}]\n");
    return loaded.world ? loaded.world->outputs[0].final_file : loaded.said;
  };
  CHECK(file("7") == "7.exr");
  CHECK(file("hello") == "hello.exr");
  CHECK(file("../up") == "16557301448944931035.exr");
}

TEST_CASE("a text of a node has the world's name and its seed filled in", "[config.world]") {
  const auto loaded = load(
      "terrawright: 1\nname: isle\nworld: {size: [9, 9], seed: 7}\nstages:\n  a: {use: x.y@1, with: {text: "
      "\"{name}, seed {seed}{seed}, {scale} and {\", n: 3}}\noutputs: [{file: a.exr, layers: {h: a}}]\n");
  INFO(loaded.said);
  REQUIRE(loaded.world);
  CHECK(loaded.world->nodes.at(0).parameters.at(0).value.text == "isle, seed 77, {scale} and {");
}

TEST_CASE("two outputs of one name are refused", "[config.world]") {
  const auto said =
      load(head + stages + "outputs:\n  - {file: \"{name}.exr\", layers: {h: a}}\n  - {file: t.exr, layers: {h: a}}\n")
          .said;
  CHECK(says(said, "t.yaml:8:12: error: two outputs write 't.exr'"));
  CHECK(says(said, "t.yaml:7:12: note: the other one"));
  CHECK(says(load(head + stages + "outputs:\n  - {file: a, layers: {h: a}}\n  - {file: a/b, layers: {h: a}}\n").said,
             "'a' and 'a/b' cannot both be written"));
}

TEST_CASE("outputs may lack a file where that is allowed", "[config.world]") {
  const std::string text = head + stages + "outputs: [{layers: {h: a}}]\n";
  CHECK_FALSE(load(text).world);
  terrawright::config::Options options;
  options.files_required = false;
  const auto loaded = load(text, {}, options);
  REQUIRE(loaded.world);
  CHECK(loaded.world->outputs[0].file.empty());
}

TEST_CASE("an unknown key leaves a world for the graph to look at", "[config.world]") {
  const auto loaded = load(head + "colour: red\n" + stages + outputs);
  CHECK(loaded.world);
  CHECK(loaded.errors == 1);
}

TEST_CASE("no file and no config is an error of nowhere", "[config.world]") {
  terrawright::report::Diagnostics diagnostics;
  CHECK_FALSE(terrawright::config::load(std::string("does_not_exist.yaml"), {}, diagnostics));
  CHECK(diagnostics.text() == "error: there is no file 'does_not_exist.yaml'\n");
}
