// SPDX-License-Identifier: Apache-2.0
// Each wrong stage is detected by its symptom.
#include "check/checking.hpp"
#include "contract/contract.hpp"
#include "support/catch.hpp"

using namespace terrawright::test;

namespace {

// The stage has this symptom alone: a line, and one with the command that shows it again.
void check_symptom(const std::string& stage, const std::string& symptom, const std::string& options = "") {
  const Ran ran = check_quickly(library("wrong") + " --stage wrong." + stage + options);
  INFO(stage << ": " << ran.out << ran.err);
  CHECK(ran.exit == 3);
  CHECK(ran.out.find("wrong." + stage + "@1 ('it'): " + symptom) == 0);
  CHECK(findings_in(ran.out) == 1);
}

}  // namespace

TEST_CASE("A halo that is short by one is found out, with raw and with clipped reads", "[check]") {
  check_symptom("short_halo_raw", "it reads outside its window at cell (7, 0) of 'made'");
  check_symptom("short_halo_clipped", "tiles of 7 and the whole world as one tile differ at cell (7, 0) of 'made'");
}
TEST_CASE("A cell that is not written is found out", "[check]") {
  check_symptom("unwritten", "a cell was not written at cell (6, 0) of 'made'");
}
TEST_CASE("A write outside the tile is found out", "[check]") { check_symptom("outside", "it wrote outside its tile"); }
TEST_CASE("A write into an input is found out", "[check]") {
  check_symptom("into_input", "it wrote into its input 'height'");
}
TEST_CASE("A static is found out", "[check]") { check_symptom("static", "two runs differ at cell (0, 0) of 'made'"); }
TEST_CASE("A static that remembers the first world is found out", "[check]") {
  check_symptom("first_world", "a world that was run before changes what it makes at cell (0, 0) of 'made'");
}
TEST_CASE("Mutable state is found out", "[check]") {
  check_symptom("mutable", "two runs differ at cell (0, 0) of 'made'");
}
TEST_CASE("std::rand is found out, by its call and by what it makes", "[check]") {
  const Ran ran = check_quickly(library("wrong") + " --stage wrong.rand");
  INFO(ran.out << ran.err);
  CHECK(ran.out.find("it asks for the random numbers of the C library that all share in paint") != std::string::npos);
  CHECK(ran.out.find("two runs differ at cell (0, 0) of 'made'") != std::string::npos);
}
TEST_CASE("Float sums in merge are found out", "[check]") {
  check_symptom("float_sum", "notes merged in another order give another result at cell (0, 0) of 'made'");
}
TEST_CASE("A merge that depends on the order is found out", "[check]") {
  check_symptom("merge_order", "another order of the tiles gives another result at cell (0, 0) of 'made'");
}
TEST_CASE("A note that forgets a part of its union is found out", "[check]") {
  check_symptom("combine", "notes combined level by level give another result at cell (0, 0) of 'made'");
}
TEST_CASE("A leak per tile is found out", "[check]") {
  check_symptom("leak", "its memory grows from run to run by 10");
}
TEST_CASE("NaN and infinity are found out", "[check]") {
  check_symptom("nan",
                "it makes NaN of finite inputs at cell (5, 5) of 'made': NaN; give it a value, or say in its port that "
                "NaN is no value (nodata)");
  check_symptom("infinite", "it makes infinity of finite inputs at cell (5, 5) of 'made'");
}
TEST_CASE("A mask of 7, a weight of -9 and a class outside the legend are found out", "[check]") {
  check_symptom("mask", "its mask is neither 0 nor 1 at cell (0, 0) of 'made': 7");
  check_symptom("weight", "its weight is not between 0 and 1 at cell (0, 0) of 'made': -9");
  check_symptom("class", "its legend does not have a class that it makes at cell (0, 0) of 'made': 2");
}
TEST_CASE("What is wrong at the end of a parameter's range only is found out, with the value", "[check]") {
  const Ran ran = check_quickly(library("wrong") + " --stage wrong.only_at_the_end");
  INFO(ran.out);
  CHECK(ran.exit == 3);
  CHECK(ran.out.find("it makes NaN of finite inputs") != std::string::npos);
  CHECK(ran.out.find("power = 8]") != std::string::npos);
}
TEST_CASE("A negative and an endless halo are found out", "[check]") {
  check_symptom("negative_halo", "the window of 'height' has fewer than no cells");
  check_symptom("endless_halo", "the window of its input 'height' is endless");
}
TEST_CASE("An unknown answer is found out", "[check]") {
  check_symptom("answer", "paint answers 77, which is not an answer of the interface");
}
TEST_CASE("`again` for ever is found out", "[check]") {
  check_symptom("again", "it asks for another round again and again: 2001 so far");
}
TEST_CASE("exit in a stage is found out", "[check]") {
  check_symptom("exit", "it called exit in paint of the tile (0, 0), 7 x 7 cells");
  check_symptom("exit_at_once", "it ended the program with exit code 0 in create");
}
TEST_CASE("An endless loop is found out within the limit", "[check]") {
  check_symptom("endless", "a call has not ended after 2 s, an endless loop in paint", " --limit 2");
}
TEST_CASE("A stage that does not stop when it is asked to is found out", "[check]") {
  check_symptom("deaf", "asked to stop, it goes on");
}
TEST_CASE("A crash and a stack overflow are found out", "[check]") {
  const std::string touched =
      "it touched memory that is not its own, or ran out of stack (SIGSEGV) in paint of the tile";
  check_symptom("crash", touched);
  check_symptom("deep", touched);
}
TEST_CASE("Output on stdout is found out", "[check]") { check_symptom("prints", "it writes to standard output"); }
TEST_CASE("A changed locale, rounding mode or signal handler and an open file are found out", "[check]") {
  const Ran ran = check_quickly(library("wrong") + " --stage wrong.locale");
  CHECK(ran.out.find("wrong.locale@1 ('it'): it asks for the locale 'C.UTF-8' in create") == 0);
  CHECK(ran.out.find("it leaves another locale behind") != std::string::npos);
  check_symptom("rounding", "it leaves another rounding mode, or flushing to zero, behind");
  check_symptom("signal_handler", "it leaves another signal handler behind");
  check_symptom("late_handler", "it leaves another signal handler behind");
  check_symptom("open_file", "it leaves a file open");
}
TEST_CASE("A stage without an example that could not be run is named, and not to blame", "[check]") {
  const Ran ran = run("check --quick " + library("wrong") + " --stage wrong.refuses");
  CHECK(ran.exit == 0);
  CHECK(ran.out.find("note: wrong.refuses@1: it could not be run: wrong.refuses@1: the moon is not full; give it an "
                     "example that can\n") != std::string::npos);
}

#if defined(__x86_64__)
TEST_CASE("Contraction is found out", "[check]") {
  if (read("/proc/cpuinfo").find(" fma ") == std::string::npos) return;  // this machine could not run it
  const Ran ran = check_quickly(library("contracts"));
  INFO(ran.out << ran.err);
  CHECK(ran.exit == 3);
  CHECK(ran.out.find("a * b + c is rounded once") != std::string::npos);
}
#endif

TEST_CASE("A library that ends the program while it is loaded, and one that is none, are found out", "[check]") {
  const TemporaryFolder folder;
  write(folder / "dies.cpp", "struct S { S() { __builtin_trap(); } } s;\n");
  REQUIRE(compile_plugin("g++", folder / "dies.cpp", folder / "dies.so").exit == 0);
  write(folder / "none.so", "nothing");
  const Ran ran = check_quickly(folder.path().string());
  INFO(ran.out << ran.err);
  CHECK(ran.exit == 3);
  CHECK(ran.out.find("dies.so: loading it ends the program by signal") != std::string::npos);
  CHECK(ran.out.find("none.so: it is not a shared library that loads here") != std::string::npos);
}
TEST_CASE("What create may not ask for is found out, and its place is told once", "[check]") {
  const Contract asks(R"(static void *create(const terrawright_stage *stage, const terrawright_host *host, void *handle,
                    const terrawright_arrangement *arrangement) {
  (void)stage, (void)arrangement;
  return host->cancelled(handle) ? NULL : (void *)1;
}
#define CREATE create
)");
  const Ran ran = run("check --quick --quiet " + asks.library());
  CHECK(ran.exit == 3);
  CHECK_THAT(ran.out, Catch::Contains("it asks whether to stop in create; call 'cancelled' in survey, resolve"));
  CHECK(count_of(ran.out, "in create") == 1);
}
