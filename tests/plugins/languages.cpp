// SPDX-License-Identifier: Apache-2.0
// The same plugin in C11 and in Rust, of abi.h alone: built into a world whose every cell is known beforehand.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <vector>

#include "cli/program.hpp"
#include "graph/sha256.hpp"
#include "plugins/library.hpp"
#include "support/catch.hpp"
#include "support/length.hpp"

using namespace terrawright;
using namespace terrawright::test;
namespace fs = std::filesystem;

namespace {

constexpr int width = 150, height = 131;

std::vector<std::uint16_t> samples() {
  std::vector<std::uint16_t> all(static_cast<std::size_t>(width * height));
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<std::uint16_t>(i * i * 2654435761u >> 20);
  return all;
}

std::string sha256_of(const std::vector<float>& cells) {
  graph::Sha256 hash;
  hash.add(cells.data(), cells.size() * sizeof cells[0]);
  return hash.hex();
}

std::vector<float> expected_heights() {
  std::int64_t sum = 0;
  for (const auto sample : samples()) sum += sample;
  const auto mean = static_cast<float>(sum / (width * height));
  std::vector<float> heights;
  for (const auto sample : samples()) heights.push_back(static_cast<float>(sample) - mean);
  return heights;
}

std::vector<float> expected_steps(const std::vector<float>& heights) {
  std::vector<float> steps(heights.size());
  const auto at = [&](int x, int y) { return static_cast<std::size_t>(y * width + x); };
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      for (int j = std::max(y - 1, 0); j <= std::min(y + 1, height - 1); ++j) {
        for (int i = std::max(x - 1, 0); i <= std::min(x + 1, width - 1); ++i)
          steps[at(x, y)] = std::max(steps[at(x, y)], std::abs(heights[at(i, j)] - heights[at(x, y)]));
      }
    }
  }
  return steps;
}

void check_relief(const TemporaryFolder& folder) {
  const auto raw = samples();
  write(folder / "relief.raw", {reinterpret_cast<const char*>(raw.data()), raw.size() * sizeof raw[0]});
  const auto build = [&](const std::string& with, const std::string& options) {
    write(folder / "t.yaml", "terrawright: 1\nname: t\nworld: {size: [" + std::to_string(width) + ", " +
                                 std::to_string(height) +
                                 "], seed: 1}\nstages:\n  relief: {use: made.relief@1, with: {" + with +
                                 "}}\n  rough: {use: made.rough@1, in: {height: relief}}\n" +
                                 "outputs: [{file: t.exr, layers: {h: relief, r: rough}}]\n");
    return run("build " + (folder / "t.yaml") + " --quiet --sha256 --out " + (folder / "out") + " --plugins " +
               folder.path().string() + options);
  };
  const auto heights = expected_heights();
  for (const char* options : {"", " --tile 16 --threads 7", " --tile 37 --threads 1", " --tile whole --threads 2"}) {
    const Ran ran = build("file: relief.raw", options);
    INFO(options << "\n" << ran.err);
    REQUIRE(ran.exit == 0);
    CHECK(ran.out.find(sha256_of(heights)) != std::string::npos);
    CHECK(ran.out.find(sha256_of(expected_steps(heights))) != std::string::npos);
  }
  const Ran low = build("file: relief.raw, least: 65535", " --tile 16 --threads 7");
  INFO(low.err);
  CHECK(low.exit == 1);
  CHECK(low.err.find("t.yaml:5:") != std::string::npos);
  CHECK(low.err.find("no cell of the file is as high") != std::string::npos);
  const Ran missing = build("file: nowhere.raw", "");
  INFO(missing.err);
  CHECK(missing.exit != 0);
  CHECK(missing.err.find("t.yaml:5:") != std::string::npos);
  CHECK(missing.err.find("nowhere.raw") != std::string::npos);
}

void compile(const std::string& command) {
  const Ran compiled = shell(command);
  INFO(command << "\n" << compiled.err);
  REQUIRE(compiled.exit == 0);
}

const std::string c11 =
    "gcc -std=c11 -O1 -Wall -Wpedantic -Werror -fPIC -shared -ffp-contract=off -fvisibility=hidden ";
const std::string rust = "rustc --edition 2021 -D warnings -C panic=abort --crate-type cdylib -O ";

bool is_there(const std::string& compiler) {
  if (shell("command -v " + compiler).exit == 0) return true;
  WARN("there is no " << compiler << " here: what it makes of a plugin was not tried");
  return false;
}

// Builds a world of these lines of stages; what it prints: "t.exr name hash" or so.
Ran build(const TemporaryFolder& folder, const std::string& stages, const std::string& layers) {
  write(folder / "t.yaml", "terrawright: 1\nname: t\nworld: {size: [70, 70], seed: 1}\nstages:\n" + stages +
                               "outputs: [{file: t.exr, layers: {" + layers + "}}]\n");
  Ran ran = run("build " + (folder / "t.yaml") + " --quiet --sha256 --tile 16 --threads 3 --out " + (folder / "out") +
                " --plugins " + folder.path().string());
  INFO(ran.err);
  REQUIRE(ran.exit == 0);
  return ran;
}

bool has_plain(const Ran& ran, float value) {
  return ran.out.find(sha256_of(std::vector<float>(70 * 70, value))) != std::string::npos;
}

}  // namespace

TEST_CASE("A plugin in C11 reads a file, surveys, merges, resolves, paints and fails", "[plugins]") {
  for (const std::string compiler : {"gcc", "clang"}) {
    if (!is_there(compiler)) continue;
    const TemporaryFolder folder;
    compile(compiler + " -std=c11 -O1 -Wall -Wextra -Wpedantic -Werror -fPIC -shared -ffp-contract=off " +
            "-fvisibility=hidden -Ipipeline/sdk tests/plugins/made/relief.c -o " + (folder / "relief.so"));
    check_relief(folder);
  }
}

TEST_CASE("A plugin in Rust reads a file, surveys, merges, resolves, paints and fails", "[plugins]") {
  if (!is_there("rustc")) return;
  const TemporaryFolder folder;
  compile(rust + "tests/plugins/made/relief.rs -o " + (folder / "relief.so"));
  check_relief(folder);
}

TEST_CASE("The stage in Rust of examples/800-languages makes craters", "[plugins]") {
  if (!is_there("rustc")) return;
  const TemporaryFolder folder;
  compile(c11 + "-Ipipeline/sdk tests/plugins/made/by_data.c -o " + (folder / "by_data.so"));
  compile(rust + "examples/800-languages/rust/stage.rs -o " + (folder / "crater.so"));
  const Ran ran = build(folder,
                        "  second: {use: made.second@1}\n"  // 20.25
                        "  above: {use: example.crater@1, in: {height: second}, with: {rim: 15}}\n"
                        "  below: {use: example.crater@1, in: {height: second}, with: {rim: 25}}\n"
                        "  at_half: {use: example.crater@1, in: {height: second}}\n",
                        "a: above, b: below, c: at_half");
  CHECK(has_plain(ran, 9.75f));
  CHECK(has_plain(ran, 20.25f));
  CHECK(has_plain(ran, -19.25f));
}

TEST_CASE("The world of examples/800-languages builds with its stage in Rust", "[plugins]") {
  if (!is_there("rustc")) return;
  const TemporaryFolder folder;
  compile(rust + "examples/800-languages/rust/stage.rs -o " + (folder / "crater.so"));
  const Ran cut = shell("python3 tests/docs/snippets.py examples/800-languages/README.md " + folder.path().string());
  INFO(cut.err);
  REQUIRE(cut.out == "whole 1.yaml\n");
  const Ran ran = run("build " + (folder / "1.yaml") + " --quiet --cache off --out " + (folder / "out") +
                      " --plugins " + (folder / "crater.so"));
  INFO(ran.err);
  CHECK(ran.exit == 0);
}

TEST_CASE("The stages of examples/100-plugin make the same bits in C++, in C and in Rust", "[plugins]") {
  const std::string world = "examples/100-plugin/world.yaml", of = "examples/800-languages/";
  const auto build = [&](const std::string& libraries) {
    const Ran ran = run("build " + world + " --quiet --sha256 --cache off --tile 50 --threads 3 --out " + libraries +
                        "/out --plugins " + libraries);
    INFO(ran.err);
    REQUIRE(ran.exit == 0);
    return ran.out;
  };
  const std::string strict =
      " -Wall -Wextra -Wconversion -pedantic -Werror -O2 -fPIC -shared -ffp-contract=off -Ipipeline/sdk ";
  const TemporaryFolder in_cpp, in_c, in_rust;
  compile("for source in examples/100-plugin/*.cpp; do $(command -v ccache) g++ -std=c++17" + strict +
          "-c $source -o " + (in_cpp / "$(basename $source).o") + " || exit 1; done; g++ -shared " + (in_cpp / "*.o") +
          " -o " + (in_cpp / "shapes.so"));
  const std::string expected = build(in_cpp.path().string());
  for (const std::string word : {"terrace", "box_mean", "equalise"})
    compile("gcc -std=c11" + strict + of + "c/" + word + ".c -lm -o " + (in_c / (word + ".so")));
  CHECK(build(in_c.path().string()) == expected);
  if (!is_there("rustc")) return;
  fs::copy(in_c / "terrace.so", in_rust / "terrace.so");
  for (const std::string word : {"box_mean", "equalise"})
    compile(rust + of + "rust/" + word + ".rs -o " + (in_rust / (word + ".so")));
  CHECK(build(in_rust.path().string()) == expected);
}

TEST_CASE("The layout of the bindings for Rust is refused where it is another", "[plugins]") {
  if (!is_there("rustc")) return;
  const TemporaryFolder folder;
  const std::string bindings = "examples/800-languages/rust/terrawright.rs", changed = folder / "changed.rs";
  const std::string only =
      "rustc --edition 2021 -D warnings --crate-type lib --emit metadata --out-dir " + folder.path().string() + " ";
  compile(only + bindings);
  for (const char* change : {"s/pub round: u64/pub round: u32/", "s/tile_index at 112/tile_index at 120/",
                             "s/^layout!\\(Point is 16/layout!(Point is 24/"}) {
    compile(std::string("sed -E '") + change + "' " + bindings + " > " + changed);
    const Ran refused = shell(only + changed);
    INFO(change << "\n" << refused.err);
    CHECK(refused.exit != 0);
    CHECK(refused.err.find("E0080") != std::string::npos);  // evaluation of a constant failed
  }
}

TEST_CASE("The bindings for C# lie in memory as the structs of C do", "[plugins]") {
  if (!is_there("mcs") || !is_there("mono")) return;
  const TemporaryFolder folder;
  const std::string of = "examples/800-languages/csharp/", program = folder / "layout.exe";
  compile("mcs -warnaserror -warn:4 -out:" + program + " " + of + "Terrawright.cs " + of + "Layout.cs");
  const Ran ran = shell("mono " + program);
  INFO(ran.out << ran.err);
  CHECK(ran.exit == 0);
  CHECK(ran.out.find(" fields, 0 wrong\n") != std::string::npos);
  const std::string changed = folder / "Changed.cs";
  compile("sed 's/public ulong round;/public uint round;/' " + of + "Terrawright.cs > " + changed);
  compile("mcs -out:" + program + " " + changed + " " + of + "Layout.cs");
  const Ran refused = shell("mono " + program);
  CHECK(refused.exit == 1);
  CHECK(refused.out.find("the size of Job.round: 4 in place of 8\n") != std::string::npos);
}

TEST_CASE("One function serves three stages, told apart by their data", "[plugins]") {
  const TemporaryFolder folder;
  compile(c11 + "-Ipipeline/sdk tests/plugins/made/by_data.c -o " + (folder / "by_data.so"));
  const Ran ran = build(folder, "  a: {use: made.third@1}\n  b: {use: made.first@1}\n  c: {use: made.second@1}\n",
                        "a: a, b: b, c: c");
  CHECK(has_plain(ran, 300.125f));
  CHECK(has_plain(ran, 1.5f));
  CHECK(has_plain(ran, 20.25f));
}

TEST_CASE("Libraries that define a struct of one name keep their own stages", "[plugins][length]") {
  const TemporaryFolder folder;
  std::string stages = "  height: {use: made.first@1}\n", layers;
  compile(c11 + "-Ipipeline/sdk tests/plugins/made/by_data.c -o " + (folder / "0.so"));
  std::vector<float> expected;
  int n = 0;
  std::vector<std::string> compilers = {"g++",
                                        "g++ -DAPART_WIDE",
                                        "clang++ -fvisibility=hidden",
                                        "g++ -D_GLIBCXX_USE_CXX11_ABI=0",
                                        "g++ -fvisibility=hidden",
                                        "clang++ -DAPART_WIDE",
                                        "g++ -D_GLIBCXX_USE_CXX11_ABI=0 -DAPART_WIDE",
                                        "g++ -O0",
                                        "clang++ -O0"};
  if (!at_length()) compilers.resize(4);
  for (const std::string& compiler : compilers) {
    if (!is_there(compiler.substr(0, compiler.find(' ')))) continue;
    const std::string name = "apart" + std::to_string(++n), value = std::to_string(1 << n);
    const std::string object = folder / (name + ".o");
    compile("$(command -v ccache) " + compiler + " -std=c++17 -ffp-contract=off -fPIC -Ipipeline/sdk -DAPART_VALUE=" +
            value + " '-DAPART_NAME=\"" + name + "\"' -c tests/plugins/made/kept_apart.cpp -o " + object);
    compile(compiler + " -shared " + object + " -o " + (folder / (name + ".so")));
    stages += "  " + name + ": {use: made." + name + "@1, in: {height: height}, with: {add: 0.25}}\n";
    layers += (n == 1 ? "" : ", ") + name + ": " + name;
    expected.push_back(1.75f + static_cast<float>(1 << n));
  }
  const Ran ran = build(folder, stages, layers);
  for (const float value : expected) {
    INFO(value);
    CHECK(has_plain(ran, value));
  }
}

TEST_CASE("A plugin of a later minor, whose descriptors have a field more, works", "[plugins]") {
  const TemporaryFolder later;  // a header of the time to come
  compile("cp -r pipeline/sdk/terrawright " + later.path().string());
  compile(
      "sed -E -i 's/^\\} terrawright_(port|parameter|stage|plugin|world_facts|flow|arrangement|file_request|file_facts|"
      "host|job|engine);/  void *of_later[3];\\n&/; s/(ABI_MINOR) [0-9]+u/\\1 9u/' " +
      (later / "terrawright/abi.h"));
  compile("sed -E -i 's/^\\} terrawright_(column|table|combine|rounds|tables|texts);/  void *of_later[3];\\n&/' " +
          (later / "terrawright/ext/*.h"));
  REQUIRE(shell("cat " + (later / "terrawright/abi.h") + " " + (later / "terrawright/ext/*.h") + " | grep -c of_later")
              .out == "18\n");
  const TemporaryFolder folder;
  compile(c11 + "-I" + later.path().string() + " tests/plugins/made/relief.c -o " + (folder / "relief.so"));
  check_relief(folder);
  compile("g++ -std=c++17 -ffp-contract=off -fvisibility=hidden -fPIC -shared -I" + later.path().string() +
          " -DAPART_VALUE=7 '-DAPART_NAME=\"later\"' tests/plugins/made/kept_apart.cpp -o " + (folder / "later.so"));
  compile(c11 + "-I" + later.path().string() + " tests/plugins/made/by_data.c -o " + (folder / "by_data.so"));
  CHECK(has_plain(build(folder, "  a: {use: made.second@1}\n  b: {use: made.later@1, in: {height: a}}\n", "b: b"),
                  27.25f));
}

TEST_CASE("A plugin of another major is refused", "[plugins]") {
  const auto reason = [](const std::string& options) {
    const TemporaryFolder folder;
    compile(c11 + options + " -Ipipeline/sdk tests/plugins/made/by_data.c -o " + (folder / "by_data.so"));
    const plugins::Library library = plugins::open_library(folder / "by_data.so");
    CHECK((library.plugin == nullptr) != library.reason.empty());
    CHECK((library.plugin == nullptr) != library.remedy.empty());
    return library.reason;
  };
  const std::string ours = std::to_string(TERRAWRIGHT_ABI_MAJOR) + "." + std::to_string(TERRAWRIGHT_ABI_MINOR);
  CHECK(reason("").empty());
  CHECK(reason("-DMADE_MAJOR=9u") == "it was built for interface 9.0, and this engine speaks " + ours);
  CHECK(reason("-Dterrawright_plugin_v1=terrawright_plugin_v9") ==
        "it was built for interface 9.x, and this engine speaks " + ours);
  CHECK(reason("-Dterrawright_plugin_v1=terrawright_plugin_v0") ==
        "it was built for interface 0.x, and this engine speaks " + ours);
}
