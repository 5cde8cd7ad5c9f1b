// SPDX-License-Identifier: Apache-2.0
// Worlds as .zarr folders, as the program plans and builds them.
#include <filesystem>

#include "cli/program.hpp"
#include "support/catch.hpp"

using namespace terrawright::test;
namespace fs = std::filesystem;

namespace {

// All that the island writes into its EXR, and nothing else.
struct Island {
  TemporaryFolder folder;
  std::string to(const std::string& out, const std::string& more = "--cache off") const {
    return "tests/worlds/earlier/island.yaml --quiet --set world.size=[600,520] --set outputs.0.file={name}.zarr "
           "--out " +
           (folder / out) + " " + more;
  }
  std::string cache() const { return "--cache " + (folder / "cache"); }
  std::string difference(const std::string& a, const std::string& b) const {
    return shell("diff -r " + (folder / a) + " " + (folder / b)).out;
  }
};

}  // namespace

TEST_CASE("a .zarr folder is planned, built and listed with the hash of its list", "[zarr]") {
  const Island island;
  CHECK_THAT(run("plan " + island.to("a")).out, Catch::Contains("a/island.zarr\n      height: height in m"));
  const Ran built = run("build " + island.to("a"));
  INFO(built.err);
  REQUIRE(built.exit == 0);
  const Json file = Json::parse(read(island.folder / "a/island-42.manifest.json"))["files"][0];
  CHECK(file["path"] == "island.zarr");
  CHECK(file["list"] == ".terrawright-files");
  const std::string list = island.folder / "a/island.zarr/.terrawright-files";
  CHECK(shell("sha256sum " + list).out.substr(0, 64) == file["sha256"]);
  CHECK(shell("cd " + (island.folder / "a/island.zarr") + " && sha256sum --check --quiet .terrawright-files").exit ==
        0);
}

TEST_CASE("chunks in a cache are shared, and nothing else changes", "[zarr]") {
  const Island island;
  REQUIRE(run("build " + island.to("a")).exit == 0);
  REQUIRE(run("build " + island.to("b", island.cache() + " --tile 100 --threads 1")).exit == 0);
  CHECK(island.difference("a", "b").empty());
  const auto shared = [&](const std::string& out) {
    return shell("find " + (island.folder / out) + " -type f -links +1").out;
  };
  CHECK(shared("a").empty());
  CHECK_THAT(shared("b"), Catch::Contains("island.zarr/"));
  // Nothing is written again where all stands, and all is where one file is another one.
  const fs::path folder = island.folder / "b/island.zarr";
  const auto before = fs::last_write_time(folder);
  CHECK(run("build " + island.to("b", island.cache())).exit == 0);
  CHECK(fs::last_write_time(folder) == before);
  REQUIRE(run("cache --clear " + island.cache()).exit == 0);
  CHECK(island.difference("a", "b").empty());
  CHECK(shared("b").empty());
}

TEST_CASE("a .zarr folder is replaced whole, but not what somebody wrote into it", "[zarr]") {
  const Island island;
  REQUIRE(run("build " + island.to("a", island.cache())).exit == 0);
  REQUIRE(run("build " + island.to("b", island.cache() + " --seed 7")).exit == 0);
  REQUIRE(run("build " + island.to("a", island.cache() + " --seed 7")).exit == 0);
  CHECK(island.difference("a/island.zarr", "b/island.zarr").empty());
  CHECK_FALSE(fs::exists(island.folder / "a/island-42.manifest.json"));  // it would lie
  write(island.folder / "a/island.zarr/height/0/0", "mine");
  const Ran refused = run("build " + island.to("a", island.cache() + " --seed 7"));
  CHECK(refused.exit == 1);
  CHECK_THAT(refused.err, Catch::Contains("no build wrote 'height/0/0'"));
  CHECK(read(island.folder / "a/island.zarr/height/0/0") == "mine");
}

TEST_CASE("a window of a .zarr folder has the cells of the whole", "[zarr]") {
  const Island island;
  REQUIRE(run("build " + island.to("a")).exit == 0);
  REQUIRE(run("build " + island.to("b", "--cache off --window 70,5,530x515")).exit == 0);
  write(island.folder / "compare.py", R"(import sys, zarr
whole, part = (zarr.open(name, "r") for name in sys.argv[1:])
assert part.attrs["window"] == "70,5,530x515" and "window" not in whole.attrs
for name, array in whole.arrays():
    cells = array[70:600] if name == "x" else array[5:520] if name == "y" else array[5:520, 70:600]
    if array.ndim > 1: assert cells.tobytes() == part[name][:].tobytes(), name
    else: assert abs(cells - part[name][:]).max() < 1e-9, name
print(len(list(whole.arrays())))
)");
  const Ran ran = shell(TERRAWRIGHT_PYTHON " " + (island.folder / "compare.py") + " " +
                        (island.folder / "a/island.zarr") + " " + (island.folder / "b/island.zarr"));
  INFO(ran.err);
  CHECK(ran.exit == 0);
  CHECK(std::stoi(ran.out) >= 5);
}
