// SPDX-License-Identifier: Apache-2.0
// `new stage` as an author begins: green at once, in each language, of each kind.
#include <algorithm>
#include <sstream>
#include <vector>

#include "cli/program.hpp"
#include "support/catch.hpp"
#include "support/length.hpp"

using namespace terrawright::test;
namespace fs = std::filesystem;

namespace {

// With the program first in the path, as its page says.
Ran in_folder(const std::string& folder, const std::string& command) {
  const std::string program = fs::path(TERRAWRIGHT_PROGRAM).parent_path().string();
  return shell("cd '" + folder + "' && PATH=\"" + program + ":$PATH\" TERRAWRIGHT_CACHE=off " + command);
}

void is_green(const TemporaryFolder& folder, const std::string& id, const std::string& word,
              const std::string& options) {
  INFO(id << options);
  const std::string here = folder.path().string();
  const Ran ran = in_folder(here, "terrawright new stage " + id + options + " --format json");
  INFO(ran.err);
  REQUIRE(ran.exit == 0);
  const Json event = Json::parse(ran.out);
  CHECK(event["folder"] == word);
  for (const Json& file : event["files"]) CHECK(fs::is_regular_file(folder.path() / file.get<std::string>()));
  bool has_checked = false;
  for (const Json& one : event["commands"]) {
    std::string command = one.get<std::string>();
    if (command.find("cmake -S") == 0) command.insert(command.find(" &&"), " -DCMAKE_COMPILE_WARNING_AS_ERROR=ON");
    if (command.find("cargo ") == 0) command = "RUSTFLAGS='-D warnings' " + command + " --offline";
    const Ran done = in_folder(folder / word, command);
    INFO(command << "\n" << done.out << done.err);
    REQUIRE(done.exit == 0);
    if (command.find("check") != std::string::npos)
      has_checked =
          done.out.find("1 stage in ") != std::string::npos && done.out.find("nothing was found") != std::string::npos;
    if (command.find("ctest") == 0) CHECK_THAT(done.out, Catch::Contains("100% tests passed, 0 tests failed out of 1"));
  }
  CHECK(has_checked);
  CHECK(fs::exists(folder / (word + "/out/small/small-3.exr")));
}

bool has(const std::string& program) {
  if (shell("command -v " + program).exit == 0) return true;
  WARN("there is no " << program << " here: a stage in its language was not tried");
  return false;
}

}  // namespace

TEST_CASE("A new stage builds without a warning, passes its test and check, and makes its world", "[new]") {
  const TemporaryFolder folder;
  is_green(folder, "example.fog", "fog", "");
  is_green(folder, "acme.studio/my_family.height", "height", " --language c --kind window");
  if (has("cargo")) is_green(folder, "example.sea_fog", "sea_fog", " --language rust --kind rounds");
}

TEST_CASE("A new stage of every kind is green in every language", "[new][length]") {
  if (!at_length()) return;
  for (const std::string language : {"c++", "c", "rust"}) {
    if (language == "rust" && !has("cargo")) continue;
    for (const std::string kind : {"point", "window", "rounds"}) {
      const TemporaryFolder folder;
      // Words that C, C++, Rust, CMake or the headers have, too.
      const std::string word = kind == "point" ? "class" : kind == "window" ? "test" : "tile";
      is_green(folder, "int." + word, word, " --language " + language + " --kind " + kind);
    }
  }
}

TEST_CASE("What a new stage begins with is its author's own", "[new]") {
  const TemporaryFolder folder;
  REQUIRE(in_folder(folder.path().string(), "terrawright new stage example.fog_bank --out mine/here").exit == 0);
  const std::string code = read(folder / "mine/here/fog_bank.cpp");
  CHECK_THAT(code, Catch::Contains("struct FogBankStage {"));
  CHECK_THAT(code, Catch::Contains("s.stage(\"example.fog_bank\", "));
  for (const auto& entry : fs::recursive_directory_iterator(folder.path() / "mine/here")) {
    if (!entry.is_regular_file()) continue;
    const std::string text = read(entry.path().string());
    INFO(entry.path() << "\n" << text);
    for (const char* other :
         {"terrace", "Terrace", "SPDX", "@word@", "@id@", "@source@", "@target@", "@runs@", "@test@"})
      CHECK(text.find(other) == (other == std::string("terrace") ? text.find("terraced") : std::string::npos));
  }
  const std::string page = read(folder / "mine/here/README.md"),
                    runs = read(folder / "mine/here/.github/workflows/stage.yml");
  std::istringstream lines(page);
  int commands = 0;
  for (std::string line; std::getline(lines, line);) {
    if (line.compare(0, 4, "    ") != 0) continue;
    ++commands;
    CHECK_THAT(runs, Catch::Contains("- run: " + line.substr(4) + "\n"));
  }
  CHECK(commands == 4);
}

TEST_CASE("A new stage is refused where it would stand in the way, and nothing is written", "[new]") {
  const TemporaryFolder folder;
  const std::string here = folder.path().string();
  const auto refused = [&](const std::string& words, const std::string& why, const std::string& remedy) {
    const Ran ran = in_folder(here, "terrawright new stage " + words);
    INFO(words << "\n" << ran.err);
    CHECK(ran.exit == 2);
    CHECK_THAT(ran.err, Catch::Contains(why));
    CHECK_THAT(ran.err, Catch::Contains(remedy));
  };
  refused("Fog", "'Fog' cannot be the id of a stage", "family.word");
  refused("fog", "'fog' cannot be the id of a stage", "example.fog");
  refused("../x.y", "cannot be the id of a stage", "family.word");
  refused("sea.level", "'sea.level' is a stage of the program", "acme/sea.level");
  refused("water.drainage", "'water.drainage' is a stage of the program", "acme/water.drainage");
  refused("example.fog --like island", "a stage is not like a world", "leave --like out");
  refused("example.fog --language java", "'java' is not one of its values", "it takes");
  CHECK(fs::is_empty(folder.path()));
  fs::create_directory(folder.path() / "fog");
  refused("example.fog", "'fog' is there already", "--out");
  CHECK(fs::is_empty(folder.path() / "fog"));
  fs::create_symlink("nowhere", folder.path() / "link");
  refused("example.fog --out link", "'link' is there already", "--out");
  CHECK(in_folder(here, "terrawright new world fog --language c").exit == 2);
}
