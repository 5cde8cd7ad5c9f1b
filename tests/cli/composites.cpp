// SPDX-License-Identifier: Apache-2.0
// Composites as a person meets them: described like stages, shown as their parts.
#include <algorithm>

#include "cli/program.hpp"
#include "support/catch.hpp"

using namespace terrawright::test;

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
  const Json described = Json::parse(run("describe water.drainage --json").out);
  CHECK(described["shape"]["name"] == "composite");
  CHECK(described["revision"].is_null());
  CHECK(described["parts"].size() == 4);
  CHECK(described["parts"][1] == Json{{"node", "flats"}, {"stage", "water.flats@1"}});
  CHECK(described["inputs"][0]["optional"] == false);
  CHECK(described["inputs"][2]["kinds"] == Json::array({"count"}));
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
  const Json manifest = Json::parse(read(folder / "drainage-42.manifest.json"));
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

TEST_CASE("what is repeated is described once, with how often", "[composites]") {
  const Ran text = run("describe erosion.stream_power");
  for (const char* part :
       {"erosion.stream_power@1 (composite, revision 3, from terrawright", "  step: erosion.step@1, `steps` times\n",
        "  steps: whole number, 1 to 1000\n", "      default: 25\n",
        "  uplift: height or scalar or weight or a number as it stands, in mm/yr"}) {
    CHECK_THAT(text.out, Catch::Contains(part));
  }
  const Json described = Json::parse(run("describe erosion.stream_power --json").out);
  CHECK(described["revision"] == 3);
  CHECK(described["parts"][5] == Json{{"node", "step"}, {"stage", "erosion.step@1"}, {"repeat", "$steps"}});
  CHECK_THAT(run("describe erosion.stream_power --markdown").out, Catch::Contains("(erosion.step.md), `steps` times"));
}

TEST_CASE("plan and graph show the times of a node as one", "[composites]") {
  const std::string world = "stages/erosion/stream_power.yaml --set stages.eroded.with.steps=";
  const auto lines = [](const std::string& text) { return std::count(text.begin(), text.end(), '\n'); };
  const Ran twelve = run("plan " + world + "12");
  INFO(twelve.out);
  CHECK_THAT(twelve.out, Catch::Contains("eroded/step/1..12/incise ") && Catch::Contains(" more like these") &&
                             Catch::Contains("eroded/step/1..12/celerity.receivers") &&
                             !Catch::Contains("eroded/step/7/"));
  CHECK(lines(twelve.out) == lines(run("plan " + world + "40").out));
  CHECK(lines(twelve.out) < 70);
  for (const std::string language : {"", " --mermaid"}) {
    const Ran drawn = run("graph " + world + "12" + language);
    CHECK_THAT(drawn.out, Catch::Contains("eroded/step/1..12/route") && !Catch::Contains("step/2/"));
    CHECK(lines(drawn.out) == lines(run("graph " + world + "40" + language).out));
  }
  // Each of them is a node of its own all the same.
  const Json plan = Json::parse(run("plan --json " + world + "12").out);
  int incisions = 0;
  for (const Json& node : plan["nodes"]) incisions += node["stage"] == "erosion.incise@1";
  CHECK(incisions == 12);
}

TEST_CASE("the schema knows repetitions", "[composites]") {
  const TemporaryFolder folder;
  const auto verdict = [&](const std::string& node, const std::string& with) {
    write(folder / "t.yaml",
          "terrawright: 1\nname: t\nworld: {size: [5, 5], seed: 1}\ncomposites: {my.s@1: {revision: 2, in: {h: A.}, "
          "stages: {s: {use: shape.terraces@1, in: {height: $h}" +
              node + "}}, with: {" + with +
              "}, out: {h: s}}}\nstages:\n  a: {use: my.s@1, in: {h: b}}\noutputs: [{file: a.exr, layers: {h: a}}]\n");
    const Ran ran =
        shell(TERRAWRIGHT_PYTHON " tests/schema/validate.py schema/terrawright.schema.json " + (folder / "t.yaml"));
    return ran.out.substr(0, ran.out.find(' '));
  };
  CHECK(verdict(", repeat: 3, then: {height: s}", "") == "taken");
  CHECK(verdict(", repeat: $n, then: {height: s}", "n: {value: 3, range: [1, 9], doc: Times.}") == "taken");
  CHECK(verdict(", repeat: 3", "") == "refused");
  CHECK(verdict(", then: {height: s}", "") == "refused");
  CHECK(verdict(", repeat: 1001, then: {height: s}", "") == "refused");
  CHECK(verdict(", repeat: 0, then: {height: s}", "") == "refused");
  CHECK(verdict(", repeat: $n, then: {height: s}", "n: {range: [1, 9]}") == "refused");
  CHECK(verdict(", repeat: $n, then: {height: s}", "n: {value: 1001}") == "refused");
  write(folder / "t.yaml",
        "terrawright: 1\nname: t\nworld: {size: [5, 5], seed: 1}\nstages: {a: {use: heights.noise@1, repeat: 3, then: "
        "{h: a}}}\noutputs: [{file: a.exr, layers: {h: a}}]\n");
  CHECK_THAT(
      shell(TERRAWRIGHT_PYTHON " tests/schema/validate.py schema/terrawright.schema.json " + (folder / "t.yaml")).out,
      Catch::StartsWith("refused"));
}

TEST_CASE("erosion is the same in little memory and again from what is kept", "[composites]") {
  const TemporaryFolder folder;
  const auto hashes = [&](const std::string& more) {
    const Ran ran =
        run("build stages/erosion/stream_power.yaml --set world.size=[1100,700] --set "
            "stages.eroded.with.steps=2 --sha256 --quiet --out " +
            (folder / "o") + more);
    INFO(ran.err);
    REQUIRE(ran.exit == 0);
    return ran.out;
  };
  const std::string off = " --cache off";
  const std::string plenty = hashes(off + " --threads 1 --tile whole");
  REQUIRE_THAT(plenty, Catch::Contains("eroded"));
  const Json plan = Json::parse(run("plan --json stages/erosion/stream_power.yaml --set world.size=[1100,700] --set "
                                    "stages.eroded.with.steps=2 --tile 100 --threads 2")
                                    .out);
  const auto least = plan["memory"]["least"].get<std::uint64_t>(), peak = plan["memory"]["peak"].get<std::uint64_t>();
  INFO("least " << least << ", peak " << peak);
  REQUIRE(least < peak);
  const std::string little = " --memory " + std::to_string(least / 1000000 + 2) + "MB";
  CHECK(hashes(off + " --threads 2 --tile 100" + little) == plenty);
  CHECK(hashes(off + " --threads 3 --tile 256") == plenty);
  const std::string cache = " --cache " + (folder / "cache");
  CHECK(hashes(cache) == plenty);
  CHECK(hashes(cache) == plenty);
}

TEST_CASE("erosion goes by tiles, however large the world", "[composites]") {
  const Ran ran = run("plan stages/erosion/stream_power.yaml --set world.size=[70000,70000] --memory 100GB --tile 512");
  INFO(ran.err);
  CHECK(ran.exit == 0);
  CHECK_THAT(ran.out, !Catch::Contains(" whole "));
}
