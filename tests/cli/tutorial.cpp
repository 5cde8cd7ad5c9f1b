// SPDX-License-Identifier: Apache-2.0
// docs/tutorial/README.md as a stranger reads it: what each step says is typed into a file, and its commands are run.
// That its YAML is that of the files beside it, tests/cli/describe_pages.t holds.
#include <algorithm>
#include <iterator>
#include <regex>
#include <sstream>
#include <vector>

#include "cli/program.hpp"
#include "support/catch.hpp"

using namespace terrawright::test;
namespace fs = std::filesystem;

namespace {

const fs::path tutorial = fs::path(TERRAWRIGHT_ROOT) / "docs/tutorial";

struct Step {
  std::string title, file, picture;
  std::vector<std::string> commands;
};

std::vector<Step> steps_of(const std::string& page) {
  std::vector<Step> steps;
  std::istringstream lines(page);
  for (std::string line; std::getline(lines, line);) {
    std::smatch found;
    if (line.compare(0, 3, "## ") == 0) steps.push_back({line.substr(3), "", "", {}});
    if (steps.empty()) continue;
    Step& step = steps.back();
    if (std::regex_match(line, found, std::regex("<!-- ([0-9].*\\.yaml) -->"))) step.file = found[1];
    if (std::regex_match(line, found, std::regex("!\\[.{20,}\\]\\((.*)\\)"))) step.picture = found[1];
    if (line.compare(0, 16, "    terrawright ") == 0) step.commands.push_back(line.substr(16));
  }
  return steps;
}

}  // namespace

TEST_CASE("The tutorial has seven steps, each with a file, a command and a small picture", "[tutorial][docs]") {
  const std::string page = read((tutorial / "README.md").string());
  std::vector<Step> steps = steps_of(page);
  REQUIRE(steps.size() == 8);
  CHECK(steps.back().file.empty());  // where to go from there
  steps.pop_back();
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const Step& step = steps[i];
    INFO(step.title);
    CHECK(step.title.compare(0, 3, std::to_string(i + 1) + ". ") == 0);
    CHECK_FALSE(step.commands.empty());
    CHECK(step.picture == fs::path(step.file).stem().string() + ".jpg");
    REQUIRE(fs::exists(tutorial / step.picture));
    CHECK(fs::file_size(tutorial / step.picture) > 10'000);
    CHECK(fs::file_size(tutorial / step.picture) <= 60'000);
    CHECK(page.find("[" + step.file + "](" + step.file + ")") != std::string::npos);
  }
}

TEST_CASE("Whoever follows the tutorial word by word gets what it says", "[tutorial][docs]") {
  const TemporaryFolder folder;
  const std::string program = "cd " + folder.path().string() + " && TERRAWRIGHT_CACHE=off " TERRAWRIGHT_PROGRAM " ";
  std::string before;
  for (const Step& step : steps_of(read((tutorial / "README.md").string()))) {
    if (!step.file.empty()) write(folder / "land.yaml", read((tutorial / step.file).string()));
    for (const std::string& command : step.commands) {
      const bool builds = command.compare(0, 6, "build ") == 0;
      const Ran ran = shell(program + command + (builds ? " --quiet --strict" : ""));
      INFO(step.title << ": terrawright " << command << "\n" << ran.err);
      CHECK(ran.exit == 0);
      if (!builds) continue;
      // A command with something set shows something else.
      const std::string picture = folder / "out/land/land-12.png", look = folder / "out/land/look.png";
      REQUIRE((fs::exists(picture) || fs::exists(look)));
      const std::string now = fs::exists(look) ? read(look) : read(picture);
      if (command.find("--seed") == std::string::npos && command.find("knobs.wind") == std::string::npos &&
          step.file != "5-rain.yaml")
        CHECK((now != before));
      before = now;
      fs::remove(look);
    }
  }
  for (const char* file : {"land-12.png", "land-12-rain.png", "land-12-biomes.legend.png", "land-12.exr",
                           "land-12-rivers.geojson", "land-12.manifest.json", "land-3.png"}) {
    INFO(file);
    CHECK(fs::exists(folder / ("out/land/" + std::string(file))));
  }
  const std::string manifest = read(folder / "out/land/land-12.manifest.json");
  for (const char* number : {"lakes", "rivers", "land_share"}) CHECK_THAT(manifest, Catch::Contains(number));
}

TEST_CASE("The README is short, and its world is built as it stands there", "[tutorial][docs]") {
  const std::string page = read(TERRAWRIGHT_ROOT "/README.md");
  CHECK(std::count(page.begin(), page.end(), '\n') <= 120);
  std::istringstream words(page);
  CHECK(std::distance(std::istream_iterator<std::string>(words), {}) <= 900);
  const std::string begin = "```yaml\n";
  const std::size_t from = page.find(begin) + begin.size(), to = page.find("```", from);
  REQUIRE(from < to);
  const TemporaryFolder folder;
  write(folder / "first.yaml", page.substr(from, to - from));
  const Ran ran = shell("cd " + folder.path().string() +
                        " && TERRAWRIGHT_CACHE=off " TERRAWRIGHT_PROGRAM " build first.yaml --quiet --strict");
  INFO(ran.err);
  CHECK(ran.exit == 0);
  CHECK(fs::exists(folder / "out/first/first.png"));
}
