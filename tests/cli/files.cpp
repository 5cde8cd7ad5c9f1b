// SPDX-License-Identifier: Apache-2.0
// Files are held against what their manifests list: by verify --files, and by diff before it compares anything.
#include <algorithm>
#include <filesystem>
#include <map>
#include <random>
#include <sstream>
#include <vector>

#include "cli/program.hpp"
#include "support/catch.hpp"

using namespace terrawright::test;
namespace fs = std::filesystem;

namespace {

// Every kind of file and folder.
const std::string world =
    "terrawright: 1\nname: w\nworld: {size: [127, 127], cell: 1 km, latitude: 46 deg, seed: 42}\nstages:\n"
    "  n: {use: heights.noise@1, with: {kind: gradient}}\n"
    "  h: {use: shape.range_map@1, in: {field: n}, with: {from: [-1, 1], to: [0, 1]}}\n"
    "  m: {use: shape.metres@1, in: {height: h, level: 0.4}, with: {peak: 900 m, depth: 300 m}}\n"
    "  steps: {use: shape.steps@1, in: {field: h}, with: {count: 4}}\n"
    "  relief: {use: view.relief@1, in: {height: m}}\n"
    "outputs:\n"
    "  - {file: \"{seed}.exr\", layers: {h: h}}\n"
    "  - {file: \"{seed}.png\", range: [-300 m, 900 m], layers: {m: m}}\n"
    "  - {file: \"{seed}.tif\", layers: {s: steps}}\n"
    "  - {file: \"{seed}.zarr\", layers: {m: m, s: steps}}\n"
    "  - {tiles: {side: 64, file: \"{seed}/{x}/{y}.exr\"}, layers: {h: h}}\n"
    "  - {pyramid: {file: \"{seed}-tiles/{z}/{x}/{y}.png\"}, layers: {r: relief}}\n"
    "  - {pack: unreal, folder: \"{seed}-unreal\", heights: m, range: [-300 m, 900 m]}\n";

Ran build(const TemporaryFolder& folder, const std::string& out, const std::string& more = {}) {
  write(folder / "w.yaml", world);
  const Ran ran = run("build " + (folder / "w.yaml") + " --quiet --cache off --out " + (folder / out) + " " + more);
  INFO(ran.out << ran.err);
  REQUIRE(ran.exit == 0);
  return ran;
}

std::vector<fs::path> files_in(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.is_regular_file() && entry.path().string().find(".manifest.json") == std::string::npos)
      files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

// Report of verify --files for a folder: the files that are not as listed.
std::map<std::string, std::string> faults(const std::string& folder, int exit) {
  const Ran ran = run("verify --format json --files " + folder);
  INFO(ran.out << ran.err);
  CHECK(ran.exit == exit);
  std::map<std::string, std::string> all;
  std::istringstream lines(ran.out);
  for (std::string line; std::getline(lines, line);) {
    const Json event = Json::parse(line);
    if (event["event"] != "files_verified") continue;
    CHECK(event["holds"] == (exit == 0));
    for (const Json& fault : event["faults"]) all[fault["file"]] = fault["is"];
  }
  return all;
}

using Faults = std::map<std::string, std::string>;

std::string negated(std::string bytes) {
  for (char& byte : bytes) byte = static_cast<char>(~byte);
  return bytes;
}

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

TEST_CASE("verify --files names every file that is missing, cut, changed or extra", "[files]") {
  const TemporaryFolder folder;
  build(folder, "A");
  const std::string out = folder / "A";
  CHECK(faults(out, 0).empty());
  CHECK(faults(out + "/", 0).empty());
  CHECK(faults(out + "/w-42.manifest.json", 0).empty());
  const std::vector<fs::path> files = files_in(out);
  REQUIRE(files.size() > 40);
  std::mt19937 random(1);
  for (std::size_t i = 0; i < files.size(); ++i) {
    const fs::path& file = files[i];
    const std::string name = file.string(), bytes = read(name);
    INFO(name);
    const bool has_own_list = name.find(".zarr/") != std::string::npos || name.find("-tiles/") != std::string::npos ||
                              name.find("-unreal/") != std::string::npos;  // without sizes
    std::string damaged = bytes;
    switch (i % 4) {
      case 0:
        fs::remove(file);
        CHECK(faults(out, 4)[name] == "missing");
        break;
      case 1:
        fs::resize_file(file, bytes.size() / 2);
        CHECK(faults(out, 4)[name] == (has_own_list ? "changed" : "cut"));
        break;
      case 2:
        damaged[random() % bytes.size()] ^= 1;
        write(name, damaged);
        CHECK(faults(out, 4)[name] == "changed");
        break;
      default:
        write((file.parent_path() / "other").string(), bytes);
        CHECK(faults(out, 4) == Faults{{(file.parent_path() / "other").string(), "extra"}});
        fs::remove(file.parent_path() / "other");
    }
    write(name, bytes);
  }
  CHECK(faults(out, 0).empty());
  // All of them at once, in each of several folders.
  build(folder, "B", "--seed 7");
  fs::remove(out + "/42.exr");
  fs::resize_file(out + "/42.png", 100);
  write(folder / "B/7.tif", negated(read(folder / "B/7.tif")));
  CHECK(faults(out + " " + (folder / "B"), 4) ==
        Faults{{out + "/42.exr", "missing"}, {out + "/42.png", "cut"}, {folder / "B/7.tif", "changed"}});
  const Ran ran = run("verify --files " + out);
  CHECK(ran.exit == 4);
  CHECK_THAT(ran.err, Catch::Contains("error: " + out + "/42.exr is missing"));
  CHECK_THAT(ran.err, Catch::Contains("42.png is cut: 100 bytes, listed with "));
  CHECK_THAT(ran.out, Catch::Contains(out + ": does not hold, "));
}

TEST_CASE("A folder that fails to be read is told, and what else is there is looked at", "[files][preloaded]") {
  const TemporaryFolder folder;
  build(folder, "A", "--seed 42");
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

TEST_CASE("verify --files takes what a build writes beside, several builds, and says what is none", "[files]") {
  const TemporaryFolder folder;
  const std::string out = folder / "A";
  build(folder, "A", "--seed 1 --seed 2 --sums " + out + "/{seed}.sha256 --provenance " + out + "/statement.json");
  CHECK(faults(out, 0).empty());
  CHECK(faults(folder.path().string(), 0).empty());  // beside no manifest nothing is extra
  build(folder, "A", "--window 10,10,50x50");
  CHECK(faults(out, 0).size() == 0);
  write(out + "/1.sha256", "not the list any more\n");
  CHECK(faults(out, 4) == Faults{{out + "/1.sha256", "extra"}});
  fs::remove(out + "/1.sha256");
  // A manifest that is cut vouches for nothing.
  fs::resize_file(out + "/w-1.manifest.json", 1000);
  CHECK(faults(out, 4) == Faults{{out + "/w-1.manifest.json", "unreadable"}});
  CHECK(faults(out + "/w-1.manifest.json", 4) == Faults{{out + "/w-1.manifest.json", "unreadable"}});
  fs::create_directories(folder / "none");
  for (const std::string& target :
       {folder / "none", folder / "nowhere", folder / "nowhere.manifest.json", folder / "w.yaml"}) {
    const Ran ran = run("verify --files " + target);
    CHECK(ran.exit == 2);
    CHECK_THAT(ran.err, Catch::Contains("name a folder that build wrote, or a manifest"));
  }
  CHECK(run("verify --files " + out + " --seed 1").exit == 2);
}

TEST_CASE("diff fails on files that are not those of the manifest", "[files][diff]") {
  const TemporaryFolder folder;
  build(folder, "A");
  build(folder, "other", "--seed 7");
  const std::string a = folder / "A", b = folder / "B";
  const auto unlike = [&](const std::string& named) {
    for (const std::string& pair : {a + " " + b, b + " " + a, b + " " + (folder / "w.yaml")}) {
      const Ran ran = run("diff --cache off " + pair);
      INFO(pair << "\n" << ran.out << ran.err);
      CHECK(ran.exit == 4);
      CHECK_THAT(ran.out, !Catch::Contains("same"));
      CHECK_THAT(ran.err, Catch::Contains(named));
    }
    fs::remove_all(b);
    fs::copy(a, b, fs::copy_options::recursive);
  };
  fs::copy(a, b, fs::copy_options::recursive);
  CHECK(run("diff --cache off " + a + " " + b).exit == 0);
  fs::copy_file(folder / "other/7.exr", b + "/42.exr", fs::copy_options::overwrite_existing);
  unlike(b + "/42.exr is c");
  fs::resize_file(b + "/42.png", fs::file_size(b + "/42.png") - 1);
  unlike(b + "/42.png is cut");
  write(b + "/42.png", negated(read(b + "/42.png")));
  unlike(b + "/42.png is changed");
  fs::remove(b + "/42.png");
  unlike(b + "/42.png is missing");
  fs::remove(b + "/42/1/0.exr");
  unlike(b + "/42/1/0.exr is missing");
  fs::remove(b + "/42.zarr/m/0/0");
  unlike(b + "/42.zarr/m/0/0 is missing");
  write(b + "/42.zarr/m/0/1", "extra");
  unlike(b + "/42.zarr/m/0/1 is extra");
}
