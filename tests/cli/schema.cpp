// SPDX-License-Identifier: Apache-2.0
// The schema against a validator that shares nothing with the program (tests/schema/validate.py).
#include <algorithm>
#include <map>
#include <set>
#include <sstream>
#include <vector>

#include "cli/program.hpp"
#include "support/catch.hpp"
#include "support/stage_files.hpp"

using namespace terrawright::test;
namespace fs = std::filesystem;

namespace {

const fs::path root = TERRAWRIGHT_ROOT;
const std::string committed = "schema/terrawright.schema.json";

// Configs below a folder of the project, by their paths in it.
std::vector<std::string> configs_in(const std::string& folder, bool deep) {
  std::vector<std::string> found;
  for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
    const fs::path path = fs::relative(entry.path(), root);
    if (path.stem().has_extension() || path.parent_path().filename() == "parts") continue;  // no config
    if (path.extension() == ".yaml" && (deep || path.parent_path() == folder)) found.push_back(path.string());
  }
  std::sort(found.begin(), found.end());
  return found;
}

struct Verdict {
  std::string word;  // taken, refused, unreadable
  std::string line;
};

// Verdict of the validator for each file.
std::map<std::string, Verdict> verdicts(const std::string& schema, const std::vector<std::string>& files) {
  std::string command = TERRAWRIGHT_PYTHON " tests/schema/validate.py " + schema;
  for (const std::string& file : files) command += " " + file;
  const Ran ran = shell(command);
  INFO(ran.err << "\nIs python3-jsonschema there? scripts/setup.sh installs it.");
  REQUIRE(ran.exit == 0);
  std::map<std::string, Verdict> found;
  std::istringstream lines(ran.out);
  for (std::string line; std::getline(lines, line);) {
    const std::string rest = line.substr(line.find(' ') + 1);
    found[rest.substr(0, rest.find(':'))] = {line.substr(0, line.find(' ')), line};
  }
  REQUIRE(found.size() == files.size());
  return found;
}

Verdict verdict_of(const std::string& schema, const std::string& yaml) {
  const TemporaryFolder folder;
  write(folder / "world.yaml", yaml);
  return verdicts(schema, {folder / "world.yaml"}).begin()->second;
}

// A world with one value of one node, or of another place, filled in.
std::string world_with(const std::string& sea, const std::string& more = "") {
  return "terrawright: 1\nname: t\nworld: {size: [65, 65], seed: 1" + more +
         "}\nknobs: {k: 1}\nstages:\n  t: {use: heights.diamond_square@1}\n  s: {use: sea.level@1, in: {height: t}, "
         "with: " +
         sea + "}\n  m: {use: shape.metres@1, in: {height: t, level: s.level}, with: {peak: $k}}\n" +
         "outputs: [{file: a.exr, layers: {m: m, s: s}}]\n";
}

// The cases of tests/schema/beyond.txt.
std::set<std::string> beyond() {
  std::set<std::string> names;
  std::istringstream lines(read((root / "tests/schema/beyond.txt").string()));
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line[0] == '#') continue;
    INFO(line);
    REQUIRE(line.find(": ") != std::string::npos);
    REQUIRE(names.insert("tests/errors/" + line.substr(0, line.find(':')) + ".yaml").second);
  }
  return names;
}

// Every list of choices: how many there are, and that each explains itself.
int explained_choices(const Json& schema, const std::string& path) {
  int count = 0;
  if (schema.is_object() && schema.contains("enum")) {
    INFO(path << ": a choice of its own has a title and a text, so it is no enum");
    CHECK(path == "/properties/terrawright");
  }
  if (schema.is_object() && schema.contains("anyOf")) {
    std::set<std::string> titles;
    for (const auto& choice : schema["anyOf"]) {
      if (!choice.contains("const")) continue;
      INFO(path << ": " << choice);
      for (const char* key : {"title", "description", "markdownDescription"}) CHECK(choice.value(key, "").size() > 1);
      titles.insert(choice.value("title", ""));
      ++count;
    }
  }
  if (schema.is_structured())
    for (const auto& [key, value] : schema.items()) count += explained_choices(value, path + "/" + key);
  return count;
}

}  // namespace

namespace {

// Calls take(choice, text, text of the parameter) for each choice of a schema.
template <class Take>
void each_choice(const Json& schema, const Take& take) {
  if (schema.is_object() && schema.contains("anyOf") && schema.contains("description")) {
    for (const auto& one : schema["anyOf"]) {
      if (one.contains("const") && one["const"].is_string())
        take(one["const"], one.value("description", ""), schema["description"]);
    }
  }
  if (!schema.is_structured()) return;
  for (const auto& [key, part] : schema.items()) each_choice(part, take);
}

}  // namespace

TEST_CASE("Every choice has a text of its own", "[cli.schema]") {
  const Ran ran = run("schema");
  REQUIRE(ran.exit == 0);
  int choices = 0, without = 0;
  each_choice(Json::parse(ran.out), [&](const std::string& choice, const std::string& text, const std::string& all) {
    ++choices;
    if (!text.empty() && all.rfind(text, 0) != 0) return;  // not what all of them have
    ++without;
    UNSCOPED_INFO(choice << ": " << all);
  });
  CHECK(choices > 120);
  CHECK(without == 0);
}

TEST_CASE("Each choice and each stage explains itself in an editor's list", "[schema]") {
  const auto schema = Json::parse(run("schema").out);
  CHECK(explained_choices(schema, "") > 180);
  std::set<std::string> titles;
  for (const auto& use : schema["definitions"]["stage"]["anyOf"]) titles.insert(use["title"].get<std::string>());
  CHECK(titles.size() == schema["definitions"]["stage"]["anyOf"].size());
  CHECK(titles.count("sea.level") == 1);
  CHECK(titles.count("water.drainage, a composite") == 1);
  const auto& edge = schema["definitions"]["heights.diamond_square@1"]["properties"]["with"]["properties"]["edge"];
  CHECK(edge["anyOf"][2]["description"] == "From the mean of the two neighbours along the border.");
}

TEST_CASE("A schema made for a world offers its knobs and nodes, each with its text", "[schema]") {
  const auto schema = Json::parse(run("schema configs/island.yaml").out);
  CHECK(explained_choices(schema, "") > 250);
  const auto& knob = schema["definitions"]["knob"]["anyOf"][0];
  CHECK(knob["const"] == "$sea");
  CHECK(knob["title"] == "knob sea: 60 %");
  CHECK(knob["description"] ==
        "Share of the map under the sea, before islets are removed.\n\n60 %; range 0 % to 100 %");
  const auto& level = schema["definitions"]["sea.level@1"]["properties"];
  const auto& percentile = level["with"]["anyOf"][1]["properties"]["percentile"];
  CHECK(percentile["anyOf"][0]["$ref"] == "#/definitions/knob");
  CHECK(percentile["anyOf"][1]["maximum"] == 100);
  CHECK(percentile["default"] == "60 %");
  CHECK_THAT(percentile["description"].get<std::string>(), Catch::Contains("under the sea"));
  CHECK(level["in"]["properties"]["height"]["anyOf"][0]["$ref"] == "#/definitions/named");
  std::set<std::string> named;
  for (const auto& node : schema["definitions"]["named"]["anyOf"]) named.insert(node["const"].get<std::string>());
  for (const char* name : {"terrain", "sea", "sea.level", "lakes.depth", "rivers.table"}) CHECK(named.count(name) == 1);
  // A world without knobs has none to offer.
  const TemporaryFolder folder;
  write(folder / "world.yaml", "terrawright: 1\nname: t\nworld: {size: [65, 65], seed: 1}\nstages: {}\noutputs: []\n");
  const auto bare = Json::parse(run("schema " + (folder / "world.yaml")).out);
  CHECK_FALSE(bare["definitions"].contains("knob"));
  CHECK(bare["definitions"]["sea.level@1"] == Json::parse(run("schema").out)["definitions"]["sea.level@1"]);
  // An unfinished config has knobs; a text that is not YAML has none.
  write(folder / "world.yaml", "terrawright: 1\nknobs: {sea: 60 %}\nstages: {a: {use: no.stage@1}}\n");
  CHECK(Json::parse(run("schema " + (folder / "world.yaml")).out)["definitions"].contains("knob"));
  write(folder / "world.yaml", "knobs: [\n");
  const Ran broken = run("schema " + (folder / "world.yaml"));
  CHECK(broken.exit == 2);
  CHECK(broken.out.empty());
  CHECK_THAT(broken.err, Catch::Contains("world.yaml:"));
}

TEST_CASE("A schema made for a world takes and refuses what the other one does", "[schema]") {
  const TemporaryFolder folder;
  write(folder / "schema.json", run("schema configs/island.yaml").out);
  std::vector<std::string> files = configs_in("configs", true);
  for (const std::string& file : configs_in("tests/errors", false)) files.push_back(file);
  const auto others = verdicts(committed, files);
  for (const auto& [file, verdict] : verdicts(folder / "schema.json", files)) {
    INFO(verdict.line << "\n" << others.at(file).line);
    CHECK(verdict.word == others.at(file).word);
  }
}

TEST_CASE("The schema in the project is what the program writes", "[schema]") {
  const Ran ran = run("schema");
  REQUIRE(ran.exit == 0);
  INFO("scripts/docs.sh writes it anew");
  CHECK((ran.out == read((root / committed).string())));
}

TEST_CASE("Configs name the schema, so that editors find it", "[schema]") {
  for (const std::string& file : configs_in("configs", true)) {
    const std::string text = read((root / file).string()), modeline = "# yaml-language-server: $schema=";
    INFO(file << " begins with " << modeline << "../" << committed);
    REQUIRE(text.compare(0, modeline.size(), modeline) == 0);
    const std::string target = text.substr(modeline.size(), text.find('\n') - modeline.size());
    CHECK(fs::equivalent((root / file).parent_path() / target, root / committed));
  }
}

TEST_CASE("Every config of the project validates against the schema", "[schema]") {
  std::vector<std::string> files = configs_in("configs", true);
  for (const char* folder : {"stages", "packs/atlas/stages", "examples"}) {
    for (const std::string& file : configs_in(folder, true)) {
      const bool has_a_plugin =  // below, with it
          file == "examples/100-plugin/world.yaml" || file == "examples/500-ci/worlds/arena.yaml" ||
          file == "examples/700-writer/world.yaml";
      const bool is_a_world = read((root / file).string()).find("\nworld:") != std::string::npos;
      if (is_a_world && !has_a_plugin) files.push_back(file);
    }
  }
  for (const auto& [file, verdict] : verdicts(committed, files)) {
    INFO(verdict.line);
    CHECK(verdict.word == "taken");
  }
}

TEST_CASE("The schema knows the stages of plugins", "[schema][plugins]") {
  const auto [sources, world] =
      GENERATE(std::pair{"examples/100-plugin/*.cpp", "examples/100-plugin/world.yaml"},
               std::pair{"examples/500-ci/plugin/*.cpp", "examples/500-ci/worlds/arena.yaml"});
  const TemporaryFolder folder;
  const Ran compiled = shell("g++ -std=c++17 -O0 -ffp-contract=off -fvisibility=hidden -fPIC -shared -Ipipeline/sdk " +
                             std::string(sources) + " -o " + (folder / "stages.so"));
  INFO(compiled.err);
  REQUIRE(compiled.exit == 0);
  write(folder / "schema.json", run("schema --plugins " + folder.path().string()).out);
  CHECK(verdicts(folder / "schema.json", {world}).begin()->second.word == "taken");
  CHECK(verdicts(committed, {world}).begin()->second.word == "refused");
}

TEST_CASE("The schema knows the writers of plugins", "[schema][plugins]") {
  const TemporaryFolder folder;
  const Ran compiled =
      shell("gcc -std=c11 -fPIC -shared -Ipipeline/sdk examples/700-writer/esri_ascii.c -o " + (folder / "writer.so"));
  INFO(compiled.err);
  REQUIRE(compiled.exit == 0);
  write(folder / "schema.json", run("schema --plugins " + folder.path().string()).out);
  const std::string world = "examples/700-writer/world.yaml";
  CHECK(verdicts(folder / "schema.json", {world}).begin()->second.word == "taken");
  CHECK(verdicts(committed, {world}).begin()->second.word == "refused");
  std::string wrong = read((root / world).string());
  wrong.replace(wrong.find("digits: 4"), 9, "digits: 12");
  write(folder / "wrong.yaml", wrong);
  CHECK(verdicts(folder / "schema.json", {folder / "wrong.yaml"}).begin()->second.word == "refused");
}

TEST_CASE("The schema refuses every bad config that a schema can refuse", "[schema]") {
  const auto files = configs_in("tests/errors", false);
  REQUIRE(files.size() >= 40);
  const auto listed = beyond();
  for (const std::string& file : listed) {
    INFO(file << " of tests/schema/beyond.txt is no case of tests/errors/");
    CHECK(std::count(files.begin(), files.end(), file) == 1);
  }
  for (const auto& [file, verdict] : verdicts(committed, files)) {
    const bool good = run("validate " + file).exit == 0;  // what goes wrong while it runs, or by its arguments
    INFO(verdict.line << "\nvalidate " << (good ? "takes it" : "refuses it"));
    if (good) {
      CHECK(verdict.word == "taken");
    } else if (listed.count(file) != 0) {
      INFO("it is listed in tests/schema/beyond.txt");
      CHECK(verdict.word == "taken");
    } else {
      INFO("a case that no schema can refuse is listed in tests/schema/beyond.txt, with the reason");
      CHECK(verdict.word != "taken");
    }
  }
}

TEST_CASE("Schema and program agree on values", "[schema]") {
  const TemporaryFolder folder;
  const auto both = [&](const std::string& yaml) {
    write(folder / "world.yaml", yaml);
    const Verdict verdict = verdict_of(committed, yaml);
    const Ran ran = run("validate " + (folder / "world.yaml"));
    INFO(yaml << verdict.line << "\n" << ran.err);
    CHECK((verdict.word == "taken") == (ran.exit == 0));
    return verdict.word == "taken";
  };
  for (const char* good :
       {"{percentile: 60 %}", "{percentile: 60%}", "{percentile: 100}", "{percentile: 99.5 %}", "{percentile: 1e1 %}",
        "{percentile: -0 %}", "{percentile: 100.00 %}", "{percentile: $k}", "", "{border: free}", "{}"}) {
    CHECK(both(world_with(good)));
  }
  for (const char* bad :
       {"{percentile: 101 %}", "{percentile: 101}", "{percentile: -1 %}", "{percentile: 60 m}", "{percentile: sixty}",
        "{percentile: [60]}", "{percentile: yes}", "{percentile: \"60 %\", border: maybe}", "{percent: 60 %}",
        "{border: [free]}", "[60 %]", "60 %"}) {
    CHECK_FALSE(both(world_with(bad)));
  }
  for (const char* good : {", cell: 0.001", ", cell: 1000000", ", cell: 5 mm", ", cell: 1.5e2 km", ", latitude: -90",
                           ", latitude: 45°", ", longitude: -170.5", ", cell: $k"}) {
    CHECK(both(world_with("{}", good)));
  }
  for (const char* bad : {", cell: 0.0005", ", cell: 1000001", ", cell: -5 m", ", cell: 5 deg", ", cell: 05 m",
                          ", cell: +5 m", ", cell: .5 m", ", latitude: 91", ", longitude: 181"}) {
    CHECK_FALSE(both(world_with("{}", bad)));
  }
}

TEST_CASE("The schema teaches: documentation, defaults, ranges and choices", "[schema]") {
  const auto schema = Json::parse(run("schema").out);
  const auto& level = schema["definitions"]["sea.level@1"];
  CHECK(level["properties"]["in"]["required"] == Json::array({"height"}));
  const auto& percentile = level["properties"]["with"]["properties"]["percentile"];
  CHECK(percentile["default"] == "60 %");
  CHECK(percentile["minimum"] == 0);
  CHECK(percentile["maximum"] == 100);
  CHECK(percentile["description"].get<std::string>().find("under the sea") != std::string::npos);
  const auto& border = level["properties"]["with"]["properties"]["border"];
  CHECK(border["anyOf"][1]["const"] == "raise");
  CHECK(border["anyOf"][1]["title"] == "border: raise");
  CHECK(border["anyOf"][1]["description"] == "The sea level is raised above it.");
  const auto& names = schema["definitions"]["stage"]["anyOf"];
  std::size_t stages = 0;
  for (const StageFile& file : stage_files()) {
    // family/word.cpp or family/word/word.cpp; others are parts of a stage.
    const fs::path& path = file.path;
    const std::string folder = path.parent_path().filename().string();
    const bool is_own = folder == file.family || folder == path.stem();
    stages += (path.extension() == ".cpp" && is_own) || path.stem().extension() == ".composite";
  }
  CHECK(names.size() == stages);
  const Json one_of_them = {{"$ref", "#/definitions/stage"}};
  CHECK(schema["then"]["properties"]["stages"]["additionalProperties"]["properties"]["use"] == one_of_them);
  CHECK(schema["definitions"]["node"]["properties"]["use"]["anyOf"][0] == one_of_them);
  CHECK(schema["definitions"].size() == stages + 4);  // node, stage, outputs, expect
}
