// SPDX-License-Identifier: Apache-2.0
// plan and build tell what is remembered; folders that are no cache; builds that are killed or run at once.
#include <cstdlib>
#include <map>
#include <random>

#include "cli/program.hpp"
#include "support/catch.hpp"

using namespace terrawright::test;
namespace fs = std::filesystem;

namespace {

// By node: doing, or doing because.
std::map<std::string, std::string> planned(const std::string& arguments) {
  const Ran ran = run("plan --json " + arguments);
  INFO(ran.err);
  REQUIRE(ran.exit == 0);
  std::map<std::string, std::string> all;
  const Json plan = Json::parse(ran.out);
  for (const Json& node : plan["nodes"]) {
    all[node["name"]] = node["doing"].get<std::string>();
    if (node.contains("because")) all[node["name"]] += " because " + node["because"].get<std::string>();
  }
  return all;
}

struct Island {
  const TemporaryFolder folder;
  const std::string cache = folder / "cache";
  const std::string arguments = "tests/worlds/earlier/island.yaml --set world.size=[200,190] --quiet --cache " + cache;
  std::string to(const std::string& name) const { return arguments + " --out " + (folder / name); }
};

}  // namespace

TEST_CASE("plan tells of each node whether it runs, and because of what", "[cli.remembers]") {
  const Island island;
  const std::string to = island.to("a");
  CHECK(planned(to)["sea"] == "runs");
  CHECK_FALSE(fs::exists(island.cache));
  REQUIRE(run("build " + to).exit == 0);
  for (const auto& [name, doing] : planned(to)) CHECK(doing == "cached");
  auto sea = planned(to + " --set knobs.sea=55%");
  CHECK(sea["terrain"] == "painted again");
  CHECK(sea["wind"] == "cached");
  CHECK(sea["sea"] == "runs because percentile 60 % -> 55 %");
  CHECK(sea["slopes"] == "runs because its input land changed, its input sea.level changed");
  CHECK(planned(to + " --seed 7")["terrain"] == "runs because seed 42 -> 7");
  CHECK(planned(to + " --set world.size=[200,180]")["terrain"] == "runs because size 200x190 -> 200x180");
  CHECK_THAT(run("plan " + to + " --set knobs.sea=55%").out, Catch::Contains("runs because percentile 60 % -> 55 %"));
}

TEST_CASE("build tells how many nodes ran", "[cli.remembers]") {
  const Island island;
  const auto nodes = [&](const std::string& to) {
    const Ran ran = run("build tests/worlds/earlier/island.yaml --set world.size=[200,190] --format json --cache " +
                        island.cache + " --out " + (island.folder / to));
    return Json::parse(ran.out.substr(ran.out.rfind("{\"event\":\"done\"")))["nodes"];
  };
  CHECK(nodes("a") == Json{{"ran", 21}, {"painted_again", 0}, {"cached", 0}});
  CHECK(nodes("a") == Json{{"ran", 0}, {"painted_again", 0}, {"cached", 21}});
  CHECK(nodes("b")["ran"] == 0);
}

TEST_CASE("a named folder that is no cache is refused, the user's own is done without", "[cli.remembers]") {
  const TemporaryFolder folder;
  fs::create_directory(folder / "terrawright");
  write(folder / "terrawright/cat.jpg", "cat");
  const std::string build =
      "build tests/worlds/earlier/island.yaml --set world.size=[64,64] --quiet --out " + (folder / "out");
  const Ran named = run(build + " --cache " + (folder / "terrawright"));
  CHECK(named.exit == 2);
  CHECK_FALSE(fs::exists(folder / "out/island-42.exr"));
  const Ran usual =
      shell("unset TERRAWRIGHT_CACHE; XDG_CACHE_HOME=" + folder.path().string() + " " TERRAWRIGHT_PROGRAM " " + build);
  CHECK(usual.exit == 0);
  CHECK_THAT(usual.err, Catch::Contains("warning") && Catch::Contains("nothing is kept for later builds"));
  CHECK(fs::exists(folder / "out/island-42.exr"));
  CHECK(read(folder / "terrawright/cat.jpg") == "cat");
}

TEST_CASE("builds that are killed, or allowed only small files, leave a cache that is right",
          "[cli.remembers][kills]") {
  const char* wanted = std::getenv("TERRAWRIGHT_KILLS");  // scripts/proofs.sh kills
  const int kills = wanted != nullptr ? std::atoi(wanted) / 2 : 8;
  const Island island;
  const auto hashes = [&](const std::string& arguments) {
    const Ran ran = run("build " + arguments + " --sha256 | grep sha256");
    return ran.out;
  };
  const std::string right =
      hashes("tests/worlds/earlier/island.yaml --set world.size=[200,190] --quiet --cache off --out " +
             (island.folder / "right"));
  REQUIRE_THAT(right, Catch::Contains("rivers.width"));
  std::mt19937 random(9);
  for (int i = 0; i < kills; ++i) {
    const double at = static_cast<double>(random() % 400) / 1000;
    shell(TERRAWRIGHT_PROGRAM " build " + island.to("k") + " & sleep " + std::to_string(at) +
          "; kill -KILL $!; wait $!");
    if (i % 2 == 1) CHECK(hashes(island.to("a" + std::to_string(i))) == right);
    if (i % 4 == 3) fs::remove_all(island.cache);
  }
  const Ran limited = shell("trap '' XFSZ; ulimit -f 64; " TERRAWRIGHT_PROGRAM " build " + island.to("limited"));
  CHECK(limited.exit == 1);  // its own files are larger
  CHECK(hashes(island.to("after")) == right);
}

TEST_CASE("two builds at once with one cache are both right", "[cli.remembers]") {
  const Island island;
  for (int i = 0; i < 3; ++i) {
    fs::remove_all(island.cache);
    const std::string one = TERRAWRIGHT_PROGRAM " build " + island.to("one"),
                      two = TERRAWRIGHT_PROGRAM " build " + island.to("two");
    REQUIRE(shell(one + " & p=$!; " + two + " && wait $p").exit == 0);
    CHECK(read(island.folder / "one/island-42.manifest.json") == read(island.folder / "two/island-42.manifest.json"));
    CHECK(read(island.folder / "one/island-42.exr") == read(island.folder / "two/island-42.exr"));
  }
}
