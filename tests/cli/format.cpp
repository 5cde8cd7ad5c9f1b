// SPDX-License-Identifier: Apache-2.0
// The same problems for machines.
#include <map>
#include <sstream>

#include "cli/program.hpp"
#include "support/catch.hpp"

using namespace terrawright::test;

namespace {

const std::string bad =
    "terrawright: 1\nname: bad\nworld: {size: [65, 65], cell: 1 km, seed: 1}\nstages:\n"
    "  a: {use: heights.diamond_square@1, with: {stencill: cubic}}\n"
    "outputs: [{file: \"a.exr\", layers: {h: a, g: b}}]\n";

std::vector<Json> events(const std::string& lines) {
  std::vector<Json> all;
  std::istringstream stream(lines);
  for (std::string line; std::getline(stream, line);) {
    all.push_back(Json::parse(line));
    CHECK(all.back().contains("event"));
  }
  return all;
}

}  // namespace

TEST_CASE("Option --format json gives every problem with its place", "[format]") {
  const TemporaryFolder folder;
  write(folder / "bad.yaml", bad);
  const Ran ran = run("validate --format json " + (folder / "bad.yaml"));
  CHECK(ran.exit == 2);
  CHECK(ran.err.empty());
  const auto problems = events(ran.out);
  REQUIRE(problems.size() == 2);
  CHECK(problems[0]["event"] == "problem");
  CHECK(problems[0]["severity"] == "error");
  CHECK(problems[0]["file"] == folder / "bad.yaml");
  CHECK(problems[0]["line"] == 5);
  CHECK(problems[0]["column"] == 45);
  CHECK(problems[0]["length"] == 8);
  CHECK(problems[0]["message"].get<std::string>().find("no parameter 'stencill'") != std::string::npos);
  CHECK(problems[0]["hint"].get<std::string>().find("did you mean 'stencil'?") != std::string::npos);
  CHECK(problems[1]["line"] == 6);
  // Problems without a place are problems as well.
  const auto plugin = events(run("stages --format json --plugins " + (folder / "none")).out);
  REQUIRE(plugin.size() == 1);
  CHECK_FALSE(plugin[0].contains("line"));
}

TEST_CASE("Option --format json makes standard output lines of JSON, whatever the verb", "[format]") {
  const TemporaryFolder folder;
  const auto kinds = [](const std::string& arguments, int exit = 0) {
    const Ran ran = run(arguments);
    INFO(arguments << "\n" << ran.err);
    CHECK(ran.exit == exit);
    CHECK(ran.err.empty());
    std::map<std::string, std::size_t> count;
    for (const auto& event : events(ran.out)) ++count[event["event"].get<std::string>()];
    return count;
  };
  using Count = std::map<std::string, std::size_t>;
  const std::string json = " --format json", island = " configs/island.yaml";
  for (const char* options : {"", " --json"}) CHECK(kinds("plan" + island + json + options) == Count{{"plan", 1}});
  CHECK(kinds("validate" + island + json) == Count{{"valid", 1}});
  CHECK(kinds("graph" + island + json) == Count{{"graph", 1}});
  CHECK(kinds("schema" + json) == Count{{"schema", 1}});
  for (const char* options : {"", " --json"})
    CHECK(kinds("describe sea.level" + json + options) == Count{{"stage", 1}});
  CHECK(kinds("describe sea.level --markdown" + json) == Count{{"text", 1}});
  CHECK(kinds("stages" + json)["stage"] > 40);
  CHECK(kinds("stages glacier" + json)["note"] == 1);
  CHECK(kinds("build --help" + json) == Count{{"text", 1}});
  CHECK(kinds(json, 2) == Count{{"problem", 1}});
  CHECK(kinds("buidl" + json, 2) == Count{{"problem", 1}});
  CHECK(kinds("build --sead 4" + json, 2) == Count{{"problem", 1}});
  const Count built =
      kinds("build" + island + " --set world.size=[65,65] --sha256 --format=json --out " + (folder / "a"));
  CHECK(built.at("node") > 10);
  CHECK(built.at("file") == 14);
  CHECK(built.at("sha256") > 8);
  CHECK(built.at("done") == 1);

  write(folder / "t.yaml",
        "terrawright: 1\nname: t\nworld: {size: [17, 17], seed: 42}\nstages:\n  h: {use: heights.noise@1}\n"
        "  map: {use: view.ascii@1, in: {field: h}}\noutputs:\n  - {print: true, layers: {m: map}}\n");
  CHECK(kinds("build --quiet" + json + " --out " + (folder / "b") + " " + (folder / "t.yaml")) == Count{{"text", 1}});
}

TEST_CASE("Option --format github gives annotations", "[format]") {
  const TemporaryFolder folder;
  write(folder / "bad.yaml", bad);
  const Ran ran = run("validate --format github " + (folder / "bad.yaml"));
  CHECK(ran.exit == 2);
  CHECK(ran.err.find("::error file=" + (folder / "bad.yaml") + ",line=5,col=45::") == 0);
  CHECK(std::count(ran.err.begin(), ran.err.end(), '\n') == 2);
  CHECK(run("validate --format xml configs/island.yaml").exit == 2);
}

TEST_CASE("Names and texts from outside begin no line of their own", "[format]") {
  const TemporaryFolder folder;
  const std::string odd = folder / "x\n::error::y\x1B[31m.yaml";
  write(odd, "terrawright: 1\nname: t\nworld: {size: [17, 17], seed: 1}\n");
  for (const char* format : {"text", "json", "github"}) {
    const Ran ran = run(std::string("validate --format ") + format + " '" + odd + "'");
    INFO(ran.err);
    CHECK(ran.exit == 2);
    CHECK(ran.err.find("\n::error::y") == std::string::npos);
    CHECK(ran.err.find('\x1B') == std::string::npos);
  }
  write(odd,
        "terrawright: 1\nname: t\nworld: {size: [17, 17], seed: 1}\nstages: {h: {use: "
        "heights.diamond_square@1}}\noutputs: [{file: a.exr, layers: {h: h}}]\n");
  const Ran said = run("validate '" + odd + "'"), planned = run("plan --seed '\n::error::y' '" + odd + "'");
  CHECK(said.exit == 0);
  CHECK(said.out.find("\n::error::y") == std::string::npos);
  CHECK(planned.exit == 0);
  CHECK(planned.out.find("\n::error::y") == std::string::npos);
}

TEST_CASE("What a library says of a broken picture is in the problem, and nowhere else", "[format]") {
  const TemporaryFolder folder;
  std::string png = read(std::string(TERRAWRIGHT_ROOT) + "/stages/source/image/drawn.png");
  png[20] = 1;  // in the header, whose checksum no longer fits
  write(folder / "bad.png", png);
  write(folder / "bad.tif", std::string("II*\0\x08\0\0\0\x01\0\0\xFF\x03\0", 14));
  write(folder / "bad.exr", std::string("\x76\x2F\x31\x01\x02\0\0\0junk", 12));
  for (const char* name : {"bad.png", "bad.tif", "bad.exr"}) {
    write(folder / "world.yaml",
          "terrawright: 1\nname: t\nworld: {size: [17, 17], seed: 1}\nstages: {h: {use: source.image@1, with: {file: " +
              std::string(name) + "}}}\noutputs: [{file: a.exr, layers: {h: h}}]\n");
    const Ran ran = run("validate --format json " + (folder / "world.yaml"));
    INFO(name << ": " << ran.out << ran.err);
    CHECK(ran.exit == 2);
    CHECK(ran.err.empty());
    const auto json = Json::parse(ran.out);  // one line
    CHECK(json["event"] == "problem");
    const std::string message = json["message"];
    CHECK(message.find("it is not an image that can be read: ") != std::string::npos);
    CHECK(message.back() != ' ');
  }
}
