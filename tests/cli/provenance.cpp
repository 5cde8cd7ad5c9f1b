// SPDX-License-Identifier: Apache-2.0
// --provenance, read back by a reader of its own (tests/provenance).
#include <filesystem>
#include <functional>
#include <set>

#include "cli/program.hpp"
#include "support/catch.hpp"

using namespace terrawright::test;

namespace {

constexpr char world[] =
    "terrawright: 1\nname: w\ninclude: [more.yaml]\nworld: {size: [33, 33], seed: 1}\nknobs: {sea: {value: "
    "3}}\nstages:\n"
    "  h: {use: heights.noise@1}\n"
    "outputs:\n  - {file: \"{name}-{seed}.exr\", layers: {h: h}}\n  - {file: \"{seed}.zarr\", layers: {h: h}}\n";

std::string in(const TemporaryFolder& folder, const std::string& command) {
  return "cd " + folder.path().string() + " && " + command;
}

Ran build(const TemporaryFolder& folder, const std::string& more) {
  return shell(in(folder, TERRAWRIGHT_PROGRAM " build --quiet --cache off " + more));
}

Ran read_back(const TemporaryFolder& folder, const std::string& statements) {
  const std::string reader = TERRAWRIGHT_ROOT "/tests/provenance/read.py";
  return shell(in(folder, TERRAWRIGHT_PYTHON " " + reader + " " TERRAWRIGHT_PROGRAM " " + statements));
}

void worlds_in(const TemporaryFolder& folder) {
  write(folder / "w.yaml", world);
  write(folder / "more.yaml", "expect:\n  - {name: some, that: \"min(h) < $sea\"}\n");
  std::string other = world;
  other.replace(other.find("name: w"), 7, "name: v");
  write(folder / "v.yaml", other);
}

}  // namespace

TEST_CASE("A strict reader takes a statement and finds every file as it says", "[provenance]") {
  const TemporaryFolder folder;
  worlds_in(folder);
  const Ran ran = build(folder,
                        "w.yaml --seed 1 --seed north --set stages.h.with.octaves=2 --out o "
                        "--provenance o/statement.json");
  INFO(ran.err);
  REQUIRE(ran.exit == 0);
  const Ran taken = read_back(folder, "o/statement.json");
  INFO(taken.out << taken.err);
  CHECK(taken.exit == 0);
  const Json statement = Json::parse(read(folder / "o/statement.json"));
  std::set<std::string> subjects;
  for (const Json& subject : statement["subject"]) subjects.insert(subject["name"]);
  for (const char* name : {"w-1.exr", "w-north.exr", "w-1.manifest.json", "1.zarr/h/0/0"})
    CHECK(subjects.count(name) == 1);
  const Json& definition = statement["predicate"]["buildDefinition"];
  CHECK(definition["externalParameters"]["worlds"][1] ==
        Json{{"config", "w.yaml"}, {"seed", "north"}, {"set", {"stages.h.with.octaves=2"}}});
  const Json manifest = Json::parse(read(folder / "o/w-north.manifest.json"));
  CHECK(definition["internalParameters"]["worlds"][1]["config"] == manifest["config"]);
  CHECK(definition["internalParameters"]["worlds"][1]["config_hash"] == manifest["config_hash"]);
  const std::string text = statement.dump();
  CHECK(text.find("more.yaml") != text.npos);
  CHECK(text.find(folder.path().string()) == text.npos);  // no path of this machine
}

TEST_CASE("Several configs, windows and unmet expectations stand in a statement", "[provenance]") {
  const TemporaryFolder folder;
  worlds_in(folder);
  CHECK(build(folder, "w.yaml v.yaml --provenance all.json").exit == 0);
  CHECK(build(folder, "w.yaml --window 3,4,9x8 --out part --provenance part.json").exit == 0);
  CHECK(build(folder, "w.yaml --set knobs.sea=-1000 --out wet --provenance wet.json").exit == 4);
  const Ran taken = read_back(folder, "all.json part.json wet.json");
  INFO(taken.out << taken.err);
  CHECK(taken.exit == 0);
  const Json all = Json::parse(read(folder / "all.json")), part = Json::parse(read(folder / "part.json"));
  CHECK(all["predicate"]["buildDefinition"]["externalParameters"]["worlds"].size() == 2);
  CHECK_FALSE(
      part["predicate"]["buildDefinition"]["externalParameters"]["worlds"][0]["window"].get<std::string>().empty());
}

TEST_CASE("A library of stages stands in a statement with its digest", "[provenance]") {
  const TemporaryFolder folder;
  write(folder / "half.cpp", R"(
#include "terrawright/stage.hpp"
using namespace terrawright;
struct Half {
  In<Height> height; Out<Height> out;
  static void describe(Spec<Half>& s) {
    s.stage("test.half", "Half of it.");
    s.port(&Half::height, "height", "Any.");
    s.port(&Half::out, "height", "Half.").like("height");
  }
  void paint(Tile& tile) const {
    tile.each_cell([&](auto x, auto y) { tile[out](x, y) = tile[height](x, y) * 0.5F; });
  }
};
TERRAWRIGHT_PLUGIN("test.half", "3", terrawright::stage<Half>())
)");
  const Ran compiled = compile_plugin("g++", folder / "half.cpp", folder / "half.so");
  INFO(compiled.err);
  REQUIRE(compiled.exit == 0);
  write(folder / "w.yaml",
        "terrawright: 1\nname: w\nworld: {size: [33, 33], seed: 1}\nstages:\n  h: {use: heights.diamond_square@1}\n"
        "  half: {use: test.half@1, in: {height: h}}\noutputs: [{file: w.exr, layers: {h: half}}]\n");
  const Ran built = build(folder, "w.yaml --plugins ./half.so --out o --provenance s.json");
  INFO(built.err);
  REQUIRE(built.exit == 0);
  const Ran taken = read_back(folder, "s.json");
  INFO(taken.out << taken.err);
  CHECK(taken.exit == 0);
  CHECK_THAT(read(folder / "s.json"), Catch::Contains("half.so"));
  // Another library is another build.
  write(folder / "half.so", read(folder / "half.so") + "x");
  CHECK_THAT(read_back(folder, "s.json").out, Catch::Contains("half.so has other bytes"));
}

TEST_CASE("The same build states the same bytes, with a time where one is given", "[provenance]") {
  const TemporaryFolder folder;
  worlds_in(folder);
  REQUIRE(build(folder, "w.yaml --threads 1 --tile whole --out o --provenance one.json").exit == 0);
  REQUIRE(build(folder, "w.yaml --threads 3 --out o --provenance two.json --locked").exit == 2);
  REQUIRE(build(folder, "w.yaml --threads 3 --out o --provenance two.json --lock").exit == 0);
  CHECK(read(folder / "one.json") == read(folder / "two.json"));
  REQUIRE(build(folder, "w.yaml --out o --provenance two.json --locked").exit == 0);
  CHECK(read(folder / "one.json") == read(folder / "two.json"));
  CHECK(read(folder / "one.json").find("startedOn") == std::string::npos);
  REQUIRE(shell(in(folder, "SOURCE_DATE_EPOCH=1700000000 " TERRAWRIGHT_PROGRAM
                           " build w.yaml --quiet --cache off --out o --provenance then.json"))
              .exit == 0);
  CHECK_THAT(read(folder / "then.json"), Catch::Contains("2023-11-14T22:13:20Z"));
  CHECK(read_back(folder, "one.json then.json").exit == 0);
  const Json manifest = Json::parse(read(folder / "o/w-1.manifest.json"));
  REQUIRE(build(folder, "w.yaml --out p").exit == 0);
  CHECK(Json::parse(read(folder / "p/w-1.manifest.json"))["config_hash"] == manifest["config_hash"]);
}

TEST_CASE("A statement is there after its build alone", "[provenance]") {
  const TemporaryFolder folder;
  worlds_in(folder);
  REQUIRE(build(folder, "w.yaml --out o --provenance s.json").exit == 0);
  // The first world has other bytes, and the second cannot be: then nobody says what stands there.
  CHECK(build(folder, "w.yaml none.yaml --set stages.h.with.octaves=2 --out o --provenance s.json").exit == 2);
  CHECK_FALSE(std::filesystem::exists(folder / "s.json"));
  CHECK(build(folder, "w.yaml --out q --provenance o").exit == 2);
  CHECK(build(folder, "w.yaml --out q --provenance /proc/none/s.json").exit == 2);
  CHECK_FALSE(std::filesystem::exists(folder / "q"));
}

TEST_CASE("A strict reader refuses every statement that is broken", "[provenance]") {
  const TemporaryFolder folder;
  worlds_in(folder);
  REQUIRE(build(folder, "w.yaml --out . --provenance s.json").exit == 0);
  const std::string text = read(folder / "s.json");
  const std::vector<std::function<void(Json&)>> breaks = {
      [](Json& s) { s["_type"] = "https://in-toto.io/Statement/v0.1"; },
      [](Json& s) { s["predicateType"] = "https://slsa.dev/provenance/v0.2"; },
      [](Json& s) { s["more"] = 1; },
      [](Json& s) { s["subject"] = Json::array(); },
      [](Json& s) { s["subject"][0]["digest"]["sha256"] = std::string(64, '0'); },
      [](Json& s) { s["subject"][0]["digest"]["sha256"] = "ABC"; },
      [](Json& s) { s["subject"][0].erase("digest"); },
      [](Json& s) { s["subject"][0]["name"] = "none"; },
      [](Json& s) { s["subject"].push_back(s["subject"][0]); },
      [](Json& s) { s["predicate"].erase("runDetails"); },
      [](Json& s) { s["predicate"]["runDetails"]["builder"]["id"] = "no address"; },
      [](Json& s) { s["predicate"]["runDetails"]["builder"]["name"] = "x"; },
      [](Json& s) { s["predicate"]["runDetails"]["metadata"]["startedOn"] = "2026-02-30T00:00:00Z"; },
      [](Json& s) { s["predicate"]["runDetails"]["metadata"]["startedOn"] = "yesterday"; },
      [](Json& s) { s["predicate"]["buildDefinition"]["buildType"] = "other:build"; },
      [](Json& s) {
        Json& all = s["predicate"]["buildDefinition"]["resolvedDependencies"];
        all = std::vector<Json>(all.begin() + 1, all.end());
      },
      [](Json& s) {
        s["predicate"]["buildDefinition"]["resolvedDependencies"][1]["digest"]["sha256"] = std::string(64, 'a');
      },
      [](Json& s) { s["predicate"]["buildDefinition"]["externalParameters"]["worlds"][0]["config"] = "v.yaml"; },
      [](Json& s) { s["predicate"]["buildDefinition"]["internalParameters"]["worlds"][0]["config"]["name"] = "x"; },
  };
  std::string statements;
  std::size_t count = 0;
  const auto add = [&](const std::string& broken) {
    const std::string name = "broken" + std::to_string(++count) + ".json";
    write(folder / name, broken);
    statements += " " + name;
  };
  for (const auto& breaks_it : breaks) {
    Json statement = Json::parse(text);
    breaks_it(statement);
    add(statement.dump());
  }
  add(text.substr(0, text.size() / 2));
  add("{\"_type\": 1, " + text.substr(1));                // twice
  write(folder / "same.json", Json::parse(text).dump());  // what breaks them is not how they are written
  const Ran refused = read_back(folder, "s.json same.json" + statements);
  INFO(refused.out << refused.err);
  CHECK(refused.exit == 1);
  for (std::size_t i = 1; i <= count; ++i)
    CHECK_THAT(refused.out, Catch::Contains("broken" + std::to_string(i) + ".json: "));
  for (const char* good : {"s.json: ", "same.json: "}) CHECK(refused.out.find(good) == std::string::npos);
}
