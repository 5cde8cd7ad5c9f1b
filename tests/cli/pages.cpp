// SPDX-License-Identifier: Apache-2.0
// docs/config.md against the program: its YAML, its commands and its keys.
#include <set>
#include <sstream>

#include "cli/program.hpp"
#include "support/catch.hpp"

using namespace terrawright::test;
namespace fs = std::filesystem;

namespace {

const std::string root = TERRAWRIGHT_ROOT "/";

// The keys of the maps that a schema describes, at any depth; where `outputs` are, to their own keys alone.
void collect(const Json& schema, std::set<std::string>& keys) {
  if (schema.is_array())
    for (const auto& item : schema) collect(item, keys);
  if (!schema.is_object()) return;
  for (const auto& [key, value] : schema.items()) {
    if (key == "properties" && value.is_object()) {
      for (const auto& [name, described] : value.items()) keys.insert(name);
    }
    collect(value, keys);
  }
}

}  // namespace

TEST_CASE("The YAML of docs/config.md is of worlds that are taken, and what is whole builds", "[docs]") {
  const TemporaryFolder folder;
  const Ran cut = shell(TERRAWRIGHT_PYTHON " tests/docs/snippets.py docs/config.md " + folder.path().string());
  INFO(cut.err);
  REQUIRE(cut.exit == 0);
  std::istringstream lines(cut.out);
  int wholes = 0, parts = 0;
  for (std::string kind, name; lines >> kind >> name;) {
    const Ran valid = run("validate " + (folder / name));
    INFO(read(folder / name) << valid.err);
    CHECK(valid.exit == 0);
    CHECK(valid.err.find("has no unit") == std::string::npos);
    ++(kind == "whole" ? wholes : parts);
    const Ran built =
        run("build " + (folder / name) + " --quiet --cache off --set world.size=[65,65] --out " + (folder / "out"));
    INFO(built.err);
    CHECK(built.exit == 0);
  }
  CHECK(wholes >= 1);
  CHECK(parts >= 8);
}

TEST_CASE("The worlds of docs/questions.md build", "[docs]") {
  const TemporaryFolder folder;
  const Ran cut = shell(TERRAWRIGHT_PYTHON " tests/docs/snippets.py docs/questions.md " + folder.path().string());
  INFO(cut.err);
  REQUIRE(cut.out == "whole 1.yaml\n");
  write(folder / "dem.yaml",
        "terrawright: 1\nname: dem\nworld: {size: [65, 65], cell: 30 m, seed: 1}\n"
        "stages:\n  terrain: {use: heights.noise@1, with: {wavelength: 1 km}}\n"
        "  metres: {use: shape.metres@1, in: {height: terrain, level: 0.5}}\n"
        "outputs: [{file: dem.tif, layers: {height: metres}}]\n");
  REQUIRE(run("build " + (folder / "dem.yaml") + " --quiet --cache off --out " + folder.path().string()).exit == 0);
  const Ran built =
      run("build " + (folder / "1.yaml") + " --quiet --cache off --set world.size=[65,65] --out " + (folder / "out"));
  INFO(built.err);
  CHECK(built.exit == 0);
  CHECK(fs::exists(folder / "out/upstream.tif"));
}

TEST_CASE("The commands of docs/config.md do what they say", "[docs]") {
  const TemporaryFolder folder;
  shell(TERRAWRIGHT_PYTHON " tests/docs/snippets.py docs/config.md " + folder.path().string());
  fs::rename(folder / "1.yaml", folder / "shore.yaml");
  std::istringstream lines(read(root + "docs/config.md"));
  int commands = 0;
  for (std::string line; std::getline(lines, line);) {
    if (line.compare(0, 22, "    terrawright build ") != 0) continue;
    const Ran ran = shell("cd " + folder.path().string() + " && TERRAWRIGHT_CACHE=off " TERRAWRIGHT_PROGRAM " " +
                          line.substr(16) + " --quiet --strict");
    INFO(line << "\n" << ran.err);
    CHECK(ran.exit == 0);
    ++commands;
  }
  CHECK(commands == 5);
  CHECK(fs::exists(folder / "out/shore/look.png"));
  CHECK(fs::exists(folder / "out/shore/shore-7.png"));
}

TEST_CASE("docs/config.md has every key that a config can have", "[docs][schema]") {
  const std::string page = read(root + "docs/config.md"), outputs = read(root + "docs/outputs.md");
  const auto schema = Json::parse(run("schema").out);
  std::set<std::string> keys, of_outputs;
  for (const auto& [name, described] : schema["properties"].items()) keys.insert(name);
  // For a world that extends no other.
  auto whole = schema["allOf"][0]["else"]["properties"];
  for (const char* key : {"outputs", "expect"}) whole[key] = schema["definitions"][key];
  for (const auto& [name, described] : whole.items()) {
    if (name == "stages") continue;
    collect(described, name == "outputs" ? of_outputs : keys);
  }
  for (const auto& [name, described] : schema["definitions"]["node"]["properties"].items()) keys.insert(name);
  CHECK(keys.size() > 20);
  CHECK(of_outputs.size() > 20);
  for (const std::string& key : keys) {
    INFO("`" << key << "`");
    CHECK(page.find("`" + key + "`") != std::string::npos);
  }
  // Those inside an output are in the page of outputs, or here.
  for (const std::string& key : of_outputs) {
    const bool in_page = page.find("`" + key + "`") != std::string::npos || page.find(key + ": ") != std::string::npos;
    const bool in_outputs =
        outputs.find("`" + key + "`") != std::string::npos || outputs.find(key + ": ") != std::string::npos;
    INFO("`" << key << "`");
    CHECK((in_page || in_outputs));
  }
  // An output that is no pack, view or the like.
  const auto* usual = &whole.at("outputs").at("items");
  while (usual->contains("else")) usual = &usual->at("else");
  for (const auto& [name, described] : usual->at("properties").items()) {
    INFO("`" << name << "` of an output");
    CHECK(page.find("`" + name + "`") != std::string::npos);
  }
}
