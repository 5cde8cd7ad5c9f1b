// SPDX-License-Identifier: Apache-2.0
#include "cli/sweep/sweep_plan.hpp"

#include <chrono>
#include <optional>
#include <set>
#include <thread>

#include "cli/program.hpp"
#include "images/commit.hpp"
#include "support/catch.hpp"

using namespace terrawright::cli;

namespace {

std::vector<std::string> seeds_of(const SweepPlan& all) {
  std::vector<std::string> seeds;
  for (const SweepWorld& world : all.worlds) seeds.push_back(world.seed);
  return seeds;
}

std::string problem_of(const std::vector<std::string>& seeds, const std::vector<std::string>& set = {}) {
  return sweep_plan_of(seeds, set).problem;
}

}  // namespace

TEST_CASE("Seeds of a sweep are numbers, ranges and texts", "[sweep]") {
  CHECK(seeds_of(sweep_plan_of({"1..4,9", "north"}, {})) == std::vector<std::string>{"1", "2", "3", "4", "9", "north"});
  CHECK(seeds_of(sweep_plan_of({"-2..1"}, {})) == std::vector<std::string>{"-2", "-1", "0", "1"});
  CHECK(seeds_of(sweep_plan_of({}, {})) == std::vector<std::string>{""});
  CHECK(sweep_plan_of({"9223372036854775806..9223372036854775807"}, {}).worlds.size() == 2);
  for (const char* wrong : {"4..1", "1..", "..3", "a..b", "1,,2", "", "1,2,1", "1..3,2", "1..1000000",
                            "-9223372036854775808..9223372036854775807"})
    CHECK_FALSE(problem_of({wrong}).empty());
}

TEST_CASE("A sweep has every combination of values once", "[sweep]") {
  const SweepPlan all =
      sweep_plan_of({"1,2"}, {"knobs.sea=40%,50%", "world.size=[65,65]", "knobs.name=\"a,b\",c,{d: 1, e: 2}"});
  REQUIRE(all.problem.empty());
  CHECK(all.paths == std::vector<std::string>{"knobs.sea", "knobs.name"});
  REQUIRE(all.worlds.size() == 2 * 2 * 3);
  std::set<std::string> labels;
  std::set<std::pair<std::string, std::vector<std::string>>> worlds;
  for (const SweepWorld& world : all.worlds) {
    CHECK(world.set.size() == 3);
    CHECK(world.set[1] == "world.size=[65,65]");
    labels.insert(world.label);
    worlds.emplace(world.seed, world.values);
  }
  CHECK(labels.size() == all.worlds.size());
  CHECK(worlds.size() == all.worlds.size());
  CHECK(all.worlds.front().label == "1_sea-40_name-ab");
  CHECK_FALSE(problem_of({"1"}, {"a=1,2,1"}).empty());
  CHECK_FALSE(problem_of({"1..1000"}, {"a=1,2,3,4,5,6,7,8,9,10,11,12", "b=1,2,3,4,5,6,7,8,9,10"}).empty());
}

TEST_CASE("Folders of a sweep differ however their values are written", "[sweep]") {
  const SweepPlan all = sweep_plan_of({"./x", "/x", "x"}, {"a.name=x y,x/y", "b.sea=%,$,.."});
  std::set<std::string> labels;
  for (const SweepWorld& world : all.worlds) {
    labels.insert(world.label);
    CHECK(world.label.find('/') == std::string::npos);
    CHECK(world.label.front() != '.');
  }
  CHECK(labels.size() == 18);
}

TEST_CASE("Shares of a sweep are equal and have each world once", "[sweep]") {
  const std::vector<SweepWorld> worlds = sweep_plan_of({"1..23"}, {}).worlds;
  for (const std::size_t n : {1U, 2U, 5U, 23U, 40U}) {
    std::multiset<std::string> all;
    for (std::size_t i = 1; i <= n; ++i) {
      const auto share = share_of(worlds, i, n);
      CHECK(share.size() <= worlds.size() / n + 1);
      for (const SweepWorld& world : share) all.insert(world.seed);
    }
    CHECK(all.size() == 23);
    CHECK(std::set<std::string>(all.begin(), all.end()).size() == 23);
  }
}

TEST_CASE("The table of a sweep waits for another build that gives a world's files their names", "[sweep]") {
  const terrawright::test::TemporaryFolder folder;
  const std::string manifest = folder / "m.manifest.json";
  std::optional<terrawright::images::FolderLock> alone(folder.path());
  std::thread other([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    terrawright::test::write(manifest, R"({"numbers": {"share": {"unit": "1", "value": 0.5}}})");
    alone.reset();
  });
  const SweepPlan all = sweep_plan_of({"1"}, {});
  const std::string table = table_of_worlds(all, all.worlds, {{"built", manifest}});
  other.join();
  CHECK(table == "seed,folder,state,share\r\n1," + all.worlds[0].label + ",built,0.5\r\n");
}
