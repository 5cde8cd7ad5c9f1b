// SPDX-License-Identifier: Apache-2.0
#include "cli/program.hpp"
#include "support/catch.hpp"
#include "support/length.hpp"

using namespace terrawright::test;

namespace {

void compile(const std::string& compiler, const std::string& sources, const std::string& library) {
  const Ran ran = compile_plugin(compiler, sources, library);
  INFO(ran.err);
  REQUIRE(ran.exit == 0);
}

const std::string example = "examples/100-plugin/";
const std::string example_sources =
    example + "plugin.cpp " + example + "terrace.cpp " + example + "box_mean.cpp " + example + "equalise.cpp";

const std::string bad_stage = R"(
#include "terrawright/stage.hpp"
#include <stdexcept>
using namespace terrawright;
struct Bad {
  In<Height> height; Out<Height> out; std::string how = "failure";
  static void describe(Spec<Bad>& s) {
    s.stage("test.bad", "Fails in the middle of a tile.");
    s.port(&Bad::height, "height", "Any.");
    s.port(&Bad::out, "height", "None.").like("height");
    s.parameter(&Bad::how, "how", "How it fails.");
  }
  void paint(Tile& tile) const {
    tile.each_cell([&](auto x, auto y) {
      if (x != 70 || y < 40) return;
      if (how == "failure") throw Failure("how", "the ground gave way", x, y);
      if (how == "exception") throw std::runtime_error("a std::exception, of all things");
      throw 42;
    });
  }
};
TERRAWRIGHT_PLUGIN("test.bad", "1", terrawright::stage<Bad>())
)";

std::string world_of_bad(const std::string& how) {
  return "terrawright: 1\nname: bad\nworld: {size: [129, 129], cell: 1 km, seed: 1}\nstages:\n"
         "  terrain: {use: heights.diamond_square@1}\n"
         "  worse: {use: test.bad@1, in: {height: terrain}, with: {how: " +
         how +
         "}}\n"
         "outputs: [{file: bad.exr, layers: {h: worse}}]\n";
}

}  // namespace

TEST_CASE("The example plugin works whatever compiled it, with the same bits", "[plugins]") {
  const TemporaryFolder folder;
  std::string first;
  for (const std::string compiler : {"g++", "clang++", "g++ -O3 -march=x86-64-v3 -D_GLIBCXX_USE_CXX11_ABI=0"}) {
    INFO(compiler);
    const TemporaryFolder libraries;
    compile(compiler, example_sources, libraries / "shapes.so");
    const std::string plugins = " --plugins " + libraries.path().string();
    CHECK(run("stages" + plugins).out.find("example.box_mean@1") != std::string::npos);
    const Ran described = run("describe example.box_mean" + plugins);
    CHECK(described.out.find("org.example.shapes 1.0.0") != std::string::npos);
    for (const char* tile : {" --tile 512", " --tile 64 --threads 7", " --tile 100 --threads 1", " --tile whole"}) {
      const Ran built =
          run("build " + example + "world.yaml --quiet --sha256 --out " + (folder / "a") + plugins + tile);
      INFO(tile << built.err);
      REQUIRE(built.exit == 0);
      if (first.empty()) first = built.out;
      CHECK(built.out == first);
    }
  }
  CHECK(run("validate " + example + "world.yaml").exit == 2);  // without the plugin there are no such stages
}

TEST_CASE("The example is a project that stands alone, and its stages pass their test", "[plugins][length]") {
  for (const char* compiler : {"g++", "clang++"}) {
    if (compiler == std::string("clang++") && !at_length()) continue;
    const TemporaryFolder folder;
    const Ran built = shell(std::string("cmake -S examples/100-plugin -B ") + (folder / "build") +
                            " -DCMAKE_CXX_COMPILER=" + compiler + " && cmake --build " + (folder / "build"));
    INFO(built.err);
    REQUIRE(built.exit == 0);
    const Ran tested = shell("ctest --test-dir " + (folder / "build") + " --output-on-failure --no-tests=error");
    INFO(tested.out);
    CHECK(tested.exit == 0);
    const Ran ran = run("validate examples/100-plugin/world.yaml --plugins " + (folder / "build"));
    INFO(ran.err);
    CHECK(ran.exit == 0);
  }
}

TEST_CASE("The environment names plugins too, the working directory does not", "[plugins]") {
  const TemporaryFolder libraries;
  compile("g++", example_sources, libraries / "shapes.so");
  const std::string folder = libraries.path().string();
  CHECK(
      shell("TERRAWRIGHT_PLUGIN_PATH=" + folder + " " TERRAWRIGHT_PROGRAM " validate " + example + "world.yaml").exit ==
      0);
  CHECK(shell("cd " + folder + " && " TERRAWRIGHT_PROGRAM " describe example.terrace").exit == 2);
}

TEST_CASE("A stage that fails in the middle of a tile is an error with a place, whatever the tiles", "[plugins]") {
  const TemporaryFolder folder;
  write(folder / "bad.cpp", bad_stage);
  compile("g++", folder / "bad.cpp", folder / "bad.so");
  const std::string world = folder / "bad.yaml";
  const auto build = [&](const std::string& how, const std::string& options) {
    write(world, world_of_bad(how));
    return run("build " + world + " --out " + (folder / "out") + " --plugins " + folder.path().string() + options);
  };
  for (const char* options : {"", " --tile 16 --threads 7", " --tile 33 --threads 1", " --tile whole"}) {
    const Ran ran = build("failure", options);
    INFO(options << ran.err);
    CHECK(ran.exit == 1);
    CHECK(ran.err.find("bad.yaml:6:") != std::string::npos);
    CHECK(ran.err.find("'worse' failed: the ground gave way at cell (70, 40)") != std::string::npos);
    CHECK_FALSE(std::filesystem::exists(folder / "out/bad.exr"));
  }
  CHECK(build("exception", "").err.find("a std::exception, of all things") != std::string::npos);
  const Ran other = build("other", "");
  CHECK(other.exit == 1);
  CHECK(other.err.find("no std::exception") != std::string::npos);
}

TEST_CASE("A library is named without a slash, as any file", "[cli.plugins]") {
  const TemporaryFolder folder;
  compile("g++", example_sources, folder / "shapes.so");
  for (const std::string call :
       {"check shapes.so --quick", "stages --plugins shapes.so", "check ./shapes.so --quick"}) {
    const Ran ran = shell("cd " + folder.path().string() + " && " TERRAWRIGHT_PROGRAM " " + call);
    INFO(call << "\n" << ran.out << ran.err);
    CHECK(ran.exit == 0);
  }
}

TEST_CASE("A class's colour, which stands in the stage's code, is part of its recipe", "[cli.plugins]") {
  const TemporaryFolder folder;
  write(folder / "w.yaml",
        "terrawright: 1\nname: w\nworld: {size: [9, 9], cell: 1 km, seed: 1}\nstages:\n  h: {use: heights.noise@1}\n"
        "  c: {use: test.two@1, in: {height: h}}\n"
        "outputs:\n  - {file: c.png, layers: {c: c}}\n");
  std::string recipes[2];
  for (const int i : {0, 1}) {
    write(folder / "two.cpp", R"(
#include "terrawright/stage.hpp"
using namespace terrawright;
struct Two {
  In<Height> height; Out<Class> classes;
  static void describe(Spec<Two>& s) {
    s.stage("test.two", "Two classes.");
    s.port(&Two::height, "height", "Any.");
    s.port(&Two::classes, "classes", "Low and high.");
  }
  void arrange(Arrangement& a) { a.set_legend(classes, {{0, "low", {0, 0, COLOUR, 255}, "l"}, {1, "high", {0, 255, 0, 255}, "h"}}); }
  void paint(Tile& tile) const {
    const auto from = tile[height];
    const auto to = tile[classes];
    tile.each_cell([&](std::int64_t x, std::int64_t y) { to(x, y) = from(x, y) > 0; });
  }
};
TERRAWRIGHT_PLUGIN("test.two", "1", terrawright::stage<Two>())
)");
    compile("g++ -DCOLOUR=" + std::to_string(100 + i), folder / "two.cpp", folder / "two.so");
    const std::string out = folder / std::to_string(i);
    const Ran ran =
        run("build " + (folder / "w.yaml") + " --plugins " + (folder / "two.so") + " --quiet --cache off --out " + out);
    INFO(ran.err);
    REQUIRE(ran.exit == 0);
    const std::string manifest = read(out + "/w-1.manifest.json");
    const std::size_t at = manifest.find("\"classes\": \"", manifest.find("\"recipes\"", manifest.find("test.two")));
    recipes[i] = manifest.substr(at, 78);
  }
  CHECK(recipes[0].size() == 78);
  CHECK(recipes[0] != recipes[1]);
}
