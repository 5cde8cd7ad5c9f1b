// SPDX-License-Identifier: Apache-2.0
// Worlds that are as expected, or the best of many: beside builds of all of them.
#include <algorithm>
#include <filesystem>

#include "cli/program.hpp"
#include "support/catch.hpp"

using namespace terrawright::test;
namespace fs = std::filesystem;

namespace {

// Sizes of 2^n + 1 alone; of the picture nothing is asked.
const std::string world = R"(terrawright: 1
name: w
world: {size: [129, 129], cell: 1 km, seed: 1}
knobs:
  most: {value: 60 %}
stages:
  h: {use: heights.diamond_square@1}
  n: {use: shape.normalise@1, in: {field: h}}
  land: {use: sea.islets@1, in: {height: n, level: 0.5}}
  picture: {use: view.grey@1, in: {field: n}}
expect:
  - {name: some land, that: "share(land.land) in 45 % .. $most"}
  - {name: high in the mean, that: "mean(n) >= 0.4"}
  - {name: a wish, that: "share(land.land) > 90 %", warn: true}
outputs:
  - {file: "{name}-{seed}.png", layers: {picture: picture}}
)";

std::string world_in(const TemporaryFolder& folder) {
  write(folder / "w.yaml", world);
  return folder / "w.yaml";
}

struct Known {
  int seed;
  bool holds;
  double share;
};
// A build each.
std::vector<Known> brute_force(const TemporaryFolder& folder, const std::string& config, int seeds) {
  std::string list;
  for (int seed = 1; seed <= seeds; ++seed) list += " --seed " + std::to_string(seed);
  run("build " + config + list + " --quiet --cache off --out " + (folder / "brute"));
  std::vector<Known> all;
  for (int seed = 1; seed <= seeds; ++seed) {
    const Json manifest = Json::parse(read(folder / ("brute/w-" + std::to_string(seed) + ".manifest.json")));
    const Json& expectations = manifest["expectations"];
    all.push_back({seed, expectations[0]["holds"] && expectations[1]["holds"],
                   expectations[0]["measured"]["share(land.land)"]["value"]});
  }
  return all;
}

std::vector<int> seeds_of(const Json& searched) {
  std::vector<int> seeds;
  for (const Json& found : searched["found"]) seeds.push_back(std::stoi(found["seed"].get<std::string>()));
  return seeds;
}

}  // namespace

TEST_CASE("A search finds what builds of all seeds find", "[search]") {
  const TemporaryFolder folder;
  const std::string config = world_in(folder);
  const std::vector<Known> all = brute_force(folder, config, 40);
  std::vector<int> good;
  for (const Known& one : all) {
    if (one.holds) good.push_back(one.seed);
  }
  REQUIRE(good.size() >= 4);
  REQUIRE(good.size() < 40);
  const std::string search = "search " + config + " --cache off --json --tries 40 ";

  // The first ones, at full size at once and coarsely first; on however many threads.
  const std::vector<int> three(good.begin(), good.begin() + 3);
  for (const char* how : {"--coarse 1", "", "--coarse 2 --threads 1", "--threads 3"}) {
    INFO(how);
    const Ran ran = run(search + "--want 3 " + how);
    INFO(ran.err);
    REQUIRE(ran.exit == 0);
    const Json found = Json::parse(ran.out);
    CHECK(seeds_of(found) == three);
    for (const Json& one : found["found"]) {
      const auto seed = static_cast<std::size_t>(std::stoi(one["seed"].get<std::string>()));
      CHECK(one["numbers"]["share(land.land)"]["value"].get<double>() == all[seed - 1].share);
    }
  }
  CHECK(run(search + "--want 3 --threads 1").out == run(search + "--want 3 --threads 3").out);

  // More than there are: all that there are, and which expectation it was.
  const Ran lacks = run(search + "--want 40");
  CHECK(lacks.exit == 4);
  std::vector<int> found = seeds_of(Json::parse(lacks.out));
  std::sort(found.begin(), found.end());
  CHECK(found == good);
  CHECK_THAT(lacks.err, Catch::Contains("only " + std::to_string(good.size()) + " of 40 worlds were found among 40"));
  CHECK_THAT(lacks.err, Catch::Contains("'some land' refused most"));
}

TEST_CASE("A search finds the best that builds of all seeds find", "[search]") {
  const TemporaryFolder folder;
  const std::string config = world_in(folder);
  std::vector<Known> all = brute_force(folder, config, 40);
  all.erase(std::remove_if(all.begin(), all.end(), [](const Known& one) { return !one.holds; }), all.end());
  for (const std::string best : {"share(land.land)", "-share(land.land)", "mean(n) - 2 * share(land.land)"}) {
    std::stable_sort(all.begin(), all.end(), [&](const Known& one, const Known& other) {
      return best[0] == 's' ? one.share > other.share : one.share < other.share;
    });
    std::vector<int> brute;
    for (std::size_t i = 0; i < 3; ++i) brute.push_back(all[i].seed);
    for (const char* how : {"--coarse 1", ""}) {
      const Ran ran = run("search " + config + " --cache off --json --tries 40 --want 3 --best '" + best + "' " + how);
      INFO(best << " " << how << ran.err);
      REQUIRE(ran.exit == 0);
      const Json found = Json::parse(ran.out);
      if (best[0] != 'm') CHECK(seeds_of(found) == brute);
      double before = 1e9;
      for (const Json& one : found["found"]) {
        CHECK(one["best"]["value"].get<double>() <= before);
        before = one["best"]["value"];
      }
    }
  }
}

TEST_CASE("max and min of a number are the largest and the least of all worlds", "[search]") {
  const TemporaryFolder folder;
  write(folder / "w.yaml",
        "terrawright: 1\nname: w\nworld: {size: [33, 33], seed: 1}\nstages:\n  h: {use: heights.noise@1}\n"
        "  n: {use: shape.normalise@1, in: {field: h}}\n  sea: {use: sea.level@1, in: {height: n}}\n"
        "outputs:\n  - {file: \"{seed}.exr\", layers: {h: h}}\n");
  const std::string search = "search " + (folder / "w.yaml") + " --cache off --json --tries 12 --coarse 1 --want 12 ";
  const Json most = Json::parse(run(search + "--best 'max(sea.level)'").out);
  const Json least = Json::parse(run(search + "--best 'min(sea.level)'").out);
  const Json plain = Json::parse(run(search + "--best sea.level").out);
  std::vector<int> seeds = seeds_of(most), other = seeds_of(least);
  REQUIRE(seeds.size() == 12);
  CHECK(seeds == seeds_of(plain));
  std::reverse(other.begin(), other.end());
  CHECK(seeds == other);
  CHECK(most["found"][0]["best"]["value"] > most["found"][11]["best"]["value"]);
}

TEST_CASE("A search prints a table, writes one, and builds what it has found", "[search]") {
  const TemporaryFolder folder;
  const std::string config = world_in(folder), cache = " --cache " + (folder / "cache");
  const std::string search = "search " + config + cache + " --want 2 --tries 30 --csv " + (folder / "deep/t.csv");
  const Ran ran = run(search + " --out " + (folder / "o"));
  INFO(ran.err << ran.out);
  REQUIRE(ran.exit == 0);
  CHECK_THAT(ran.out, Catch::StartsWith("seed  share(land.land)  mean(n)"));
  CHECK_THAT(ran.err, Catch::Contains("2 of 2 found"));
  CHECK_THAT(ran.err, Catch::Contains("'some land' refused"));
  CHECK_THAT(read(folder / "deep/t.csv"), Catch::StartsWith("seed,state,size,"));
  CHECK_THAT(read(folder / "deep/t.csv"), Catch::Contains(",found,129 x 129,"));
  CHECK(fs::file_size(folder / "o/worlds.png") > 1000);
  std::size_t folders = 0;
  for (const auto& entry : fs::directory_iterator(folder / "o")) folders += entry.is_directory() ? 1 : 0;
  CHECK(folders == 2);
  // Tried worlds are cached.
  CHECK(run(search + " --json").out == run(search + " --json --tile 32").out);
  // For every combination of values.
  const Ran swept = run(search + " --json --set knobs.most=60%,50%");
  REQUIRE(swept.exit == 0);
  CHECK(Json::parse(swept.out)["found"][0]["set"].size() == 1);
  const Ran lines = run(search + " --format json");
  CHECK_THAT(lines.out, Catch::Contains("\"event\":\"found\""));
}

TEST_CASE("A search says what is wrong before it makes anything", "[search]") {
  const TemporaryFolder folder;
  const std::string config = world_in(folder);
  const auto refused = [&](const std::string& more, const std::string& says) {
    const Ran ran = run("search " + config + " --cache off --tries 3 " + more);
    INFO(more << ran.err);
    CHECK(ran.exit == 2);
    CHECK_THAT(ran.err, Catch::Contains(says));
  };
  refused("--best 'share(land.land) > 3'", "expected the end, found '>'");
  refused("--best 'share(lnd.land)'", "did you mean 'land'");
  refused("--best 3", "compares nothing of the world");
  refused("--best 'share(land.land) + max(h.x)'", "--best:1:");
  refused("--want 0", "whole number");
  refused("--coarse 0", "whole number");
  refused("--seeds 1..4", "--tries");
  refused("--csv " + folder.path().string(), "is a folder");
  refused("--set knobs.most=much", "much");
  const std::string nothing = world.substr(0, world.find("knobs:")) +
                              world.substr(world.find("stages:"), world.find("expect:") - world.find("stages:")) +
                              world.substr(world.find("outputs:"));
  write(folder / "w.yaml", nothing);
  refused("", "nothing is looked for");
  CHECK(run("search " + config + " --cache off --tries 3 --coarse 1 --best 'mean(n)' --quiet").exit == 0);
}

TEST_CASE("Who stops a search is told what was found until then", "[search]") {
  const TemporaryFolder folder;
  const std::string config = world_in(folder);
  const Ran ran = shell("timeout --signal=INT 8 " TERRAWRIGHT_PROGRAM " search " + config +
                        " --cache off --coarse 1 --want 9000 --tries 100000 --set world.size=[257,257] --threads 1");
  CHECK((ran.exit == 130 || ran.exit == 124));
  CHECK_THAT(ran.out, Catch::StartsWith("seed "));
  CHECK_THAT(ran.err, Catch::Contains("stopped"));
}
