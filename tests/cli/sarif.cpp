// SPDX-License-Identifier: Apache-2.0
// --sarif against the schema of SARIF 2.1.0 (tests/sarif).

#include "cli/program.hpp"
#include "support/catch.hpp"

using namespace terrawright::test;
namespace fs = std::filesystem;

namespace {

const std::string world = R"yaml(terrawright: 1
name: t
world: {size: [65, 65], cell: 1 km, seed: 42}
knobs: {most: 50 %}
stages:
  terrain: {use: heights.diamond_square@1}
  sea: {use: sea.level@1, in: {height: terrain}, with: {percentile: $most}}
outputs:
  - {file: t.exr, layers: {height: terrain}}
)yaml";

// Read back, once the schema has taken it.
Json checked(const std::string& file) {
  const Ran ran = shell(TERRAWRIGHT_PYTHON " tests/sarif/validate.py " + file);
  INFO(ran.out << ran.err);
  REQUIRE(ran.exit == 0);
  return Json::parse(read(file));
}

const Json& results(const Json& log) { return log["runs"][0]["results"]; }

std::string rule_of(const Json& log, const Json& result) {
  const Json& rule = log["runs"][0]["tool"]["driver"]["rules"][result["ruleIndex"].get<std::size_t>()];
  CHECK(rule["id"] == result["ruleId"]);
  return rule["id"];
}

}  // namespace

TEST_CASE("the schema of SARIF refuses what is none", "[sarif]") {
  const TemporaryFolder folder;
  write(folder / "no.sarif", R"({"version": "2.1.0", "runs": [{"results": []}]})");
  CHECK(shell(TERRAWRIGHT_PYTHON " tests/sarif/validate.py " + (folder / "no.sarif")).exit == 1);
}

TEST_CASE("every approved error is valid SARIF", "[sarif]") {
  const TemporaryFolder folder;
  std::string files;
  std::size_t count = 0;
  for (const auto& entry : fs::directory_iterator(fs::path(TERRAWRIGHT_ROOT) / "tests/errors")) {
    if (entry.path().extension() != ".yaml") continue;
    const std::string stem = entry.path().stem().string(), file = folder / (stem + ".sarif");
    const Ran ran = run("validate tests/errors/" + stem + ".yaml --sarif " + file);
    const Json log = Json::parse(read(file));
    INFO(stem);
    CHECK(log["runs"][0]["invocations"][0]["exitCode"] == ran.exit);
    CHECK((ran.exit == 0 || !results(log).empty()));
    files += " " + file;
    ++count;
  }
  CHECK(count > 100);
  const Ran ran = shell(TERRAWRIGHT_PYTHON " tests/sarif/validate.py" + files);
  INFO(ran.out << ran.err);
  CHECK(ran.exit == 0);
}

TEST_CASE("SARIF has each problem with rule, level, place and what is related", "[sarif]") {
  const TemporaryFolder folder;
  const std::string path = folder / "a b#c%.yaml", file = folder / "made/log.sarif";
  const std::string ends = "--sarif " + file + " --out " + (folder / "out");
  const std::string from_there = "cd " + folder.path().string() + " && " TERRAWRIGHT_PROGRAM " ";
  write(path, world +
                  "expect:\n  - {name: \"\xC3\xA9\", that: sea.land_share > $most, reason: why}\n"
                  "  - {name: w, that: sea.land_share < 1 %, warn: true}\n");
  CHECK(shell(from_there + "build --quiet 'a b#c%.yaml' " + ends).exit == 4);
  const Json log = checked(file);
  REQUIRE(results(log).size() == 2);
  const Json& first = results(log)[0];
  CHECK(rule_of(log, first) == "expectation");
  CHECK(first["level"] == "error");
  CHECK(first["message"]["text"].get<std::string>().find("sea.land_share is ") != std::string::npos);
  CHECK(first["message"]["text"].get<std::string>().find("\nwhy") != std::string::npos);
  const Json& place = first["locations"][0]["physicalLocation"];
  CHECK(place["artifactLocation"] == Json({{"uri", "a%20b%23c%25.yaml"}, {"uriBaseId", "%SRCROOT%"}}));
  // In characters, as columnKind says.
  CHECK(place["region"] == Json({{"startLine", 11}, {"startColumn", 23}, {"endLine", 11}, {"endColumn", 45}}));
  CHECK(log["runs"][0]["columnKind"] == "unicodeCodePoints");
  CHECK(first["relatedLocations"][0]["physicalLocation"]["region"]["startLine"] == 4);
  CHECK(results(log)[1]["level"] == "warning");
  CHECK(log["runs"][0]["invocations"][0]["executionSuccessful"] == false);

  // Elsewhere the address is whole; what stands nowhere is shown at the config.
  write(path, "terrawright: 1\n");
  CHECK(run("validate '" + path + "' --set world.sise=3 " + ends).exit == 2);
  const Json bad = checked(file);
  bool of_the_call = false;
  for (const Json& result : results(bad)) {
    CHECK(rule_of(bad, result) == "config");
    const Json& at = result["locations"][0]["physicalLocation"];
    CHECK(at["artifactLocation"]["uri"].get<std::string>().compare(0, 8, "file:///") == 0);
    of_the_call = of_the_call || !at.contains("region");
  }
  CHECK(of_the_call);

  // A correct world has no results, so that a server closes the earlier ones.
  write(path, world + "expect: [{name: w, that: sea.land_share < 99 %}]\n");
  CHECK(run("build --quiet '" + path + "' " + ends).exit == 0);
  CHECK(results(checked(file)).empty());

  // Failures of a run, and libraries.
  write(path, world);
  CHECK(run("build --quiet '" + path + "' --plugins " + (folder / "none.so") + " " + ends).exit == 3);
  const Json plugin = checked(file);
  CHECK(rule_of(plugin, results(plugin)[0]) == "plugin");
}
