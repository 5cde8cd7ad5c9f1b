// SPDX-License-Identifier: Apache-2.0
// A failure or an end of one process ends all, and nothing is lost.
#include <filesystem>

#include "ranks/mpirun.hpp"
#include "support/catch.hpp"
#include "support/length.hpp"

using namespace terrawright::test;
namespace fs = std::filesystem;

namespace {

const std::string text = R"(terrawright: 1
name: t
world: {size: [1300, 1100], cell: 250 m, seed: 42}
stages:
  terrain: {use: heights.diamond_square@1}
  metres: {use: shape.metres@1, in: {height: terrain, level: sea.level}}
  sea: {use: sea.level@1, in: {height: terrain}}
  ends: {use: test.ends@1, in: {height: metres}}
  filled: {use: water.fill@1, in: {height: ends}}
outputs:
  - {file: t.exr, layers: {height: filled, ends: ends}}
  - {file: t.png, layers: {land: sea.land}}
)";

class World {
 public:
  World() { write(folder_ / "t.yaml", text); }
  std::string arguments(const std::string& out, const std::string& cache) const {
    return (folder_ / "t.yaml") + " --plugins " TERRAWRIGHT_ENDS_PLUGIN " --cache " + cache + " --out " +
           (folder_ / out);
  }
  std::string arguments(const std::string& out) const { return arguments(out, folder_ / "cache"); }
  std::string operator/(const std::string& name) const { return folder_ / name; }

 private:
  TemporaryFolder folder_;
};

void can_be_continued(const std::string& killed) {
  const World world;
  const Ran ran = mpirun(2, world.arguments("out"), "TERRAWRIGHT_KILLED='" + killed + "'");
  INFO(killed << ": " << ran.err);
  CHECK(ran.exit != 0);
  CHECK_FALSE(fs::exists(world / "out/t-42.manifest.json"));
  CHECK_FALSE(fs::exists(world / "out/t.exr"));
  const Ran again = mpirun(2, world.arguments("out"));
  INFO(again.err);
  REQUIRE(again.exit == 0);
  // Work that had ended before is not repeated.
  CHECK(number_before(again.err, "ran,") < 5);
  CHECK(number_before(again.err, "ran,") > 0);
  CHECK(shell("ls -A " + (world / "cache/making")).out.empty());
  CHECK(shell("ls -A " + (world / "out")).out == "t-42.manifest.json\nt.exr\nt.exr.aux.xml\nt.png\nt.png.aux.xml\n");
  REQUIRE(shell(TERRAWRIGHT_PROGRAM " build " + world.arguments("one", "off")).exit == 0);
  CHECK(same_files(world / "one", world / "out"));
}

}  // namespace

TEST_CASE("a process that is killed in survey, in resolve or in paint", "[ranks][length]") {
  can_be_continued("resolve 0");
  can_be_continued("paint 1");
  if (!at_length()) return;
  can_be_continued("survey 1");
  can_be_continued("paint 0");
}

TEST_CASE("a process that waits for another one leaves the processor to others", "[ranks][length]") {
  const World world;
  write(world / "cost.py",
        "import os, resource, subprocess, sys\n"
        "code = subprocess.run(sys.argv[2:]).returncode\n"
        "used = resource.getrusage(resource.RUSAGE_CHILDREN)\n"
        "name = sys.argv[1] + os.environ['OMPI_COMM_WORLD_RANK']\n"
        "print(used.ru_utime + used.ru_stime, file=open(name, 'w'))\n"
        "sys.exit(code)\n");
  // Seconds of the processor that process `rank` takes, while another one is held for five seconds or not at all.
  int builds = 0;
  const auto seconds_of = [&](const std::string& held, const std::string& rank) {
    const std::string number = std::to_string(++builds);
    const std::string build = world.arguments("out" + number, world / ("cache" + number)) + " --threads 1 --quiet";
    const Ran ran = shell("TERRAWRIGHT_HELD='" + held + "' " +
                          with_mpirun("-np 2 " TERRAWRIGHT_PYTHON " " + (world / "cost.py") + " " + (world / "cost") +
                                      " " TERRAWRIGHT_PROGRAM " build " + build));
    INFO(ran.err);
    REQUIRE(ran.exit == 0);
    return std::stod(read(world / ("cost" + rank)));
  };
  for (const auto& [held, waits] : {std::pair<std::string, std::string>{"survey 1", "0"}, {"resolve 0", "1"}}) {
    if (waits == "0" && !at_length()) continue;
    // Less than half of five, at the second or third time where others slow the machine.
    double waiting = 5;
    for (int i = 0; i < 3 && waiting >= 2.5; ++i) waiting = seconds_of(held, waits) - seconds_of("", waits);
    INFO(held << ": " << waiting << " s of the processor more than without");
    CHECK(waiting < 2.5);
  }
}

TEST_CASE("an error of any process ends all, and is told once with its place", "[ranks]") {
  const World world;
  // The first cell and the last one are in the shares of different processes.
  for (const std::string cell : {"3 4", "1290 1090"}) {
    const std::string fails = "TERRAWRIGHT_FAILS='" + cell + "'";
    const Ran one = shell(fails + " " TERRAWRIGHT_PROGRAM " build " + world.arguments("out", "off"));
    const Ran two = mpirun(2, world.arguments("out"), fails);
    INFO(two.err);
    CHECK(one.exit == 1);
    CHECK(two.exit == 1);
    const std::string error = one.err.substr(0, one.err.find('\n') + 1);
    CHECK(error.find("this cell is one too many at cell (") != std::string::npos);
    CHECK(two.err.find(error) != std::string::npos);
    CHECK(two.err.find(error) == two.err.rfind(error));
    CHECK(shell("ls -A " + (world / "out")).out.empty());
    CHECK(shell("ls -A " + (world / "cache/making")).out.empty());
  }
}

TEST_CASE("of cells that fail in two processes that is told which one program tells", "[ranks]") {
  const TemporaryFolder folder;
  write(folder / "t.yaml",
        "terrawright: 1\nname: t\nworld: {size: [1300, 1100], cell: 250 m, seed: 42}\n"
        "stages:\n  bad: {use: shape.formula@1, with: {formula: '1 / (x - x)'}}\n"
        "  level: {use: sea.level@1, in: {height: bad}}\n"
        "outputs:\n  - {file: t.exr, layers: {land: level.land}}\n");
  const Ran one = run("build " + (folder / "t.yaml") + " --cache off --out " + (folder / "o"));
  const Ran two = mpirun(2, (folder / "t.yaml") + " --cache " + (folder / "c") + " --out " + (folder / "o"));
  CHECK(one.exit == two.exit);
  CHECK(two.err.find(one.err.substr(0, one.err.find('\n'))) != std::string::npos);
}

TEST_CASE("what several processes cannot do is said before anything runs", "[ranks]") {
  const World world;
  const auto refused = [&](const std::string& more, const std::string& sentence, const std::string& cache) {
    const Ran ran = mpirun(2, world.arguments("out", cache) + " " + more);
    INFO(ran.err);
    CHECK(ran.exit == 2);
    CHECK(ran.err.find(sentence) != std::string::npos);
    CHECK(ran.err.find(sentence) == ran.err.rfind(sentence));
  };
  refused("", "there is none", "off");
  refused("--window 0,0,100x100", "a window is written by one process", world / "cache");
  refused("--set world.sead=3", "has no 'sead'", world / "cache");
  const std::string program = "-np 1 " TERRAWRIGHT_PROGRAM " build ";
  const Ran apart =
      shell(with_mpirun(program + world.arguments("out") + " : " + program + world.arguments("out", world / "other")));
  INFO(apart.err);
  CHECK(apart.exit != 0);
  CHECK(apart.err.find("sees another folder of the cache") != std::string::npos);
  // One that has nothing to do with the others takes them with it.
  const Ran alone = shell(with_mpirun(program + world.arguments("out") + " : " + program + "nothing.yaml"));
  INFO(alone.err);
  CHECK(alone.exit != 0);
  CHECK(alone.err.find("process 1 ended with exit code 2, and the others did not") != std::string::npos);
}

TEST_CASE("processes that are asked to stop leave nothing", "[ranks]") {
  const TemporaryFolder folder;
  const std::string arguments = "tests/worlds/earlier/realistic.yaml --set world.size=[6000,6000] --cache " +
                                (folder / "cache") + " --out " + (folder / "out");
  const Ran ran = shell(with_mpirun("-np 2 " TERRAWRIGHT_PROGRAM " build " + arguments) + " & until [ -n \"$(ls -A " +
                        (folder / "cache/making") +
                        " 2> /dev/null)\" ] || ! kill -0 $!; do sleep 0.05; done; sleep 0.5; "
                        "kill -TERM $(pgrep -P $(pgrep -P $!)); wait $!");
  INFO(ran.err);
  CHECK(ran.exit != 0);
  CHECK(shell("ls -A " + (folder / "cache/making")).out.empty());
  CHECK(shell("ls -A " + (folder / "out")).out.empty());
}
