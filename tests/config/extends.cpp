// SPDX-License-Identifier: Apache-2.0
// A world that starts from another one: merged, replaced and deleted values, and positions of errors.
#include "config/yaml/extends.hpp"

#include "config/yaml/written.hpp"
#include "support/catch.hpp"
#include "text.hpp"

using namespace terrawright;
using test::says;

namespace {

const std::string base =
    "terrawright: 1\nname: base\nworld: {size: [9, 9], cell: 2 km, seed: 1}\n"
    "knobs:\n  sea: {value: 60 %, range: [10 %, 90 %], doc: Sea.}\n  far: 3\n"
    "stages:\n  a: {use: x.a@1, with: {p: $sea, q: 2}}\n  b: {use: x.b@1, in: {h: a, m: a}, with: {far: $far}}\n"
    "outputs:\n  - {file: \"{name}.exr\", layers: {h: b, a: a}}\n  - {file: b.png, layers: {h: b}}\n"
    "  - {tiles: {side: 4, file: \"t_{x}_{y}.png\"}, layers: {h: b}}\n"
    "expect:\n  - {name: land, that: max(a) > 1}\n  - {name: hills, that: max(b) > 2}\n";
const std::string child = "terrawright: 1\nname: child\nextends: base.yaml\n";

class Worlds : public test::ConfigFolder {
 public:
  Worlds() { write("in/base.yaml", base); }
  test::Loaded load(const std::string& text, const std::vector<std::string>& set = {}) const {
    write("in/main.yaml", text);
    return test::ConfigFolder::load(set);
  }
  // The same, and that it has no error.
  config::World good(const std::string& text, const std::vector<std::string>& set = {}) const {
    auto loaded = load(text, set);
    INFO(loaded.said);
    CHECK(loaded.errors == 0);
    REQUIRE(loaded.world);
    return *std::move(loaded.world);
  }
};

std::string parameter(const config::World& world, const std::string& node, const std::string& name) {
  const config::Node* const found = world.find_node(node);
  if (!found) return "no node";
  for (const config::Entry& entry : found->parameters)
    if (entry.key == name) return entry.value.text;
  return "none";
}

std::vector<std::string> files(const config::World& world) {
  std::vector<std::string> names;
  for (const config::Output& output : world.outputs) names.push_back(output.final_file);
  return names;
}

std::vector<std::string> expected(const config::World& world) {
  std::vector<std::string> names;
  for (const config::Expectation& expectation : world.expectations) names.push_back(expectation.name);
  return names;
}

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("A world that extends another has all of it, under its own name", "[config.extends]") {
  const Worlds worlds;
  const config::World world = worlds.good(child);
  CHECK(world.name == "child");
  CHECK(world.width == 9);
  CHECK(world.cell == 2000);
  CHECK(parameter(world, "a", "p") == "60 %");
  CHECK(files(world) == Names{"child.exr", "b.png", "t_{x}_{y}.png"});
  CHECK(expected(world) == Names{"land", "hills"});
  CHECK(world.document.position.source->name == (worlds.path() / "in/main.yaml").string());
}

TEST_CASE("Maps are merged, values take the place of the other's", "[config.extends]") {
  const Worlds worlds;
  const config::World world =
      worlds.good(child +
                  "world: {seed: 7, latitude: 10 deg}\nknobs: {sea: 70 %, far: {doc: How far.}}\n"
                  "stages:\n  a: {with: {q: 5, r: 6}}\n  b: {in: {m: c}}\n  c: {use: x.c@1}\n");
  CHECK(world.width == 9);
  CHECK(world.seed == 7);
  CHECK(world.latitude == 10);
  CHECK(parameter(world, "a", "p") == "70 %");
  CHECK(parameter(world, "a", "q") == "5");
  CHECK(parameter(world, "a", "r") == "6");
  CHECK(parameter(world, "b", "far") == "3");
  REQUIRE(world.find_node("b")->inputs.size() == 2);
  CHECK(world.nodes.size() == 3);
  CHECK(world.knobs[0].doc == "Sea.");
  CHECK(world.knobs[1].doc == "How far.");
}

TEST_CASE("A node that uses another stage is a new one; the same stage is a change", "[config.extends]") {
  const Worlds worlds;
  const config::World world =
      worlds.good(child + "stages:\n  a: {use: x.other@1, with: {z: 1}}\n  b: {use: x.b@1, with: {far: 4}}\n");
  CHECK(world.find_node("a")->id == "x.other");
  CHECK(parameter(world, "a", "p") == "none");
  CHECK(parameter(world, "b", "far") == "4");
  CHECK(world.find_node("b")->inputs.size() == 2);
}

TEST_CASE("A key with nothing behind it takes away", "[config.extends]") {
  const Worlds worlds;
  const config::World world = worlds.good(child +
                                          "world: {cell: }\nknobs: {far: }\nstages:\n  a: {with: {q: }}\n  b:\n"
                                          "outputs: [{file: a.exr, layers: {a: a}}]\nexpect: {hills: }\n");
  CHECK(world.cell == 1000);
  CHECK(world.knobs.size() == 1);
  CHECK(parameter(world, "a", "q") == "none");
  CHECK_FALSE(world.find_node("b"));
  CHECK(expected(world) == Names{"land"});
  // A section whose lines are all comments says nothing.
  CHECK(worlds.good(child + "knobs:\n  # sea: 1 %\nstages:\noutputs:\nexpect:\n").nodes.size() == 2);
}

TEST_CASE("Outputs and expectations: a list takes the place, a map changes by name", "[config.extends]") {
  const Worlds worlds;
  const config::World list = worlds.good(child + "outputs: [{file: my.png, layers: {h: a}}]\nexpect: []\n");
  CHECK(files(list) == Names{"my.png"});
  CHECK(expected(list).empty());
  const config::World map = worlds.good(
      child +
      "outputs:\n  \"{name}.exr\": {layers: {a: , m: a}}\n  b.png:\n  \"t_{x}_{y}.png\": {tiles: {side: 3}}\n"
      "  new.png: {layers: {h: a}}\n  \"u_{x}_{y}.png\": {tiles: {side: 4}, layers: {h: a}}\n"
      "expect:\n  land: {warn: true}\n  low: {that: min(a) > 0}\n");
  CHECK(files(map) == Names{"child.exr", "t_{x}_{y}.png", "new.png", "u_{x}_{y}.png"});
  REQUIRE(map.outputs[0].layers.size() == 2);
  CHECK(map.outputs[0].layers[0].name == "h");
  CHECK(map.outputs[0].layers[1].name == "m");
  CHECK(map.outputs[1].tiles->side == 3);
  CHECK(expected(map) == Names{"land", "hills", "low"});
}

TEST_CASE("What is to be changed or taken away has to be there", "[config.extends]") {
  const Worlds worlds;
  const auto loaded = worlds.load(child +
                                  "knobs: {see: }\nstages:\n  aa: {with: {p: 1}}\n  zz:\n  a: {with: {nothing: }}\n"
                                  "outputs: {c.png: }\nexpect: {lands: }\n");
  INFO(loaded.said);
  CHECK(says(loaded.said, "main.yaml:4:9: error: 'base.yaml' has no knob 'see' to remove"));
  CHECK(says(loaded.said, "did you mean 'sea'?"));
  CHECK(says(loaded.said, "main.yaml:6:3: error: 'base.yaml' has no node 'aa' to change"));
  CHECK(says(loaded.said, "main.yaml:7:3: error: 'base.yaml' has no node 'zz' to remove"));
  CHECK(says(loaded.said, "main.yaml:8:14: error: 'base.yaml' has no key 'nothing' to remove"));
  CHECK(says(loaded.said, "main.yaml:9:11: error: 'base.yaml' has no output 'c.png' to remove"));
  CHECK(says(loaded.said, "main.yaml:10:10: error: 'base.yaml' has no expectation 'lands' to remove"));
  CHECK(loaded.errors == 6);
}

TEST_CASE("Errors point into the file where the wrong line is", "[config.extends]") {
  const Worlds worlds;
  const auto ours = worlds.load(child + "knobs: {sea: 99 %}\n");
  INFO(ours.said);
  CHECK(says(ours.said, "main.yaml:4:14: error: the knob 'sea' is 99 %"));
  CHECK(says(ours.said, "base.yaml:5:30: note: the range"));
  worlds.write("in/broken.yaml", "terrawright: 2\nworld: {size: [9], seed: 1}\nstages: {a: {use: x.a@1}}\nwhat: 1\n");
  const auto theirs = worlds.load("terrawright: 1\nextends: broken.yaml\n");
  INFO(theirs.said);
  CHECK(says(theirs.said, "broken.yaml:1:14: error: a config of version '2' cannot be read"));
  CHECK(says(theirs.said, "broken.yaml:2:15: error: 'size' has 1 items"));
  CHECK(says(theirs.said, "broken.yaml:4:1: error: "));
  CHECK(says(theirs.said, "main.yaml:1:1: error: the config lacks the key 'name'"));
}

TEST_CASE("What a world extends is there, and is not itself", "[config.extends]") {
  const Worlds worlds;
  const auto said = [&](const std::string& extends) {
    return worlds.load("terrawright: 1\nname: child\nextends: " + extends + "\n").said;
  };
  CHECK(says(said("main.yaml"), "main.yaml:3:10: error: 'main.yaml' extends itself"));
  worlds.write("in/sub/b.yaml", "terrawright: 1\nname: b\nextends: ../main.yaml\n");
  CHECK(says(said("sub/b.yaml"), "sub/b.yaml:3:10: error: '../main.yaml' extends itself"));
  CHECK(says(said("base"), "a file beside this one is named with its ending: extends: base.yaml"));
  CHECK(says(said("none.yaml"), "there is no file"));
  CHECK(says(said("[a]"), "'extends' must be"));
  worlds.write("out.yaml", base);
  CHECK(says(said("../out.yaml"), "is not in the folder of the config"));
  CHECK(says(said("relistic"), "no world 'relistic' comes with the program"));
  CHECK(says(said("relistic"), "did you mean 'realistic'?"));
}

TEST_CASE("A world that comes with the program is extended by its name, and so is what it reads", "[config.extends]") {
  const Worlds worlds;
  const config::World world =
      worlds.good("terrawright: 1\nname: child\nextends: realistic_map\nknobs: {peak: 1900 m}\n");
  CHECK(world.find_node("metres"));
  CHECK(world.find_node("maps"));
  CHECK(world.expectations.size() > 2);
}

TEST_CASE("A world extends one that extends one, with what they include", "[config.extends]") {
  const Worlds worlds;
  worlds.write("in/sub/part.yaml", "stages: {d: {use: x.d@1}}\nexpect: [{name: deep, that: max(d) > 0}]\n");
  worlds.write("in/sub/middle.yaml",
               "terrawright: 1\nname: middle\nextends: ../base.yaml\ninclude: [part.yaml]\nknobs: {sea: 50 %}\n");
  worlds.write("in/sub/part2.yaml", "stages: {e: {use: x.e@1}}\n");
  const config::World world = worlds.good(
      "terrawright: 1\nname: child\nextends: sub/middle.yaml\ninclude: [sub/part2.yaml]\nknobs: {far: 9}\n"
      "outputs: {d.exr: {layers: {d: d}}}\n");
  CHECK(says(worlds.load(child + "include: [sub/none.yaml]\n").said, "there is no file"));
  CHECK(parameter(world, "a", "p") == "50 %");
  CHECK(parameter(world, "b", "far") == "9");
  CHECK(world.find_node("d"));
  CHECK(expected(world) == Names{"land", "hills", "deep"});
}

TEST_CASE("A resolved world is one file that says the same", "[config.extends]") {
  const Worlds worlds;
  worlds.write("in/sub/t.yaml", "rows:\n  - {a: 1}\n");
  worlds.write("in/sub/base.yaml",
               base + "  - {name: \"a: b, \\\"c\\\"\", that: \"max(a) in 0 .. $far\", reason: \"x\\ny\"}\n");
  worlds.write(
      "in/sub/more.yaml",
      "terrawright: 1\nname: more\nextends: base.yaml\nstages:\n  a: {with: {file: t.yaml, list: [1, 2], word: "
      "\"7\"}}\n");
  const std::string path = (worlds.path() / "in/main.yaml").string();
  const config::World world = worlds.good("terrawright: 1\nname: child\nextends: sub/more.yaml\nknobs: {sea: 20 %}\n");
  const std::string text = config::written(config::resolved(world.document, path, {"a", "b"}));
  INFO(text);
  CHECK_FALSE(says(text, "extends"));
  CHECK(says(text, "file: sub/t.yaml"));
  const config::World again = worlds.good(text);
  CHECK(again.name == "child");
  CHECK(again.nodes.size() == world.nodes.size());
  CHECK(files(again) == files(world));
  CHECK(expected(again) == expected(world));
  CHECK(again.expectations.back().reason == "x\ny");
  CHECK(parameter(again, "a", "p") == "20 %");
  CHECK(again.find_node("a")->parameters.size() == world.find_node("a")->parameters.size());
  CHECK(config::written(config::resolved(again.document, path, {})) == text);
}

TEST_CASE("A resolved world has no node or knob of another that is not used, and keeps its own", "[config.extends]") {
  const Worlds worlds;
  const std::string path = (worlds.path() / "in/main.yaml").string();
  const config::World world =
      worlds.good(child +
                  "stages:\n  a: {with: {p: 5 %}}\n  c: {use: x.c@1}\noutputs: [{file: a.exr, layers: {a: a}}]\n"
                  "expect: []\n");
  const std::string text = config::written(config::resolved(world.document, path, {"a"}));
  INFO(text);
  const config::World again = worlds.good(text);
  CHECK(again.find_node("a"));
  CHECK_FALSE(again.find_node("b"));
  CHECK(again.find_node("c"));
  CHECK(again.knobs.empty());
}

TEST_CASE("Texts of all kinds are written as they are read", "[config.extends]") {
  const Worlds worlds;
  for (const std::string text :
       {"\"a\\x85b\\x7f\\e\\u2028\"", "\"let a = 1\\nlet b = 2\"", "\"a\\n\"", "\" a\\nb\"", "\"a \\nb\"",
        "\"a\\n\\nb\"", "\"a\\n\\n\"", "\"~\"", "\"7\"", "'it''s'", "plain, with [commas]", "\"#\"", "\"- a: b\"",
        "\"\xc3\xa4\\t\"", "|\n      a\n      b", "\"a\\n# b\"", "\"\\n\"", "\"a\\n  b\""}) {
    const std::string yaml = "terrawright: 1\nname: t\nmap:\n  text: " + text + "\n  list:\n    - " + text +
                             "\n    - {k: " + (text[0] == '|' || text[0] == 'p' ? "x" : text) + "}\n";
    INFO(yaml);
    const auto first = test::read(yaml);
    REQUIRE(first.document);
    const std::string written = config::written(*first.document);
    INFO(written);
    const auto second = test::read(written);
    INFO(second.said);
    REQUIRE(second.document);
    const config::Value &was = first.document->find("map")->value, &is = second.document->find("map")->value;
    CHECK(is.find("text")->value.text == was.find("text")->value.text);
    CHECK(is.find("text")->value.quoted == was.find("text")->value.quoted);
    CHECK(is.find("list")->value.items[0].text == was.find("list")->value.items[0].text);
    CHECK(is.find("list")->value.items[1].find("k")->value.text ==
          was.find("list")->value.items[1].find("k")->value.text);
  }
}

TEST_CASE("Outputs of one name are changed together, and are called what their key says", "[config.extends]") {
  const Worlds worlds;
  worlds.write("in/two.yaml",
               "terrawright: 1\nname: two\nworld: {size: [9, 9], seed: 1}\nstages: {a: {use: x.a@1}}\n"
               "outputs:\n  - {file: \"{layer}.exr\", layers: {h: a}}\n  - {file: \"{layer}.exr\", layers: {g: a}}\n");
  const std::string head = "terrawright: 1\nname: child\nextends: two.yaml\noutputs:\n";
  CHECK(files(worlds.good(head + "  \"{layer}.exr\":\n  a.exr: {layers: {a: a}}\n")) == Names{"a.exr"});
  const auto loaded = worlds.load(head + "  x.exr: {file: other.exr, layers: {a: a}}\n");
  CHECK(says(loaded.said, "main.yaml:5:17: error: the output 'x.exr' is called 'other.exr' here"));
  CHECK(says(worlds.load("terrawright: 1\nname: child\nextends: realistic.yaml\n").said, "extends: realistic"));
}
