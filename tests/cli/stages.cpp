// SPDX-License-Identifier: Apache-2.0
// Stages are found by the words that people have for them.
#include <regex>
#include <sstream>

#include "cli/program.hpp"
#include "support/catch.hpp"

using namespace terrawright::test;

namespace {

// The ids that a list of stages begins its lines with.
std::vector<std::string> ids_of(const std::string& list) {
  std::vector<std::string> ids;
  std::istringstream lines(list);
  for (std::string line; std::getline(lines, line);) {
    std::smatch found;
    if (std::regex_search(line, found, std::regex("^([a-z_]+\\.[a-z_]+)@[0-9]+ "))) ids.push_back(found[1]);
  }
  return ids;
}

bool finds(const std::string& words, const std::string& id) {
  const Ran ran = run("stages " + words);
  INFO(words << ": " << ran.out << ran.err);
  CHECK(ran.exit == 0);
  const auto ids = ids_of(ran.out);
  return std::find(ids.begin(), ids.end(), id) != ids.end();
}

}  // namespace

TEST_CASE("stages WORD searches ids, docs and synonyms", "[stages]") {
  const std::vector<std::pair<std::string, std::string>> expected = {
      {"level", "sea.level"},
      {"sea.level", "sea.level"},
      {"watershed", "water.drainage"},
      {"watersheds", "water.accumulation"},
      {"'flow direction'", "water.receivers"},
      {"Flow Direction", "water.receivers"},
      {"D8", "water.receivers"},
      {"seamless", "heights.diamond_square"},
      {"tileable", "heights.diamond_square"},
      {"splat", "biome.table"},
      {"pit", "water.fill"},
      {"precipitation", "climate.rain"},
      {"smoothing", "shape.blur"},
      {"isolines", "view.contours"},
      {"'hypsometric tint'", "view.palette"},
      {"quantise", "shape.steps"},
      {"dem", "source.image"},
      {"strahler", "water.rivers"},
      {"breaching", "water.breaching"},
      {"'Lapse Rate'", "climate.temperature"},
  };
  for (const auto& [words, id] : expected) {
    CHECK(finds(words, id));
  }
  // Fewer than all, and all without a word.
  CHECK(ids_of(run("stages watershed").out).size() < 8);
  CHECK(ids_of(run("stages").out).size() > 40);
}

TEST_CASE("What there is no stage for is said, with what comes nearest", "[stages]") {
  for (const auto& [words, near] : std::vector<std::pair<std::string, std::string>>{
           {"voronoi", "erosion.stream_power"}, {"mesh", "shape.metres"}, {"scatter", "biome.table"}}) {
    const Ran ran = run("stages " + words);
    CHECK(ran.exit == 0);
    CHECK_THAT(ran.out, Catch::StartsWith("there is no stage for "));
    CHECK(finds(words, near));
  }
  const Ran mistyped = run("stages watershd");
  CHECK(mistyped.exit == 1);
  CHECK_THAT(mistyped.err,
             Catch::Contains("no stage is about 'watershd'") && Catch::Contains("did you mean 'watershed'?"));
  CHECK(run("stages xqzzy").exit == 1);
}

TEST_CASE("Synonyms are of stages that there are, and each has some", "[stages]") {
  const std::string out = run("stages").out;
  const auto ids = ids_of(out.substr(0, out.find("Writers of files")));
  const std::string table = read(TERRAWRIGHT_ROOT "/pipeline/cli/describe/synonyms.cpp");
  const std::regex pattern("\"([a-z_]+\\.[a-z_]+)\"");
  for (std::sregex_iterator at(table.begin(), table.end(), pattern), end; at != end; ++at) {
    INFO((*at)[1].str());
    CHECK(std::find(ids.begin(), ids.end(), (*at)[1].str()) != ids.end());
  }
  for (const std::string& id : ids) {
    INFO(id);
    CHECK(table.find("{\"" + id + "\",") != std::string::npos);
  }
}

TEST_CASE("What a stage makes is not said to be missing", "[stages]") {
  for (const char* words : {"volcano", "perlin", "simplex", "'domain warp'", "'splat map'", "road", "beach"}) {
    const Ran ran = run(std::string("stages ") + words);
    INFO(words << ": " << ran.out);
    CHECK(ran.exit == 0);
    CHECK(ran.out.find("there is no stage for") == std::string::npos);
  }
  // The table of what is missing has no word of a stage.
  const std::string tables = run("stages --words --markdown").out;
  const std::size_t missing = tables.find("No stage makes these");
  REQUIRE(missing != std::string::npos);
  std::istringstream lines(tables.substr(missing));
  for (std::string line; std::getline(lines, line);) {
    if (line.compare(0, 2, "| ") != 0) continue;
    std::istringstream words(line.substr(2, line.find(" | ") - 2));
    for (std::string word; std::getline(words >> std::ws, word, ',');) {
      INFO(word << " in pipeline/cli/describe/synonyms.cpp");
      CHECK(tables.substr(0, missing).find("\n| " + word + " | [") == std::string::npos);
    }
  }
}

TEST_CASE("stages --words is an index by which stages are found", "[stages]") {
  const Ran list = run("stages --words");
  CHECK(list.exit == 0);
  CHECK_THAT(list.out, Catch::Contains("\ncatchment: water.accumulation, water.drainage\n"));
  std::istringstream lines(list.out);
  int words = 0;
  for (std::string line; std::getline(lines, line); ++words) {
    const std::string id = line.substr(line.rfind(' ') + 1);
    if (words % 40 != 0) continue;
    CHECK(finds("'" + line.substr(0, line.find(':')) + "'", id));
  }
  CHECK(words > 300);
  CHECK_THAT(run("stages --words --format json").out, Catch::StartsWith("{\"event\":\"word\",\"word\":\""));
}
