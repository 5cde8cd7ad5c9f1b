// SPDX-License-Identifier: Apache-2.0
// Several seeds in one call.
#include "cli/program.hpp"
#include "support/catch.hpp"

using namespace terrawright::test;
namespace fs = std::filesystem;

namespace {

std::string world(const std::string& file) {
  return R"(terrawright: 1
name: t
world: {size: [65, 65], seed: 1}
stages:
  terrain: {use: heights.diamond_square@1}
outputs:
  - {file: ")" +
         file + R"(", layers: {height: terrain}}
)";
}

std::size_t count(const std::string& text, const std::string& of) {
  std::size_t n = 0;
  for (std::size_t at = text.find(of); at != std::string::npos; at = text.find(of, at + 1)) ++n;
  return n;
}

}  // namespace

TEST_CASE("Every seed of a call is built, in order, and as by itself", "[seeds]") {
  const TemporaryFolder folder;
  write(folder / "t.yaml", world("{name}-{seed}.tif"));
  const std::string build = "build " + (folder / "t.yaml") + " --out ";
  const Ran ran = run(build + (folder / "all") + " --seed 9 --seed \"a word\" --seed word");
  INFO(ran.err);
  REQUIRE(ran.exit == 0);
  CHECK(fs::exists(folder / "all/t-word.manifest.json"));
  CHECK(std::distance(fs::directory_iterator(folder / "all"), {}) == 6);
  CHECK(ran.out.find("t-9.tif") < ran.out.find("t-word.tif"));
  for (const char* seed : {"9", "\"a word\"", "word"}) {
    REQUIRE(run(build + (folder / "each") + " --quiet --seed " + seed).exit == 0);
  }
  const Ran difference = shell("diff -r " + (folder / "all") + " " + (folder / "each"));
  INFO(difference.out);
  CHECK(difference.exit == 0);
}

TEST_CASE("Several seeds are refused before anything runs", "[seeds]") {
  const TemporaryFolder folder;
  write(folder / "one.yaml", world("{name}.tif"));
  write(folder / "each.yaml", world("{name}-{seed}.tif"));
  const std::string to = " --out " + (folder / "out");
  for (const char* verb : {"build", "validate", "plan", "graph"}) {
    const Ran one_file = run(verb + (" " + (folder / "one.yaml")) + to + " --seed 1 --seed 2");
    CHECK(one_file.exit == 2);
    CHECK(one_file.out.empty());
    CHECK(one_file.err.find("one.yaml:7:12: error: every seed would write") != std::string::npos);
    CHECK(count(one_file.err, "every seed") == 1);
    const Ran bad = run(verb + (" " + (folder / "each.yaml")) + to + " --seed 1 --seed '' --seed 1.7");
    CHECK(bad.exit == 2);
    CHECK(bad.out.empty());
    CHECK(bad.err.find("empty") != std::string::npos);
  }
  CHECK_FALSE(fs::exists(folder / "out"));
  CHECK(run("build " + (folder / "each.yaml") + to + " --seed 1 2").exit == 2);
}

TEST_CASE("A seed from the command line and a file of no seed: a warning; a config by itself: none", "[seeds]") {
  const TemporaryFolder folder;
  write(folder / "one.yaml", world("{name}.tif"));
  const std::string build = "build " + (folder / "one.yaml") + " --out " + (folder / "out");
  CHECK(run(build + " --seed 2").err.find("has no {seed} in it") != std::string::npos);
  CHECK(run(build + " --set world.seed=2").err.find("has no {seed} in it") != std::string::npos);
  CHECK(run(build + " --quiet").err.find("has no {seed} in it") == std::string::npos);
}

TEST_CASE("A seed that fails ends the call, and the others are named", "[seeds]") {
  const TemporaryFolder folder;
  write(folder / "t.yaml", world("{name}-{seed}.tif"));
  fs::create_directories(folder / "out/t-2.tif");
  const Ran ran =
      run("build " + (folder / "t.yaml") + " --out " + (folder / "out") + " --seed 1 --seed 2 --seed 3 --seed 4");
  CHECK(ran.exit == 1);
  CHECK(fs::exists(folder / "out/t-1.manifest.json"));
  CHECK_FALSE(fs::exists(folder / "out/t-3.tif"));
  CHECK(ran.err.find("not begun: seed 3, 4") != std::string::npos);
}
