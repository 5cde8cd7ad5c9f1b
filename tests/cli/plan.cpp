// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <set>

#include "cli/program.hpp"
#include "support/catch.hpp"

using namespace terrawright::test;

namespace {

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

// The nodes of the island world by name.
std::map<std::string, Json> nodes_of(const Json& plan) {
  std::map<std::string, Json> nodes;
  for (const auto& node : plan["nodes"]) nodes[node["name"]] = node;
  return nodes;
}

}  // namespace

TEST_CASE("plan says why each node runs and what it waits for", "[plan]") {
  const Ran ran = run("plan configs/island.yaml");
  CHECK(ran.exit == 0);
  CHECK(contains(ran.out, "for shaped.level, shores.level, land.level, slopes.level, metres.level"));
  CHECK(contains(ran.out, "waits for all of even (the rounds survey all of it)"));
  CHECK(contains(ran.out, "sea.level (its number)"));
  CHECK(contains(ran.out, "wind.flow (its grid)"));
  CHECK(contains(ran.out, "slopes (its exact minimum and maximum)"));
  CHECK(contains(ran.out, "metres (exact minimum and maximum)"));
  CHECK(contains(ran.out, "stored from pass to pass: rough, "));
  CHECK_FALSE(contains(ran.out, "not run"));
}

TEST_CASE("plan --json holds order, shapes, memory, reasons and files", "[plan]") {
  const Ran ran = run("plan configs/island.yaml --json");
  REQUIRE(ran.exit == 0);
  const auto plan = Json::parse(ran.out);
  // Each after what it reads.
  std::set<std::string> before;
  std::uint64_t peak = 0;
  for (const auto& node : plan["nodes"]) {
    for (const auto& [name, input] : node["inputs"].items()) {
      if (input.contains("value")) continue;  // a number that the config writes
      const std::string from = input["from"];
      CHECK(before.count(from.substr(0, from.find('.'))) == 1);
    }
    before.insert(node["name"]);
    CHECK_FALSE(node["needed_by"].empty());
    CHECK((!node["files"].empty() || node["name"] == "steep"));  // which an expectation alone measures
  }
  // Each is painted in one pass; what crosses a barrier is stored.
  std::multiset<std::string> painted;
  for (const auto& pass : plan["passes"]) {
    peak = std::max(peak, pass["memory"].get<std::uint64_t>());
    for (const auto& node : pass["paints"]) painted.insert(node);
  }
  CHECK(plan["memory"]["peak"] == peak);
  CHECK(painted.count("terrain") == 1);
  CHECK(painted.size() == std::set<std::string>(painted.begin(), painted.end()).size());
  CHECK(plan["bytes"]["stored"] < plan["bytes"]["made"]);
  const auto nodes = nodes_of(plan);
  CHECK(nodes.at("terrain")["stored"].empty());
  CHECK(nodes.at("floor")["stored"] == Json::array({"height"}));
  CHECK(nodes.at("sea")["shape"] == "rounds");
  CHECK(nodes.at("sea")["waits_for"].size() == 1);
  CHECK(nodes.at("terrain")["waits_for"].empty());
  CHECK(nodes.at("temperature")["waits_for"].empty());
  CHECK(nodes.at("relief")["files"] == Json::array({"island-42.png", "island-42.html"}));
  CHECK(nodes.at("wind")["outputs"]["flow"]["kind"] == "grid");
  bool to_file = false;
  for (const auto& reader : nodes.at("drainage/filled")["needed_by"])
    to_file = to_file || reader.value("layer", "") == "height";
  CHECK(to_file);
  CHECK(plan["outputs"].size() == 7);
  CHECK(plan["outputs"][2]["files"].size() == 4);  // the classes, their legend twice and their place
}

TEST_CASE("plan names the nodes that do not run", "[plan]") {
  const TemporaryFolder folder;
  write(folder / "world.yaml",
        "terrawright: 1\nname: t\nworld: {size: [65, 65], seed: 1}\nstages:\n  a: {use: heights.diamond_square@1}\n"
        "  idle: {use: heights.diamond_square@1}\noutputs: [{file: a.exr, layers: {h: a}}]\n");
  CHECK(contains(run("plan " + (folder / "world.yaml")).out, "not run, as no output needs it: idle"));
  const auto plan = Json::parse(run("plan --json " + (folder / "world.yaml")).out);
  CHECK(plan["unneeded"] == Json::array({"idle"}));
}

TEST_CASE("plan says the latitudes of the top and bottom rows", "[plan]") {
  // 1000 rows of 1.11195 km lie between the first centre and the last: ten degrees.
  const std::string world =
      " configs/island.yaml --set world.size=[1001,1001] --set world.cell=1111.95 --set world.latitude=45";
  CHECK(contains(run("plan" + world).out, "latitude 50.00 in the top row, 40.00 in the bottom row\n"));
  const auto latitudes = Json::parse(run("plan --json" + world).out)["world"]["latitude_degrees"];
  CHECK(latitudes["centre"] == 45);
  CHECK(latitudes["top"].get<double>() == Approx(50));
  CHECK(latitudes["bottom"].get<double>() == Approx(40));
  const TemporaryFolder folder;
  write(folder / "world.yaml",
        "terrawright: 1\nname: t\nworld: {size: [65, 1001], cell: 1111.95 m, seed: 1, latitude: 88 deg}\n"
        "stages: {a: {use: heights.noise@1}}\noutputs: [{file: a.exr, layers: {h: a}}]\n");
  CHECK(contains(run("plan " + (folder / "world.yaml")).out,
                 "latitude 93.00 (beyond the pole) in the top row, 83.00 in the bottom row\n"));
}

TEST_CASE("plan --json lists the files that a world is made of", "[plan]") {
  const auto files = [](const std::string& world) {
    return Json::parse(run("plan --json " + world).out)["input_files"];
  };
  CHECK(files("configs/hand_drawn.yaml") == Json::array({"configs/hand_drawn.png", "configs/hand_drawn.yaml"}));
  CHECK(files("examples/200-biome-table/world.yaml --set world.cell=\"2 km\"") ==
        Json::array({"examples/200-biome-table/biomes.yaml", "examples/200-biome-table/world.yaml"}));
}
