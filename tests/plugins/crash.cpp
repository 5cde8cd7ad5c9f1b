// SPDX-License-Identifier: Apache-2.0
// Stages that end the program, or try to: the report names them before.
#include "cli/program.hpp"
#include "support/catch.hpp"

using namespace terrawright::test;

namespace {

const char* const ends = R"(
#include <cstdlib>
#include <thread>
#include <unistd.h>
#include "terrawright/stage.hpp"
using namespace terrawright;
namespace {
volatile int nothing = 0, seven = 7;
int deeper(volatile int* above) {
  volatile int here[256] = {*above};
  return deeper(here) + here[above[1] & 255];
}
void finish(const std::string& how) {
  if (how == "crash") *static_cast<volatile int*>(nullptr) = 1;
  if (how == "divide") nothing = seven / nothing;
  if (how == "abort") std::abort();
  if (how == "exit") std::exit(0);
  if (how == "quick_exit") std::quick_exit(0);
  volatile int first[2] = {};
  if (how == "stack") nothing = deeper(first);
}
struct Ends {
  Out<Height> height;
  std::string how = "not", where = "paint";
  static void describe(Spec<Ends>& s) {
    s.stage("made.ends", "Ends the program.");
    s.port(&Ends::height, "height", "Zero.").unit("1");
    s.parameter(&Ends::how, "how", "How.");
    s.parameter(&Ends::where, "where", "In which phase.");
  }
  void arrange(Arrangement&) { if (where == "create") finish(how); }
  int survey(const Tile&) const { if (where == "survey") finish(how); return 1; }
  int merge(int a, int b) const { if (where == "merge") finish(how); return a + b; }
  Next<int> resolve(Resolving& resolving, const Notes<int>& notes) const {
    if (where == "resolve") finish(how);
    const auto caller = std::this_thread::get_id();
    resolving.parallel(2000, [&](std::uint64_t) {
      if (where != "parallel") return;
      usleep(1000);  // so that other threads have their share
      if (std::this_thread::get_id() != caller) finish(how);
    });
    return done(notes[0]);
  }
  void paint(Tile& tile, const int&) const {
    if (where == "paint") finish(how);
    const auto to = tile[height];
    tile.each_cell([&](auto x, auto y) { to(x, y) = 0; });
  }
};
}
TERRAWRIGHT_PLUGIN("made.plugin_that_ends", "1", terrawright::stage<Ends>())
)";

class Ending {
 public:
  Ending() {
    write(folder_ / "ends.cpp", ends);
    const Ran ran = compile_plugin("g++ -w", folder_ / "ends.cpp", folder_ / "ends.so");
    INFO(ran.err);
    REQUIRE(ran.exit == 0);
  }
  Ran build(const std::string& how, const std::string& where, const std::string& options) const {
    write(folder_ / "t.yaml",
          "terrawright: 1\nname: t\nworld: {size: [70, 70], seed: 1}\nstages:\n  the_end: {use: "
          "made.ends@1, with: {how: " +
              how + ", where: " + where + "}}\noutputs: [{file: t.exr, layers: {h: the_end}}]\n");
    return run("build " + (folder_ / "t.yaml") + " --quiet --out " + (folder_ / "out") + " --plugins " +
               folder_.path().string() + options);
  }
  bool wrote() const { return std::filesystem::exists(folder_ / "out/t.exr"); }

 private:
  TemporaryFolder folder_;
};

void check_told(const Ran& ran, const std::string& phase) {
  INFO(ran.err);
  CHECK(ran.exit != 0);
  CHECK(ran.err.find("'the_end' failed in " + phase) != std::string::npos);
  CHECK(ran.err.find("made.ends@1") != std::string::npos);
  CHECK(ran.err.find("made.plugin_that_ends") != std::string::npos);
}

}  // namespace

TEST_CASE("A stage that ends the program is told by node, phase, stage and plugin", "[plugins]") {
  const Ending ending;
  const Ran good = ending.build("not", "paint", "");
  INFO(good.err);
  REQUIRE(good.exit == 0);
  REQUIRE(ending.wrote());
  for (const char* how : {"crash", "divide", "abort", "stack", "exit", "quick_exit"}) {
    for (const char* options : {"", " --tile 16 --threads 3"}) {
      INFO(how << options);
      const Ran ran = ending.build(how, "paint", options);
      check_told(ran, "paint of the tile (");
    }
  }
  for (const char* phase : {"create", "survey", "merge", "resolve"}) {
    INFO(phase);
    check_told(ending.build("crash", phase, " --tile 16 --threads 3"), phase);
  }
}

TEST_CASE("A thread that works for a stage tells of it too, without stack as well", "[plugins]") {
  const Ending ending;
  for (const char* how : {"crash", "stack", "exit"}) {
    INFO(how);
    check_told(ending.build(how, "parallel", " --threads 3"), "resolve");
  }
}

TEST_CASE("exit in a stage is an error, in every phase", "[plugins]") {
  const Ending ending;
  for (const char* phase : {"create", "survey", "merge", "resolve", "paint"}) {
    INFO(phase);
    const Ran ran = ending.build("exit", phase, " --tile 16 --threads 3");
    check_told(ran, phase);
    CHECK(ran.exit == 1);
    CHECK(ran.err.find("it called exit") != std::string::npos);
    CHECK_FALSE(ending.wrote());
  }
}
