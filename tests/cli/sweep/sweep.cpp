// SPDX-License-Identifier: Apache-2.0
// Many worlds in one call.
#include <algorithm>
#include <filesystem>

#include "cli/program.hpp"
#include "support/catch.hpp"

using namespace terrawright::test;
namespace fs = std::filesystem;

namespace {

const std::string world = R"(terrawright: 1
name: w
world: {size: [33, 33], seed: 1}
knobs:
  octaves: {value: 3}
stages:
  h: {use: heights.noise@1, with: {octaves: $octaves}}
  n: {use: shape.normalise@1, in: {field: h}}
  sea: {use: sea.level@1, in: {height: n}, with: {percentile: 60 %}}
  picture: {use: view.grey@1, in: {field: n}}
expect:
  - {name: much, that: "sea.level >= 0.2"}
outputs:
  - {file: "{name}-{seed}.exr", layers: {h: h}}
  - {file: "{name}-{seed}.png", layers: {picture: picture}}
)";

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t at = 0, end; (end = text.find("\r\n", at)) != std::string::npos; at = end + 2)
    lines.push_back(text.substr(at, end - at));
  return lines;
}

std::string world_in(const TemporaryFolder& folder) {
  write(folder / "w.yaml", world);
  return folder / "w.yaml";
}

std::string own_cache(const TemporaryFolder& folder) { return " --cache " + (folder / "cache"); }

}  // namespace

TEST_CASE("A sweep makes the worlds that builds make", "[sweep]") {
  const TemporaryFolder folder;
  const std::string config = world_in(folder);
  const Ran swept =
      run("sweep " + config + own_cache(folder) + " --seeds 1..5 --set knobs.octaves=2,3 --out " + (folder / "s"));
  INFO(swept.err);
  CHECK((swept.exit == 0 || swept.exit == 4));
  for (const std::string seed : {"1", "5"}) {
    for (const std::string octaves : {"2", "3"}) {
      const std::string alone = folder / ("alone" + seed + octaves);
      const Ran built = run("build " + config + " --quiet --cache off --seed " + seed +
                            " --set knobs.octaves=" + octaves + " --out " + alone);
      CHECK((built.exit == 0 || built.exit == 4));
      for (const char* end : {".exr", ".png", ".manifest.json"}) {
        const std::string name = "/w-" + seed + end;
        INFO(name);
        CHECK(read(alone + name) == read(folder / ("s/" + seed + "_octaves-" + octaves + name)));
      }
    }
  }
  const auto table = lines_of(read(folder / "s/worlds.csv"));
  REQUIRE(table.size() == 11);
  CHECK(table.front() == "seed,knobs.octaves,folder,state,sea.level,sea.land_share,expect much");
  CHECK_THAT(table[1], Catch::StartsWith("1,2,1_octaves-2,"));
  // The table has the state of the exit code.
  const bool all = std::none_of(table.begin(), table.end(), [](auto& row) { return row.find("false") != row.npos; });
  CHECK(swept.exit == (all ? 0 : 4));
  CHECK(fs::file_size(folder / "s/worlds.png") > 1000);

  // Again: nothing has changed, and the table is the same.
  const std::string before = read(folder / "s/worlds.csv"), sheet = read(folder / "s/worlds.png");
  const Ran again = run("sweep " + config + own_cache(folder) + " --seeds 1..5 --set knobs.octaves=2,3 --out " +
                        (folder / "s") + " --threads 1");
  CHECK(again.exit == swept.exit);
  CHECK(read(folder / "s/worlds.csv") == before);
  CHECK(read(folder / "s/worlds.png") == sheet);
}

TEST_CASE("A world that fails is listed at the end, and stops no other", "[sweep]") {
  const TemporaryFolder folder;
  const std::string config = world_in(folder);
  // There a folder stands in the picture's place.
  fs::create_directories(folder / "s/3/w-3.png/x");
  const Ran swept = run("sweep " + config + own_cache(folder) + " --seeds 1..4 --out " + (folder / "s"));
  INFO(swept.err);
  CHECK(swept.exit == 1);
  CHECK_THAT(swept.err, Catch::Contains("failed: 3"));
  CHECK_THAT(swept.err, Catch::Contains("w-3.png"));
  for (const char* name : {"s/1/w-1.png", "s/2/w-2.png", "s/4/w-4.png"}) CHECK(fs::exists(folder / name));
  const auto table = lines_of(read(folder / "s/worlds.csv"));
  REQUIRE(table.size() == 5);
  CHECK_THAT(table[3], Catch::StartsWith("3,3,failed"));
}

TEST_CASE("Shares of a sweep make all of it together", "[sweep]") {
  const TemporaryFolder folder;
  const std::string config = world_in(folder);
  for (const char* share : {"1/2", "2/2"}) {
    const Ran ran = run("sweep " + config + own_cache(folder) + " --quiet --seeds 1..5 --shard " + share + " --out " +
                        (folder / "s"));
    INFO(ran.err);
    CHECK((ran.exit == 0 || ran.exit == 4));
  }
  for (const char* seed : {"1", "2", "3", "4", "5"})
    CHECK(fs::exists(folder / (std::string("s/") + seed + "/w-" + seed + ".manifest.json")));
  CHECK(lines_of(read(folder / "s/worlds-1-of-2.csv")).size() == 4);
  CHECK(lines_of(read(folder / "s/worlds-2-of-2.csv")).size() == 3);
  for (const char* wrong : {"0/2", "3/2", "1", "a/b", "1/", "/2", "1/2x"})
    CHECK(run("sweep " + config + " --shard " + wrong).exit == 2);
}

TEST_CASE("A sweep that is killed goes on where it was", "[sweep][kills]") {
  const TemporaryFolder folder;
  const std::string config = world_in(folder);
  const std::string sweep =
      "sweep " + config + own_cache(folder) + " --seeds 1..24 --set world.size=[257,257] --out " + (folder / "s");
  fs::create_directories(folder / "s");
  for (const char* seconds : {"0.15", "0.4", "0.8"}) {
    shell(std::string("timeout --signal=KILL ") + seconds + " " TERRAWRIGHT_PROGRAM " " + sweep);
    // A file with its final name is what its manifest says.
    for (const auto& at : fs::recursive_directory_iterator(folder / "s")) {
      const std::string name = at.path().filename().string();
      if (name.size() < 14 || name.substr(name.size() - 14) != ".manifest.json") continue;
      const auto manifest = Json::parse(read(at.path().string()));
      for (const auto& file : manifest["files"])
        CHECK(fs::file_size(at.path().parent_path() / file["path"].get<std::string>()) == file["bytes"]);
    }
  }
  const Ran last = run(sweep);
  INFO(last.err);
  CHECK((last.exit == 0 || last.exit == 4));
  CHECK(lines_of(read(folder / "s/worlds.csv")).size() == 25);
  const Ran whole =
      run("sweep " + config + " --cache off --seeds 1..24 --set world.size=[257,257] --quiet --out " + (folder / "t"));
  CHECK(whole.exit == last.exit);
  CHECK(read(folder / "s/worlds.csv") == read(folder / "t/worlds.csv"));
  CHECK(shell("diff -r " + (folder / "s") + " " + (folder / "t")).out == "");
}

TEST_CASE("A sweep tells of all mistakes before it makes anything", "[sweep]") {
  const TemporaryFolder folder;
  const std::string config = world_in(folder);
  const Ran wrong =
      run("sweep " + config + " --seeds 1..3 --set knobs.octaves=2,many --set stages.q.use=3 --out " + (folder / "s"));
  CHECK(wrong.exit == 2);
  CHECK_THAT(wrong.err, Catch::Contains("many"));
  CHECK_THAT(wrong.err, Catch::Contains("stages.q"));
  CHECK_FALSE(fs::exists(folder / "s"));
  CHECK(run("sweep " + config + " --seeds 3..1").exit == 2);
}

TEST_CASE("Worlds in folders of their own are not warned of as replaced", "[sweep][seeds]") {
  const TemporaryFolder folder;
  const std::string config = folder / "w.yaml";
  write(config,
        "terrawright: 1\nname: w\nworld: {size: [33, 33], cell: 1 km, seed: 1}\nstages:\n  h: {use: heights.noise@1}\n"
        "expect:\n  - {name: any, that: \"max(h) >= 0\"}\noutputs:\n  - {file: \"{name}.exr\", layers: {h: h}}\n");
  REQUIRE(run("build " + config + " --seed 3 --lock --quiet --cache off --out " + (folder / "b")).exit == 0);
  for (const std::string& call : {"sweep " + config + " --seeds 1..3 --out " + (folder / "s"),
                                  "search " + config + " --seeds 2..4 --coarse 1 --out " + (folder / "f"),
                                  "verify " + config, "diff " + config + " " + config + " --seed 7"}) {
    const Ran ran = run(call + " --strict --quiet" + (call[0] == 'v' ? "" : " --cache off"));
    INFO(call << "\n" << ran.out << ran.err);
    CHECK(ran.exit == 0);
    CHECK_THAT(ran.err, !Catch::Contains("replaces"));
  }
  // In one folder they are.
  const Ran ran = run("build " + config + " --seed 3 --strict --cache off --out " + (folder / "b"));
  CHECK(ran.exit == 2);
  CHECK_THAT(ran.err, Catch::Contains("replaces that of another seed"));
}
