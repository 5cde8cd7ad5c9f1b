// SPDX-License-Identifier: Apache-2.0
#include "cli/program.hpp"
#include "support/catch.hpp"

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
  for (const std::string compiler : {"g++", "clang++", "g++ -O3 -march=x86-64-v3", "g++ -D_GLIBCXX_USE_CXX11_ABI=0"}) {
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

TEST_CASE("The example is a project that stands alone, and its stages pass their test", "[plugins]") {
  for (const char* compiler : {"g++", "clang++"}) {
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
