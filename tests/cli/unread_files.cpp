// SPDX-License-Identifier: Apache-2.0
// Calls of the file system that fail while files are read. Damaged files are in files.t.
#include <filesystem>

#include "cli/program.hpp"
#include "support/catch.hpp"

using namespace terrawright::test;
namespace fs = std::filesystem;

namespace {

// Runs the program again and again, each time with the next call of this kind on what lies in `under` failing, until
// none does; judge(ran, whether a call failed).
template <class Judge>
void with_each_call_failing(const TemporaryFolder& folder, const std::string& under, const std::string& kind,
                            const std::string& arguments, Judge judge) {
  bool struck = true;
  for (int n = 1; struck; ++n) {
    REQUIRE(n < 500);
    write(folder / "calls", std::string(4096, '\0'));
    const Ran ran = shell("CALLS_IN=" + (folder / "calls") + " CALLS_UNDER=" + (folder / under) + " CALLS_OF=" + kind +
                          " FAIL_AT=" + std::to_string(n) +
                          " ASAN_OPTIONS=$ASAN_OPTIONS:verify_asan_link_order=0 LD_PRELOAD=" TERRAWRIGHT_AT_CALL
                          " " TERRAWRIGHT_PROGRAM " " +
                          arguments);
    INFO(n << ": " << ran.out << ran.err);
    struck = read(folder / "calls")[8] != 0;
    CHECK(n + struck > 1);
    CHECK_THAT(ran.err, !Catch::Contains("filesystem error"));
    judge(ran, struck);
  }
}

}  // namespace

TEST_CASE("A folder that fails to be read is told, and what else is there is looked at", "[files][preloaded]") {
  const TemporaryFolder folder;
  write(folder / "w.yaml",
        "terrawright: 1\nname: w\nworld: {size: [127, 127], cell: 1 km, latitude: 46 deg, seed: 42}\nstages:\n"
        "  n: {use: heights.noise@1, with: {kind: gradient}}\n"
        "  m: {use: shape.metres@1, in: {height: n, level: 0}, with: {peak: 900 m, depth: 300 m}}\n"
        "  relief: {use: view.relief@1, in: {height: m}}\noutputs:\n"
        "  - {pyramid: {file: \"a-tiles/{z}/{x}/{y}.png\"}, layers: {r: relief}}\n"
        "  - {file: a.zarr, layers: {m: m}}\n"
        "  - {tiles: {side: 64, file: \"a/{x}/{y}.exr\"}, layers: {n: n}}\n"
        "  - {pack: unreal, folder: a-unreal, heights: m, range: [-300 m, 900 m]}\n");
  REQUIRE(run("build " + (folder / "w.yaml") + " --quiet --cache off --out " + (folder / "A")).exit == 0);
  with_each_call_failing(folder, "A", "readdir", "verify --files " + (folder / "A"), [](const Ran& ran, bool struck) {
    CHECK(ran.exit == (struck ? 4 : 0));
    CHECK((ran.err.find("is unreadable: Input/output error") != std::string::npos) == struck);
  });
}

TEST_CASE("A disk that fails is never told as a file that is not there", "[files][preloaded]") {
  const TemporaryFolder folder;
  fs::create_directory(folder / "in");
  write(folder / "in/cells.r32", std::string(4 * 33 * 33, '\0'));
  write(folder / "in/w.yaml",
        "terrawright: 1\nname: w\nworld: {size: [33, 33], cell: 1 km, seed: 1}\nstages:\n"
        "  i: {use: source.image@1, with: {file: cells.r32, encoding: f32, columns: 33, rows: 33}}\n"
        "outputs:\n  - {file: a.exr, layers: {i: i}}\n");
  with_each_call_failing(folder, "in", "stat",
                         "build " + (folder / "in/w.yaml") + " --cache off --quiet --out " + (folder / "out"),
                         [](const Ran& ran, bool) {
                           CHECK(ran.exit == (ran.err.empty() ? 0 : 1));
                           CHECK_THAT(ran.err, !Catch::Contains("no such file"));
                         });
}
