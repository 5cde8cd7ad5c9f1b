// SPDX-License-Identifier: Apache-2.0
#include <map>

#include "assembled.hpp"
#include "support/catch.hpp"

using namespace terrawright;
using test::assembled;
using test::keys;

namespace {

// A small world; `more` follows after its stages' first node.
std::string world(const std::string& seed, const std::string& more, const std::string& output) {
  return "terrawright: 1\nname: t\nworld: {size: [65, 65], cell: 1 km, seed: " + seed + "}\nstages:\n" +
         "  terrain: {use: heights.diamond_square@1}\n" + more + "outputs: [{layers: {x: " + output + "}}]\n";
}

const std::string chain =
    "  sea: {use: sea.level@1, in: {height: terrain}, with: {percentile: 60 %}}\n"
    "  metres: {use: shape.metres@1, in: {height: terrain, level: sea.level}}\n";

}  // namespace

TEST_CASE("A node runs after what it reads, and only if an output needs it", "[graph]") {
  report::Diagnostics diagnostics;
  const auto graph = assembled(world("1", "  idle: {use: island.particle_roll@1}\n" + chain, "metres"), diagnostics);
  REQUIRE(graph);
  REQUIRE(graph->nodes.size() == 3);
  CHECK(graph->nodes[0].name == "terrain");
  CHECK(graph->nodes[1].name == "sea");
  CHECK(graph->nodes[2].name == "metres");
  CHECK(graph->unneeded == std::vector<std::string>{"idle"});
  CHECK(diagnostics.text().find("no output needs 'idle'") != std::string::npos);
}

TEST_CASE("A key changes with what decides the pixels and with nothing else", "[graph]") {
  const auto before = keys(world("1", chain, "metres"));
  const auto seed = keys(world("2", chain, "metres"));
  CHECK(seed.at("terrain.height") != before.at("terrain.height"));
  CHECK(seed.at("metres.height") != before.at("metres.height"));

  // The same written in another way.
  std::string same = chain;
  same.replace(same.find("60 %"), 4, "60.0%");
  CHECK(keys(world("1", same, "metres")) == before);

  std::string other = chain;
  other.replace(other.find("60 %"), 4, "61 %");
  const auto percentile = keys(world("1", other, "metres"));
  CHECK(percentile.at("terrain.height") == before.at("terrain.height"));
  CHECK(percentile.at("sea.level") != before.at("sea.level"));
  CHECK(percentile.at("metres.height") != before.at("metres.height"));

  // A name matters only where random numbers are drawn.
  std::string renamed = chain;
  renamed.replace(renamed.find("  sea:"), 6, "  brim:");
  renamed.replace(renamed.find("sea.level}"), 9, "brim.level");
  CHECK(keys(world("1", renamed, "metres")).at("metres.height") == before.at("metres.height"));
  CHECK(before.at("sea.level") != before.at("sea.land"));
}

TEST_CASE("A stage in a pack that is left out is refused by the name of the pack", "[graph]") {
  graph::Catalogue catalogue;
  catalogue.leave_out("map.sheet", "atlas");
  catalogue.leave_out("print.svg", "atlas");
  const std::string in_pack = " is in the pack 'atlas', which this program lacks";
  CHECK(catalogue.left_out("print.svg")->problem == "'print.svg'" + in_pack);
  CHECK(catalogue.left_out("print", "the writer of sheets")->problem == "the writer of sheets" + in_pack);
  for (const char* other : {"prin", "print.svgz", "map.she", "map.sheet.a", "view", ""})
    CHECK_FALSE(catalogue.left_out(other));
  report::Diagnostics diagnostics;
  config::Options options;
  options.files_required = false;
  const report::Source source{"t.yaml", world("1", "  paper: {use: map.sheet@1}\n", "terrain")};
  auto loaded = config::load(std::make_shared<const report::Source>(source), {}, diagnostics, options);
  REQUIRE(loaded);
  CHECK_FALSE(graph::assemble(std::move(*loaded), catalogue, diagnostics));
  CHECK(diagnostics.text().find("'map.sheet' is in the pack 'atlas', which this program lacks") != std::string::npos);
}

TEST_CASE("Every problem is said at once", "[graph]") {
  report::Diagnostics diagnostics;
  const std::string more =
      "  one: {use: sea.levl@1, in: {height: terrain}}\n"
      "  two: {use: sea.level@1, in: {hight: terrain}}\n"
      "  three: {use: sea.level@1, in: {height: terain}}\n"
      "  four: {use: sea.level@2, in: {height: terrain}}\n"
      "  five: {use: view.relief@1, in: {height: terrain}}\n";
  CHECK_FALSE(assembled(world("1", more, "five"), diagnostics));
  const std::string text = diagnostics.text();
  CHECK(text.find("there is no stage 'sea.levl'") != std::string::npos);
  CHECK(text.find("did you mean 'sea.level'?") != std::string::npos);
  CHECK(text.find("has no input 'hight'") != std::string::npos);
  // An input that is only misspelt is not said to be missing as well.
  CHECK(text.find("lacks the input") == std::string::npos);
  CHECK(text.find("there is no node 'terain'") != std::string::npos);
  CHECK(text.find("is at version 1, not 2") != std::string::npos);
  CHECK(text.find("needs m, but") != std::string::npos);
  CHECK(diagnostics.error_count() == 5);
}

TEST_CASE("A circle is named", "[graph]") {
  report::Diagnostics diagnostics;
  const std::string more =
      "  a: {use: shape.blend@1, in: {a: c, b: terrain}}\n"
      "  b: {use: shape.blend@1, in: {a: a, b: terrain}}\n"
      "  c: {use: shape.blend@1, in: {a: b, b: terrain}}\n";
  CHECK_FALSE(assembled(world("1", more, "c"), diagnostics));
  CHECK(diagnostics.text().find("form a cycle") != std::string::npos);
}

TEST_CASE("A number that stands for a node's is part of the key, however it is written", "[graph]") {
  const auto key = [](const std::string& level) {
    return keys(world("1", "  m: {use: shape.metres@1, in: {height: terrain, level: " + level + "}}\n", "m"))
        .at("m.height");
  };
  CHECK(key("0.5") == key("0.50"));
  CHECK(key("0.5") == key("5e-1"));
  CHECK(key("0.5") != key("0.51"));
  report::Diagnostics diagnostics;
  const auto graph =
      assembled(world("1", "  m: {use: shape.metres@1, in: {height: terrain, level: 0.25}}\n", "m"), diagnostics);
  REQUIRE(graph);
  const graph::Node& node = graph->nodes.back();
  CHECK_FALSE(node.inputs[1]);
  CHECK(node.numbers[1] == 0.25);
  CHECK(node.flows[1].kind == TERRAWRIGHT_KIND_NUMBER);
}

TEST_CASE("A number in the place of a layer is the parameter of its name", "[graph]") {
  const auto metres = [](const std::string& in, const std::string& with) {
    return chain + "  e: {use: erosion.stream_power@1, in: {height: metres" + in + "}, with: {steps: 2" + with + "}}\n";
  };
  const auto key = [&](const std::string& in, const std::string& with) {
    return keys(world("1", metres(in, with), "e")).at("e/seabed.height");
  };
  CHECK(key(", uplift: 0.3 mm/yr", "") == key("", ", uplift: 0.3 mm/yr"));
  CHECK(key(", uplift: 0.0003 m/yr", "") == key("", ", uplift: 0.3 mm/yr"));
  CHECK(key(", uplift: 0.3 mm/yr", "") != key("", ""));
  CHECK(key(", hardness: 1", "") == key("", ""));
  CHECK(key(", hardness: 2", "") == key("", ", hardness: 2"));

  const auto said = [&](const std::string& in, const std::string& with) {
    report::Diagnostics diagnostics;
    CHECK_FALSE(assembled(world("1", metres(in, with), "e"), diagnostics));
    CHECK(diagnostics.error_count() == 1);
    return diagnostics.text();
  };
  CHECK(said(", uplift: 3000 mm/yr", "").find("t.yaml:8:65") != std::string::npos);
  CHECK(said(", uplift: 3000 mm/yr", "").find("0 mm/yr to 1000 mm/yr") != std::string::npos);
  CHECK(said(", uplift: 3 km", "").find("mm/yr") != std::string::npos);
  CHECK(said(", uplift: 1 mm/yr", ", uplift: 1 mm/yr").find("'uplift' is given under 'in' and under 'with'") !=
        std::string::npos);
  CHECK(said(", uplift: metres", ", uplift: 1 mm/yr").find("'uplift' is given under 'in' and under 'with'") !=
        std::string::npos);
  CHECK(said(", uplift: metres", "").find("input 'uplift' of erosion.incise@1 (the part 'e/step/incise')") !=
        std::string::npos);
}

TEST_CASE("A number reaches the layer's place through a composite, too", "[graph][composites]") {
  const auto key = [](const std::string& in, const std::string& with) {
    const std::string composite =
        "composites:\n  my.worn@1: {in: {height: , rise: }, with: {rate: a.uplift}, stages: {a: {use: "
        "erosion.stream_power@1, in: {height: $height, uplift: $rise}, with: {steps: 2}}}, out: {height: a}}\n";
    std::string yaml =
        world("1", chain + "  e: {use: my.worn@1, in: {height: metres" + in + "}, with: {" + with + "}}\n", "e");
    yaml.insert(yaml.find("stages:"), composite);
    return keys(yaml).at("e/a/seabed.height");
  };
  CHECK(key(", rise: 2 mm/yr", "") == key("", "rate: 2 mm/yr"));
  CHECK(key(", rise: 2 mm/yr", "") != key("", ""));
}
