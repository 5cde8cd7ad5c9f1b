// SPDX-License-Identifier: Apache-2.0
// Configs made to cost much: each is refused, or taken, before it does. What would be made of them has no room in
// memory. Seconds depend on the machine and on its load: those of two configs are compared, with a wide margin.
#include <algorithm>
#include <sstream>

#include "cli/program.hpp"
#include "support/catch.hpp"
#include "support/diamonds.hpp"
#include "support/visits.hpp"

using namespace terrawright::test;

namespace {

const std::string head = "terrawright: 1\nname: t\nworld: {size: [33, 33], cell: 1 km, seed: 1}\n";
const std::string island = "stages: {n: {use: heights.diamond_square@1}}\noutputs: [{file: a.exr, layers: {h: n}}]\n";

struct Cost {
  int exit;
  std::string said;
  double seconds;  // of the processor
  double megabytes;
};

// Cost of `verb` for the config.
Cost cost_of(const std::string& verb, const std::string& yaml) {
  const TemporaryFolder folder;
  write(folder / "t.yaml", yaml);
  write(folder / "cost.py",
        "import resource, subprocess, sys\n"
        "code = subprocess.run(sys.argv[2:], stdout=subprocess.DEVNULL, timeout=300).returncode\n"
        "used = resource.getrusage(resource.RUSAGE_CHILDREN)\n"
        "print(used.ru_utime + used.ru_stime, used.ru_maxrss / 1000, file=open(sys.argv[1], 'w'))\n"
        "sys.exit(code)\n");
  const Ran ran = shell(std::string(TERRAWRIGHT_PYTHON) + " " + (folder / "cost.py") + " " + (folder / "cost") + " " +
                        TERRAWRIGHT_PROGRAM " " + verb + " " + (folder / "t.yaml"));
  Cost cost{ran.exit, ran.out + ran.err, 1e9, 1e9};
  std::istringstream(read(folder / "cost")) >> cost.seconds >> cost.megabytes;
  return cost;
}

// Costs of a config and of its peer, each the least of its runs by turns: what else the machine does is counted too.
struct Compared {
  Cost cost, peer;
  double ratio() const { return cost.seconds / peer.seconds; }
};

// Once, and up to ten times while the ratio is not below `most`: others may slow the one and not the other.
Compared compared(const std::string& verb, const std::string& yaml, const std::string& peer, double most) {
  Compared least{cost_of(verb, yaml), cost_of(verb, peer)};
  for (int i = 1; i < 10 && least.ratio() >= most; ++i) {
    const Cost again = cost_of(verb, yaml), peer_again = cost_of(verb, peer);
    if (again.seconds < least.cost.seconds) least.cost = again;
    if (peer_again.seconds < least.peer.seconds) least.peer = peer_again;
  }
  return least;
}

// Eight times as much takes eight times as long; by squares it would be 64 times.
constexpr double linear = 24;

bool says(const Cost& cost, const std::string& words) { return cost.said.find(words) != std::string::npos; }

// Composites each of which uses the one before it twice: the last has 2^(n - 1) nodes.
std::string doubling(int composites) {
  std::string yaml = head +
                     "composites:\n  my.c0@1: {in: {h: }, stages: {x: {use: shape.blend@1, in: {a: $h, b: $h}, "
                     "with: {mode: add}}}, out: {h: x}}\n";
  for (int i = 1; i < composites; ++i) {
    const std::string use = "{use: my.c" + std::to_string(i - 1) + "@1, in: {h: ";
    yaml += "  my.c" + std::to_string(i) + "@1: {in: {h: }, stages: {a: " + use + "$h}}, b: " + use +
            "a}}}, out: {h: b}}\n";
  }
  return yaml + "stages: {n: {use: heights.diamond_square@1}, d: {use: my.c" + std::to_string(composites - 1) +
         "@1, in: {h: n}}}\noutputs: [{file: a.exr, layers: {h: d}}]\n";
}

std::string repeated(const std::string& text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

}  // namespace

TEST_CASE("Composites that double are refused by their name before anything is made of them", "[bounded]") {
  const Cost none = cost_of("validate", head + island);
  CHECK(cost_of("validate", doubling(15)).exit == 0);
  for (const int composites : {16, 40, 300}) {
    const Cost cost = cost_of("validate", doubling(composites));
    CHECK(cost.exit == 2);
    CHECK(says(cost, "the composite 'my.c15@1' has more than 20000 nodes"));
    CHECK(cost.megabytes < none.megabytes + 50);
  }
  // Twice 16,384 by their users, none of which is too large by itself.
  std::string two = doubling(15);
  two.replace(two.find("stages: {n:"), 10, "stages: {e: {use: my.c14@1, in: {h: n}}, n:");
  const Cost cost = cost_of("validate", two);
  CHECK(cost.exit == 2);
  CHECK(says(cost, "the world has more than 20000 nodes"));
  CHECK(says(cost, "my.c14@1"));
}

TEST_CASE("A row of 60 diamonds ends in every mode", "[bounded]") {
  const TemporaryFolder folder;
  write(folder / "d.yaml", diamonds(60));
  const std::string world = folder / "d.yaml", cache = " --cache " + (folder / "cache") + " --quiet --out ";
  const auto ends = [&](const std::string& verb, const std::string& options) {
    const Ran ran = shell("timeout 300 " TERRAWRIGHT_PROGRAM " " + verb + " " + world + " " + options);
    INFO(verb << " " << options << "\n" << ran.err);
    CHECK(ran.exit == 0);
  };
  ends("validate", "");
  ends("graph", "");
  ends("plan", "--json");
  ends("build", "--cache off --quiet --memory 95MB --out " + (folder / "alone"));
  ends("build", "--window 10,10,600x50" + cache + (folder / "window"));
  ends("build", cache + (folder / "cold"));
  ends("plan", "--cache " + (folder / "cache"));  // of what is kept
  ends("build", cache + (folder / "warm"));
  ends("build", "--set stages.r30.with.mode=max" + cache + (folder / "edited"));
  ends("build", "--lock --cache off --quiet --out " + (folder / "locked"));
  ends("verify", "--cache off");
  ends("sweep", "--seeds 1..2" + cache + (folder / "many"));
  ends("search", "--seeds 1..3 --cache off --quiet");
  CHECK(shell("timeout 300 " TERRAWRIGHT_PROGRAM " diff " + (folder / "cold") + " " + (folder / "edited")).exit <= 4);
}

TEST_CASE("Each node of a row of 60 diamonds is visited as often as every other, in every mode", "[bounded][visits]") {
  const CountedDiamonds diamonds;
  const std::string none = " --cache off", cache = " --cache " + (diamonds / "cache") + " --quiet --out ";
  const auto command = [&](const std::string& verb, const std::string& options) {
    return TERRAWRIGHT_PROGRAM " " + verb + " " + diamonds.arguments() + options;
  };
  diamonds.all_alike(command("validate", ""), 1, 0);
  diamonds.all_alike(command("graph", ""), 1, 0);
  diamonds.all_alike(command("plan", none), 1, 0);
  diamonds.all_alike(command("build", none + " --quiet --out " + (diamonds / "alone")), 1, 1);
  diamonds.all_alike(command("build", none + " --quiet --memory 95MB --out " + (diamonds / "held")), 1, 1);
  diamonds.all_alike(command("build", " --window 10,10,600x50 --cache off --quiet --out " + (diamonds / "window")), 1,
                     1);
  diamonds.all_alike(command("build", cache + (diamonds / "cold")), 1, 1);
  diamonds.all_alike(command("build", cache + (diamonds / "warm")), 1, 0);
  diamonds.all_alike(command("build", none + " --lock --quiet --out " + (diamonds / "locked")), 1, 1);
  diamonds.all_alike(command("verify", none), 1, 1);
  diamonds.all_alike(command("sweep", none + " --seeds 1..2 --quiet --out " + (diamonds / "many")), 3, 2);
}

TEST_CASE("Up to 20,000 nodes the work is linear", "[bounded]") {
  const Compared many = compared("plan", doubling(15), doubling(12), linear);
  CHECK(many.cost.exit == 0);
  CHECK(many.ratio() < linear);
  const auto row = [](int nodes) {
    std::string flat = head + "stages:\n  n0: {use: heights.diamond_square@1}\n";
    for (int i = 1; i < nodes; ++i)
      flat += "  n" + std::to_string(i) + ": {use: shape.blend@1, in: {a: n" + std::to_string(i - 1) +
              ", b: n0}, with: {mode: add}}\n";
    return flat;
  };
  const std::string flat = row(20000);
  const Compared written = compared("plan", flat + "outputs: [{file: a.exr, layers: {h: n19999}}]\n",
                                    row(2500) + "outputs: [{file: a.exr, layers: {h: n2499}}]\n", linear);
  CHECK(written.cost.exit == 0);
  CHECK(written.ratio() < linear);
  const Cost more = cost_of("validate", flat +
                                            "  m: {use: heights.diamond_square@1}\noutputs: [{file: a.exr, layers: "
                                            "{h: n19999}}]\n");
  CHECK(more.exit == 2);
  CHECK(says(more, "the world has more than 20000 nodes"));
}

TEST_CASE("Composites that nobody uses cost what is written, whatever they would be made of", "[bounded]") {
  // With 16,384 nodes each, or with one.
  const auto wrapped = [](const std::string& inner) {
    std::string yaml = doubling(15), wrapping;
    for (int i = 0; i < 3000; ++i)
      wrapping += "  my.d" + std::to_string(i) + "@1: {in: {h: }, stages: {x: {use: " + inner +
                  ", in: {h: $h}}}, out: {h: x}}\n";
    return yaml.insert(yaml.find("stages: {n:"), wrapping);
  };
  const Compared unused = compared("validate", wrapped("my.c14@1"), wrapped("my.c0@1"), 5);
  CHECK(unused.cost.exit == 0);
  CHECK(unused.ratio() < 5);
}

TEST_CASE("What is repeated is counted before it is made", "[bounded]") {
  const Cost none = cost_of("validate", head + island);
  // 1000 times 1000 times ..., by literals and by parameters that go through all of them.
  for (const bool given : {false, true}) {
    std::string yaml = head + "composites:\n";
    for (int i = 0; i < 30; ++i) {
      const std::string name = "my.r" + std::to_string(i) + "@1", inner = "my.r" + std::to_string(i - 1) + "@1";
      yaml += "  " + name + ": {in: {h: }, stages: {x: {use: " + (i == 0 ? "shape.blend@1" : inner) +
              ", repeat: $n, in: {" + (i == 0 ? "a: $h, b: $h" : "h: $h") + "}, then: {" + (i == 0 ? "a" : "h") +
              ": x}" + (i > 0 && given ? ", with: {n: 1000}" : "") + "}}, with: {n: {value: " + (given ? "1" : "1000") +
              "}}, out: {h: x}}\n";
    }
    yaml +=
        "stages: {n: {use: heights.noise@1}, d: {use: my.r29@1, in: {h: n}, with: {n: 1000}}}\n"
        "outputs: [{file: a.exr, layers: {h: d}}]\n";
    const Cost cost = cost_of("validate", yaml);
    INFO(cost.said << cost.seconds << " s, " << cost.megabytes << " MB");
    CHECK(cost.exit == 2);
    CHECK(says(cost, "has more than 20000 nodes"));
    CHECK(cost.megabytes < none.megabytes + 50);
  }
  // A thousand steps are legal.
  const Cost thousand =
      cost_of("validate",
              head +
                  "stages: {n: {use: heights.noise@1}, m: {use: shape.metres@1, in: {height: n, level: 0.5}}, e: {use: "
                  "erosion.stream_power@1, in: {height: m}, with: {steps: 1000}}}\n"
                  "outputs: [{file: a.exr, layers: {h: e}}]\n");
  INFO(thousand.said);
  CHECK(thousand.exit == 0);
}

TEST_CASE("A config of one long line costs what its length does", "[bounded]") {
  const auto line = [](int count) {
    std::string all = head + island + "knobs: {";
    for (int i = 0; i < count; ++i) all += "k" + std::to_string(i) + ": {value: 1}, ";
    return all + "}\n";
  };
  const Compared one = compared("validate", line(40000), line(5000), linear);
  CHECK(one.cost.exit == 2);
  CHECK(one.ratio() < linear);
}

TEST_CASE("Names that are wrong take no longer each the more there are", "[bounded]") {
  // Beside as many that are not.
  const auto wrong = [](int nodes) {
    std::string yaml = head + "stages:\n";
    for (int i = 0; i < nodes; ++i)
      yaml += "  n" + std::to_string(i) + ": {use: shape.blend@1, in: {a: z" + std::to_string(i) + ", b: q}}\n";
    return yaml + "outputs: [{file: a.exr, layers: {h: n0}}]\n";
  };
  const Compared unknown = compared("validate", wrong(10000), wrong(1250), linear);
  CHECK(unknown.cost.exit == 2);
  CHECK(unknown.ratio() < linear);
}

TEST_CASE("Brackets without end are refused before they take memory", "[bounded]") {
  const Cost none = cost_of("validate", head + island);
  for (const std::string item : {"[", "{", "[a: ", "{a: ", "[]", "{}", "[1],", "- ", "? ", "[&a "}) {
    INFO(item);
    const Cost cost =
        cost_of("validate", head + "x: " + repeated(item, static_cast<int>(4'000'000 / item.size())) + "\n");
    CHECK(cost.exit == 2);
    CHECK(cost.megabytes < none.megabytes + 100);
  }
  std::string nested = "[" + repeated("1, ", 200000) + "1]";
  for (int i = 0; i < 60; ++i) nested = "&a" + std::to_string(i) + " [" + nested + "]";
  const Cost anchors = cost_of("validate", head + island + "x: " + nested + "\n");
  CHECK(anchors.exit == 2);
  CHECK(anchors.megabytes < none.megabytes + 250);
}

TEST_CASE("Brackets in a text are text", "[bounded]") {
  const std::string text = head + island + "knobs:\n  k:\n    value: 1\n    doc: |\n      " + repeated("[{", 100) +
                           "\n      \"" + repeated("\n      [", 100) + "\n";
  const Cost cost = cost_of("validate", text);
  CHECK_FALSE(says(cost, "nested"));
  CHECK(says(cost, "nothing uses the knob 'k'"));
}

TEST_CASE("What a config names is a file, and nothing that could be read for ever", "[bounded]") {
  const TemporaryFolder folder;
  REQUIRE(shell("mkfifo " + (folder / "pipe.yaml") + " && ln -s /dev/zero " + (folder / "zero.yaml") + " && mkdir " +
                (folder / "folder.yaml"))
              .exit == 0);
  for (const std::string name : {"pipe.yaml", "folder.yaml"}) {
    write(folder / "t.yaml", head + "include: [" + name + "]\n" + island);
    const Ran included = shell("timeout 60 " TERRAWRIGHT_PROGRAM " validate " + (folder / "t.yaml"));
    CHECK(included.exit == 2);
    CHECK(included.err.find("t.yaml:4:11: error") != std::string::npos);
    write(folder / "t.yaml", head +
                                 "stages: {n: {use: heights.diamond_square@1}, b: {use: biome.whittaker@1, with: "
                                 "{rules: {file: " +
                                 name + "}}}}\noutputs: [{file: a.exr, layers: {h: n}}]\n");
    const Ran table = shell("timeout 60 " TERRAWRIGHT_PROGRAM " validate " + (folder / "t.yaml"));
    CHECK(table.exit == 2);
    CHECK(table.err.find("t.yaml:4:") != std::string::npos);
  }
}

TEST_CASE("A config may come through a pipe that somebody writes to", "[bounded]") {
  const TemporaryFolder folder;
  write(folder / "t.yaml", head + island);
  CHECK(shell("bash -c 'timeout 60 " TERRAWRIGHT_PROGRAM " validate <(sleep 0.2; cat " + (folder / "t.yaml") + ")'")
            .exit == 0);
  const std::string pipe = folder / "pipe";
  REQUIRE(shell("mkfifo " + pipe).exit == 0);
  CHECK(shell("cat " + (folder / "t.yaml") + " > " + pipe + " & timeout 60 " TERRAWRIGHT_PROGRAM " validate " + pipe)
            .exit == 0);
  const Ran alone = shell("timeout 60 " TERRAWRIGHT_PROGRAM " validate " + pipe);
  CHECK(alone.exit == 2);
  CHECK(alone.err.find("nobody writes to the pipe") != std::string::npos);
}
