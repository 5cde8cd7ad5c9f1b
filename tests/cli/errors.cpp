// SPDX-License-Identifier: Apache-2.0
// tests/errors/ is the specification of what the program says when something is wrong: <case>.yaml, and beside it
// <case>.txt with the exact text on standard error and the exit code. The leading comments of a case can say
//   # verb: build                      what is run, for what goes wrong while running; else validate
//   # arguments: --set world.seed=yes  what stands behind it
//   # command: new world coast         in the place of both, run in this folder
// A change of texts is a decision: scripts/approve.sh writes the new ones and shows the difference.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <vector>

#include "cli/program.hpp"
#include "support/catch.hpp"

using namespace terrawright::test;
namespace fs = std::filesystem;

namespace {

const fs::path folder = fs::path(TERRAWRIGHT_ROOT) / "tests/errors";

std::vector<std::string> stems_of(const char* extension) {
  std::vector<std::string> stems;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const fs::path stem = entry.path().stem();
    const bool is_lock = stem.extension() == ".lock";  // it belongs to a case
    if (entry.path().extension() == extension && !is_lock) stems.push_back(stem.string());
  }
  std::sort(stems.begin(), stems.end());
  return stems;
}

// The rest of the leading comment line that begins with `# key: `.
std::string comment(const std::string& text, const std::string& key) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line) && line.compare(0, 2, "# ") == 0;) {
    if (line.compare(2, key.size() + 2, key + ": ") == 0) return line.substr(key.size() + 4);
  }
  return {};
}

// Output of the program for the case, and its exit code.
std::string said_of(const std::string& stem) {
  const std::string file = "tests/errors/" + stem + ".yaml", text = read((folder / (stem + ".yaml")).string());
  const std::string verb = comment(text, "verb"), arguments = comment(text, "arguments");
  if (const std::string command = comment(text, "command"); !command.empty()) {
    const Ran ran = shell("cd tests/errors && " TERRAWRIGHT_PROGRAM " " + command);
    return ran.err + "exit " + std::to_string(ran.exit) + "\n";
  }
  const TemporaryFolder out;
  std::string line = verb.empty() ? "validate " + file : verb + " " + file + " --quiet";
  if (verb == "build" && arguments.find("--out") == std::string::npos) line += " --out " + out.path().string();
  const Ran ran = run(line + " " + arguments);
  return ran.err + "exit " + std::to_string(ran.exit) + "\n";
}

}  // namespace

TEST_CASE("Bad configs give the approved texts", "[errors]") {
  const auto cases = stems_of(".yaml");
  REQUIRE(cases.size() >= 40);
  const bool approve = std::getenv("TERRAWRIGHT_APPROVE") != nullptr;
  const TemporaryFolder differing;
  for (const std::string& stem : cases) {
    const std::string approved = (folder / (stem + ".txt")).string(), said = said_of(stem);
    if (approve) write(approved, said);
    if (fs::exists(approved) && read(approved) == said) continue;
    write(differing / "said", said);
    FAIL_CHECK(stem << ": not the approved text; if it is better, run scripts/approve.sh\n"
                    << shell("diff -u -N --label approved --label said " + approved + " " + (differing / "said")).out);
  }
}

TEST_CASE("Approved texts belong to a case", "[errors]") { CHECK(stems_of(".txt") == stems_of(".yaml")); }
