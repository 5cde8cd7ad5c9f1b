// SPDX-License-Identifier: Apache-2.0
// Composites as a person meets them: described like stages, shown as their parts.
#include <nlohmann/json.hpp>

#include "cli/program.hpp"
#include "support/catch.hpp"

using namespace terrawright::test;
using nlohmann::json;

TEST_CASE("a composite is listed and described with ports that its parts have", "[composites]") {
  CHECK_THAT(run("stages").out, Catch::Contains("[composite]"));
  const Ran text = run("describe water.drainage@1");
  CHECK(text.exit == 0);
  for (const char* part :
       {"water.drainage@1 (composite, from terrawright", "Parts\n  filled: water.fill@1\n",
        "  height: height, in m\n      Heights above the sea.\n", "  ocean: mask, optional\n",
        "  accumulation: count\n", "  distance: count, without unit, read as NODE.distance\n", "Example\n"}) {
    CHECK_THAT(text.out, Catch::Contains(part));
  }
  const json described = json::parse(run("describe water.drainage --json").out);
  CHECK(described["shape"]["name"] == "composite");
  CHECK(described["revision"].is_null());
  CHECK(described["parts"].size() == 4);
  CHECK(described["parts"][1] == json{{"node", "flats"}, {"stage", "water.flats@1"}});
  CHECK(described["inputs"][0]["optional"] == false);
  CHECK(described["inputs"][2]["kinds"] == json::array({"count"}));
  CHECK(described["outputs"][0]["main"] == true);
  CHECK_THAT(run("describe water.drainage --markdown").out, Catch::Contains("| made of | `filled`: [water.fill]"));
}

TEST_CASE("plan, graph and manifest show the parts", "[composites]") {
  const TemporaryFolder folder;
  const std::string world = "stages/water/drainage.yaml";
  const Ran plan = run("plan " + world);
  CHECK_THAT(plan.out, Catch::Contains("drainage/flats"));
  CHECK_THAT(plan.out, Catch::Contains("for drainage/accumulation.receivers, drainage.exr"));
  CHECK_THAT(run("graph " + world).out, Catch::Contains("label=\"drainage/filled\\nwater.fill@1\""));
  const Ran built = run("build " + world + " --quiet --out " + folder.path().string());
  INFO(built.err);
  REQUIRE(built.exit == 0);
  const json manifest = json::parse(read(folder / "drainage-42.manifest.json"));
  CHECK(manifest["config"]["stages"]["drainage/flats"]["in"]["filled"] == "drainage/filled");
  CHECK(manifest["nodes"]["drainage/accumulation"]["stage"] == "water.accumulation@1");
  CHECK(manifest["layers"].contains("drainage/receivers"));
}

TEST_CASE("the schema knows a composite's ports and closes them, and leaves room for one's own", "[composites]") {
  const TemporaryFolder folder;
  const auto verdict = [&](const std::string& more, const std::string& node) {
    write(folder / "t.yaml", "terrawright: 1\nname: t\nworld: {size: [5, 5], seed: 1}\n" + more +
                                 "stages:\n  a: " + node + "\noutputs: [{file: a.exr, layers: {h: a}}]\n");
    const Ran ran =
        shell(TERRAWRIGHT_PYTHON " tests/schema/validate.py schema/terrawright.schema.json " + (folder / "t.yaml"));
    return ran.out.substr(0, ran.out.find(' '));
  };
  CHECK(verdict("", "{use: water.drainage@1, in: {height: b, ocean: c.d}}") == "taken");
  CHECK(verdict("", "{use: water.drainage@1, in: {heights: b}}") == "refused");
  CHECK(verdict("", "{use: water.drainage@1, in: {ocean: b}}") == "refused");
  CHECK(verdict("", "{use: water.drainage@1, in: {height: b}, with: {depth: 1}}") == "refused");
  CHECK(verdict("", "{use: my.shore@1}") == "refused");
  const std::string own = "composites: {my.shore@1: {in: {h: Heights.}, stages: {s: {use: sea.level@1, in: {height: " +
                          std::string("$h}}}, out: {land: s.land}}}\n");
  CHECK(verdict(own, "{use: my.shore@1, in: {h: b}}") == "taken");
  CHECK(verdict("include: [shore.yaml]\n", "{use: my.shore@1, in: {h: b}}") == "taken");
  CHECK(verdict("composites: {my.shore@1: {stages: {s: {use: sea.level@1}}, out: {land: s.land}}}\n",
                "{use: my.shore@1}") == "refused");
  CHECK(verdict("composites: {shore: {stages: {}, out: {}}}\n", "{use: sea.level@1, in: {height: b}}") == "refused");
}
