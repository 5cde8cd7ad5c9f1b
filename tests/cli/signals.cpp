// SPDX-License-Identifier: Apache-2.0
// Ctrl-C and its like, from the beginning to the end.
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <thread>
#include <vector>

#include "cli/program.hpp"
#include "support/catch.hpp"

using namespace terrawright::test;

namespace {

// A library that takes its time while it is loaded, and a stage that takes its time and hears no one.
const std::string slow = R"(
#include <unistd.h>
#include <cstdlib>
#include <fstream>
#include "terrawright/stage.hpp"
using namespace terrawright;
namespace {
void wait(const char* name) {
  const char* seconds = std::getenv(name);
  if (seconds == nullptr) return;
  std::ofstream(std::getenv("TERRAWRIGHT_TEST_MARK")) << name;
  const double time = std::atof(seconds);
  for (int i = 0; i < time * 100; ++i) usleep(10000);
}
const bool loaded = [] { wait("TERRAWRIGHT_TEST_LOADING"); return true; }();
}
struct Slow {
  In<Height> in; Out<Height> out;
  static void describe(Spec<Slow>& s) {
    s.stage("test.slow", "Slow.");
    s.port(&Slow::in, "in", "Any.");
    s.port(&Slow::out, "out", "The same.");
  }
  struct Nothing {};
  Next<Nothing> resolve(Resolving&) const { wait("TERRAWRIGHT_TEST_RUNNING"); return done(Nothing{}); }
  void paint(Tile&) const {}
};
TERRAWRIGHT_PLUGIN("test.slow", "1", terrawright::stage<Slow>())
)";

const std::string& library_folder() {
  static const TemporaryFolder folder;
  static const std::string path = [] {
    write(folder / "slow.cpp", slow);
    const Ran ran = compile_plugin("g++", folder / "slow.cpp", folder / "slow.so");
    INFO(ran.err);
    REQUIRE(ran.exit == 0);
    return folder.path().string();
  }();
  return path;
}

class Program {
 public:
  Program() {
    write(folder_ / "t.yaml",
          "terrawright: 1\nname: t\nworld: {size: [17, 17], seed: 1}\nstages:\n  h: {use: heights.noise@1}\n"
          "  one: {use: test.slow@1, in: {in: h}}\n  two: {use: test.slow@1, in: {in: one}}\n"
          "  three: {use: test.slow@1, in: {in: two}}\noutputs: [{file: a.exr, layers: {h: three}}]\n");
  }
  // Runs it in the background with the environment, and `then` once it waits; $! is the program, $F our folder.
  Ran run(const std::string& environment, const std::string& arguments, const std::string& then) const {
    return shell("F=" + folder_.path().string() + "; env " + environment + " TERRAWRIGHT_TEST_MARK=$F/mark " +
                 TERRAWRIGHT_PROGRAM " " + arguments + " --plugins " + library_folder() +
                 " 2>$F/err & until [ -s $F/mark ] || ! kill -0 $!; do sleep 0.01; done; " + then +
                 "; wait $!; E=$?; cat $F/err >&2; exit $E");
  }
  std::string build() const { return "build " + (folder_ / "t.yaml") + " --out " + (folder_ / "o"); }
  bool wrote(const std::string& name) const { return std::filesystem::exists(folder_ / ("o/" + name)); }

 private:
  TemporaryFolder folder_;
};

const std::string heard = "--default-signal=INT,TERM,HUP ";

}  // namespace

TEST_CASE("A signal answers 130 before there is anything to stop", "[signals]") {
  for (const char* signal : {"INT", "TERM", "HUP"}) {
    INFO(signal);
    const Ran ran =
        Program().run(heard + "TERRAWRIGHT_TEST_LOADING=20", "stages", "kill -" + std::string(signal) + " $!");
    CHECK(ran.exit == 130);
    CHECK(ran.out.empty());
  }
}

TEST_CASE("The first signal of a build says what a second one does", "[signals]") {
  for (const char* signal : {"INT", "TERM", "HUP"}) {
    INFO(signal);
    const Program program;
    const Ran ran =
        program.run(heard + "TERRAWRIGHT_TEST_RUNNING=1", program.build(), "kill -" + std::string(signal) + " $!");
    CHECK(ran.exit == 130);
    CHECK_THAT(ran.err, Catch::StartsWith("stopping; a second Ctrl-C stops at once\n"));
    CHECK_THAT(ran.err, Catch::Contains("stopped; nothing in the output folder was changed"));
    CHECK_FALSE(program.wrote("a.exr"));
  }
}

TEST_CASE("A second signal stops at once", "[signals]") {
  const Program program;
  const Ran ran = program.run(heard + "TERRAWRIGHT_TEST_RUNNING=20", program.build(),
                              "kill -INT $!; until [ -s $F/err ]; do sleep 0.01; done; sleep 0.3; kill -INT $!");
  CHECK(ran.exit == 130);
  CHECK(ran.err == "stopping; a second Ctrl-C stops at once\n");
}

TEST_CASE("A signal that comes twice at once, as `timeout` sends it, is one", "[signals]") {
  // A busy machine may bring the second one after a quarter of a second, as a signal of its own: then once more.
  bool is_one = false;
  for (int i = 0; i < 5 && !is_one; ++i) {
    const Program program;
    const Ran ran = program.run(heard + "TERRAWRIGHT_TEST_RUNNING=1", program.build(),
                                "kill -TERM $!; until [ -s $F/err ]; do sleep 0.01; done; kill -TERM $!");
    CHECK(ran.exit == 130);
    is_one = ran.err.find("stopped; nothing in the output folder was changed") != std::string::npos;
  }
  CHECK(is_one);
}

TEST_CASE("Signals that were ignored stay ignored, as of nohup and of jobs in the background", "[signals]") {
  const Program program;
  const Ran ran = program.run("--ignore-signal=INT,HUP TERRAWRIGHT_TEST_RUNNING=0.5", program.build(),
                              "kill -INT $!; kill -HUP $!");
  CHECK(ran.exit == 0);
  CHECK(program.wrote("a.exr"));
}

TEST_CASE("The progress line names what runs, with the time left", "[signals][progress]") {
  const Program program;
  const Ran ran = program.run("TERRAWRIGHT_TEST_RUNNING=1.5", program.build(), "true");
  CHECK(ran.exit == 0);
  CHECK_THAT(ran.err, Catch::Matches("(.|\n)*%  two \\(3 of 4\\), about [0-9]+ s left\n(.|\n)*"));
}

TEST_CASE("A warning does not end the progress line", "[signals][progress]") {
  const Program program;
  const Ran ran = program.run("-u TERRAWRIGHT_CACHE XDG_CACHE_HOME=/proc/none TERRAWRIGHT_TEST_RUNNING=1.5",
                              program.build(), "true");
  CHECK(ran.exit == 0);
  CHECK_THAT(ran.err, Catch::Contains("warning: "));
  CHECK_THAT(ran.err, Catch::Contains("two (3 of 4), about "));
}

TEST_CASE("A particle that makes a million deposits stops in their middle", "[signals]") {
  const TemporaryFolder folder;
  // Two seconds into work of minutes; killed, and 137, after one more minute.
  const Ran ran =
      shell("timeout --preserve-status -s INT -k 60 2 " TERRAWRIGHT_PROGRAM
            " build stages/island/particle_roll/particle_roll.yaml --quiet --set stages.mask.with.life=1000000 --out " +
            folder.path().string());
  INFO(ran.err);
  CHECK(ran.exit == 130);
}

TEST_CASE("Who is told that nothing was changed finds nothing changed, however late the signal comes", "[signals]") {
  const TemporaryFolder folder;
  write(folder / "w.yaml",
        "terrawright: 1\nname: w\nworld: {size: [1025, 1025], cell: 30 m, seed: 1}\nstages:\n"
        "  n: {use: heights.noise@1}\noutputs:\n  - {file: a.exr, layers: {n: n}}\n");
  int stopped = 0, done = 0;
  for (int milliseconds = 10; milliseconds < 500; milliseconds += 12) {
    const std::string out = folder / std::to_string(milliseconds);
    const Ran ran = shell("timeout --preserve-status -s INT " + std::to_string(milliseconds / 1000.0) + " " +
                          TERRAWRIGHT_PROGRAM " build " + (folder / "w.yaml") + " --cache off --out " + out);
    INFO(milliseconds << ": " << ran.exit << ran.err);
    const bool wrote = std::filesystem::exists(out + "/w-1.manifest.json");
    CHECK(ran.exit == (wrote ? 0 : 130));
    CHECK(wrote == std::filesystem::exists(out + "/a.exr"));
    ++(wrote ? done : stopped);
  }
  INFO(stopped << " stopped, " << done << " done");
  CHECK(stopped > 0);
}

TEST_CASE("Ctrl-C that comes when a world is written changes nothing of it, and stops those after it", "[signals]") {
  const TemporaryFolder folder;
  write(folder / "w.yaml",
        "terrawright: 1\nname: w\nworld: {size: [1025, 1025], cell: 30 m, seed: 1}\nstages:\n"
        "  n: {use: heights.noise@1}\noutputs:\n  - {file: \"{seed}.exr\", layers: {n: n}}\n");
  const bool alone = GENERATE(true, false);
  for (int i = 0; i < 20; ++i) {
    const std::string out = folder / ((alone ? "a" : "s") + std::to_string(i)), config = folder / "w.yaml";
    const pid_t child = fork();
    if (child == 0) {
      std::vector<std::string> words = {"terrawright", "build", config, "--cache", "off", "--quiet", "--out", out};
      // Those after it take so long that a busy machine does not end them before the signal comes.
      for (int seed = 1; seed <= (alone ? 1 : 40); ++seed) words.insert(words.end(), {"--seed", std::to_string(seed)});
      std::vector<char*> plain;
      for (std::string& word : words) plain.push_back(word.data());
      plain.push_back(nullptr);
      execv(TERRAWRIGHT_PROGRAM, plain.data());
      _exit(99);
    }
    const auto latest = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (!std::filesystem::exists(out + "/w-1.manifest.json") && std::chrono::steady_clock::now() < latest) continue;
    std::this_thread::sleep_for(std::chrono::microseconds(300 * (i % 10)));
    kill(child, SIGINT);
    int status = 0;
    REQUIRE(waitpid(child, &status, 0) == child);
    INFO(i << (alone ? " alone" : " of forty"));
    CHECK(WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == (alone ? 0 : 130));
    CHECK_FALSE(std::filesystem::exists(out + "/w-40.manifest.json"));
  }
}

#ifndef TERRAWRIGHT_SANITIZED  // which takes time of its own
TEST_CASE("Ctrl-C ends a build within a second while it looks at a drawing of a million positions",
          "[cli.signals][stops][length]") {
  const Ran ran = shell(TERRAWRIGHT_PYTHON " " TERRAWRIGHT_ROOT "/tests/cli/stops.py " TERRAWRIGHT_PROGRAM);
  INFO(ran.out << ran.err);
  CHECK(ran.exit == 0);
}
#endif
