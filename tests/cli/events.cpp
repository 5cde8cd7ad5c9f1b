// SPDX-License-Identifier: Apache-2.0
// --log, --depfile, and several configs in one call: docs/build-systems.md.
#include <map>
#include <sstream>
#include <vector>

#include "cli/program.hpp"
#include "support/catch.hpp"

using namespace terrawright::test;
namespace fs = std::filesystem;

namespace {

std::string world(const std::string& name, const std::string& more = "") {
  return "terrawright: 1\nname: " + name +
         "\nworld: {size: [65, 65], seed: 42}\nstages:\n  terrain: {use: heights.diamond_square@1}\n"
         "  sea: {use: sea.level@1, in: {height: terrain}, with: {percentile: 60 %}}\n"
         "outputs:\n  - {file: \"{name}-{seed}.exr\", layers: {height: terrain, land: sea.land}}\n" +
         more;
}

std::vector<Json> lines_of(const std::string& file) {
  std::vector<Json> lines;
  std::istringstream text(read(file));
  for (std::string line; std::getline(text, line);) lines.push_back(Json::parse(line));
  return lines;
}

}  // namespace

TEST_CASE("a log tells of nodes, their times, memory, bytes and hashes", "[log]") {
  const TemporaryFolder folder;
  write(folder / "w.yaml", world("t", "expect: [{name: land, that: sea.land_share > 1 %}]\n"));
  const std::string call =
      "build " + (folder / "w.yaml") + " --quiet --out " + (folder / "out") + " --cache " + (folder / "cache");
  REQUIRE(run(call + " --log " + (folder / "log")).exit == 0);
  std::map<std::string, std::size_t> counts;
  std::map<std::string, int> order;
  double time = 0;
  const Json manifest = Json::parse(read(folder / "out/t-42.manifest.json"));
  for (const Json& line : lines_of(folder / "log")) {
    const std::string event = line["event"];
    ++counts[event];
    CHECK(line["time"].get<double>() >= time);
    time = line["time"];
    CHECK(line["peak_memory"].get<std::uint64_t>() > 1000000);
    if (event == "node_begun") CHECK(order[line["node"]]++ == 0);
    if (event == "progress") CHECK((line["percent"] >= 0 && line["percent"] <= 100));
    if (event == "node_ended") CHECK(order[line["node"]]++ == 1);
    if (event == "node_ended" || event == "file_ended") {
      CHECK(line["processor"].get<double>() > 0);
      CHECK(line["seconds"].get<double>() > 0);
    }
    if (event == "node_made" && line["node"] == "terrain") {
      CHECK(line["doing"] == "ran");
      CHECK(line["ports"][0]["bytes"] == 65 * 65 * 4);
      CHECK(line["ports"][0]["xxh3_128"] == manifest["layers"]["terrain"]["xxh3_128"]);
    }
    if (event == "file" && line["path"] == folder / "out/t-42.exr")
      CHECK(line["sha256"] == manifest["files"][0]["sha256"]);
  }
  for (const char* event : {"node_begun", "node_ended", "node_made"}) CHECK(counts[event] == 2);
  for (const char* event : {"begun", "ended", "expectation", "file_ended"}) CHECK(counts[event] == 1);
  CHECK(counts["progress"] > 0);
  // Another call writes it again, with the cached nodes.
  REQUIRE(run(call + " --log " + (folder / "log")).exit == 0);
  std::size_t cached = 0, begun = 0;
  for (const Json& line : lines_of(folder / "log")) {
    cached += line["event"] == "node_made" && line["doing"] == "cached" ? 1 : 0;
    begun += line["event"] == "begun" ? 1 : 0;
  }
  CHECK(cached == 2);
  CHECK(begun == 1);
  // An unwritable file.
  const Ran nowhere = run(call + " --log " + (folder / "none/log"));
  CHECK(nowhere.exit == 2);
  CHECK(nowhere.err.find("--log") != std::string::npos);
  if (fs::exists("/dev/full")) {
    const Ran full = run(call + " --log /dev/full");
    CHECK(full.exit == 1);
    CHECK(full.err.find("is not whole") != std::string::npos);
  }
}

TEST_CASE("a depfile names what a world is made of, escaped, once it is made", "[depfile]") {
  const TemporaryFolder folder;
  write(folder / "a b.yaml", world("t", "include: [\"#$ \\\\ c.yaml\"]\n"));
  write(folder / "#$ \\ c.yaml", "stages: {}\n");
  const std::string call = "build '" + (folder / "a b.yaml") + "' --quiet --out " + (folder / "out");
  REQUIRE(run(call + " --depfile " + (folder / "d/t.d")).exit == 0);
  const std::string in = folder.path().string() + "/", text = read(folder / "d/t.d");
  const std::string a = in + "a\\ b.yaml", c = in + "\\#$$\\ \\\\\\ c.yaml";
  CHECK(text == in + "out/t-42.manifest.json: \\\n " + c + " \\\n " + a + "\n\n" + c + ":\n\n" + a + ":\n");
  REQUIRE(run(call + " --depfile " + (folder / "d/t.d") + " --depfile-target 'x y'").exit == 0);
  CHECK(read(folder / "d/t.d").compare(0, 6, "x\\ y: ") == 0);
  // A rejected world leaves it unchanged.
  write(folder / "a b.yaml", "terrawright: 1\n");
  CHECK(run(call + " --depfile " + (folder / "d/t.d")).exit == 2);
  CHECK(read(folder / "d/t.d").compare(0, 6, "x\\ y: ") == 0);
  CHECK(run("build configs/island.yaml --depfile-target x").exit == 2);
}

TEST_CASE("several configs are built in one call, whatever becomes of one", "[several]") {
  const TemporaryFolder folder;
  write(folder / "a.yaml", world("a"));
  write(folder / "b.yaml", world("b", "expect: [{name: high, that: sea.land_share > 90 %}]\n"));
  write(folder / "c.yaml", world("c", "nonsense: 1\n"));
  write(folder / "d.yaml", world("d"));
  const auto path = [&](const std::string& name) { return " " + (folder / (name + ".yaml")); };
  const std::string to = " --quiet --out " + (folder / "out") + " --junit " + (folder / "j.xml");
  CHECK(run("build" + path("a") + path("b") + path("d") + to + " --seed 1 --seed 2").exit == 4);
  for (const char* file : {"a-1", "a-2", "b-1", "b-2", "d-1", "d-2"})
    CHECK(fs::exists(folder / ("out/" + std::string(file) + ".exr")));
  const Ran broken = run("build" + path("b") + path("c") + path("d") + to);
  CHECK(broken.exit == 2);
  CHECK(broken.err.find("'nonsense'") != std::string::npos);
  CHECK(fs::exists(folder / "out/d-42.exr"));
  const std::string suites = read(folder / "j.xml");
  for (const char* name : {"name=\"b 42\"", "name=\"c\"", "name=\"d 42\""})
    CHECK(suites.find(name) != std::string::npos);
  CHECK(run("validate" + path("a") + path("d")).exit == 0);
  CHECK(run("validate" + path("c") + path("a") + " --set world.seed=3").exit == 2);
  const Ran sums = run("build" + path("a") + path("d") + to + " --sums " + (folder / "sums"));
  CHECK(sums.exit == 2);
  CHECK(sums.err.find("{name}") != std::string::npos);
  CHECK(run("build" + path("a") + path("d") + to + " --sums " + (folder / "{name}.sums")).exit == 0);
  CHECK(fs::exists(folder / "d.sums"));
}
