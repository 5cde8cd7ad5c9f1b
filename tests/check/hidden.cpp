// SPDX-License-Identifier: Apache-2.0
// Hidden mistakes are detected: at edges of inputs, in worlds of other shapes and at values of parameters
// (tests/check/made/hidden.cpp has a stage for each). Also in a stage's requests, memory, takings and leftovers
// (kept.cpp).
#include <map>
#include <sstream>

#include "check/checking.hpp"
#include "support/catch.hpp"
#include "support/json.hpp"

using namespace terrawright::test;
using terrawright::test::Json;

namespace {

// A symptom, and a piece of the world that it takes.
struct Expected {
  const char *stage, *symptom, *world;
};

constexpr char nan[] = "it makes NaN of finite inputs", elsewhere[] = "another process makes something else";

constexpr Expected hidden[] = {
    // Edges of inputs.
    {"flat", nan, "inputs of zero"},
    {"zero", nan, "inputs of zero"},
    {"all_sea", nan, "inputs"},
    {"all_land", nan, "inputs"},
    {"one_cell", nan, "inputs below 0 but in one cell"},
    {"no_rows", "it aborted (SIGABRT)", "tables without rows"},
    {"one_optional", nan, "made-up inputs without 'share'"},
    {"unread", "it touched memory that is not its own", "unread"},
    {"unread_matters", nan, "'high' unread"},
    {"out_of_range", "vector::_M_range_check", "inputs of zero"},
    {"high_mountain", "vector::_M_range_check", "inputs up to 9000"},
    {"many_cells", nan, "inputs up to 9000"},
    {"no_wind", nan, "inputs of zero"},
    // Worlds.
    {"pole", nan, "cell = 20 km, latitude = 85 deg"},
    {"wrap_x", nan, "wrap = x"},
    {"wrap_y", nan, "wrap = y"},
    {"wrap_both", nan, "wrap = both"},
    {"wide", nan, "4200 x 5 cells"},
    {"long", nan, "5 x 4200 cells"},
    {"tile_900", "tiles of 7 and 1 differ", "tiles of 1"},
    {"one_row", nan, "1 x 1 cells"},
    {"one_column", nan, "1 x 1 cells"},
    {"notes_256", "tiles of 7 and 1 differ", "tiles of 1"},
    {"small_tiles", "it refuses small tiles, and not the whole world as one tile", ""},
    {"small_cells", nan, "cell = 1 m"},
    {"fourth_part", "notes combined level by level give another result", ""},
    // Windows and parameters.
    {"window_counts", "the window of its input 'height' is another when it is asked for again", ""},
    {"window_of_address", "the window of its input 'height' is another when it is asked for again", ""},
    {"threshold", nan, "number = 4.99"},
    {"power_of_two", nan, "count = 64"},
    {"inside", nan, "number = 0"},
    {"reach", "tiles of 7 and the whole world as one tile differ", "reach = 24"},
    {"large_reach", "tiles of 32 and 100 differ", "130 x 70 cells"},
    {"far_reach", "tiles of 7 and 13 differ", ""},
    {"slow_end", nan, "9 x 9 cells, seed "},
    {"format", nan, "word = "},
    {"no_text", nan, "word = \"\""},
};
constexpr Expected kept[] = {
    // Remembered state.
    {"last_instance", "another node of the same stage changes what it makes", "the other's number = "},
    {"first_value", "a world that was run before changes what it makes", ""},
    {"of_address", "a world that was run before changes what it makes", "the other's number = "},
    {"first_tile", "another order of the tiles gives another result", ""},
    {"first_place", "another order of the tiles gives another result", ""},
    // Environments.
    {"address", elsewhere, ""},
    {"when_loaded", elsewhere, ""},
    {"environ", "another environment changes what it makes", ""},
    {"processors", "it asks how many processors there are", ""},
    {"process_id", "it asks for the number of its process", ""},
    {"host_name", "it asks for the name of the machine", ""},
    {"sets_variable", "it changes the environment, which all share", ""},
    {"chdir", "it changes the working folder, which all share", ""},
    {"makes_folder", "it changes the file '/nowhere/at/all' by itself", ""},
    {"network", "it asks the network", ""},
    {"blocks_signals", "it leaves signals blocked, or open, that were not", ""},
    {"units", "called again, create gives another unit or legend", ""},
    {"umask", "it changes the process that all share (umask)", ""},
    // Functions whose last bits differ between machines.
    {"sin", "it calls sin of the C library", ""},
    {"powf", "it calls powf of the C library", ""},
    {"log1p", "it calls log1p of the C library", ""},
    {"atan2", "it calls atan2 of the C library", ""},
    // Memory and time.
    {"large_leak", "its memory grows from run to run by 16", ""},
    {"touched_leak", "its memory grows from run to run by 1", ""},  // 157 MB, or 166 with what malloc adds
    {"mapped_leak", "its memory grows from run to run by 2", ""},
    {"large", "it takes more than 4.29 GB of memory", ""},
    {"says_2_to_40", "it says that it needs 1099511627776 bytes of memory", ""},
    {"says_all", "it says that it needs 18446744073709551615 bytes of memory", ""},
    {"sleeps", "a world of 33 x 33 cells is not done after 5 s", ""},
    {"fresh_memory", "two runs differ", ""},
    // The program's end.
    {"says_at_exit", "it writes to standard output as the program ends", ""},
    {"warns_at_exit", "it writes to standard error as the program ends", ""},
    {"breaks_at_exit", "it breaks the end of the program, by signal 6", ""},
    {"opens_at_threads_end", "it opens the file '/etc/hostname' by itself as the program ends", ""},
};

// All of a library, each by its first finding.
template <std::size_t n>
void check_found(const std::string& name, const Expected (&all)[n], const std::string& options = "") {
  std::string stages;
  for (const Expected& one : all) stages += " --stage " + name + "." + one.stage;
  const Ran ran = run("check --quick --quiet --format json " + library(name) + stages + options);
  CHECK(ran.exit == 3);
  std::map<std::string, Json> first;
  std::istringstream lines(ran.out);
  for (std::string line; std::getline(lines, line);) {
    const Json event = Json::parse(line);
    if (event["event"] == "finding") first.try_emplace(event["stage"].get<std::string>(), event);
  }
  for (const Expected& one : all) {
    const auto found = first.find(name + "." + one.stage + "@1");
    INFO(one.stage << ": " << (found == first.end() ? "nothing" : found->second.dump()));
    REQUIRE(found != first.end());
    const std::string said =
        found->second["symptom"].get<std::string>() + " " + found->second["details"].get<std::string>();
    CHECK(said.find(one.symptom) == 0);
    CHECK(found->second["world"].get<std::string>().find(one.world) != std::string::npos);
    CHECK(found->second["again"].get<std::string>().find(" --trial ") != std::string::npos);
  }
}

}  // namespace

TEST_CASE("What hides is found out, and each finding can be run again", "[check]") { check_found("hidden", hidden); }
TEST_CASE("What a stage asks for, remembers, takes or leaves is found out, and can be run again", "[check]") {
  check_found("kept", kept, " --budget 5");
}

TEST_CASE("A finding's command runs its trial again, and keeps its inputs", "[check]") {
  const TemporaryFolder folder;
  // In one process; after another one; with a value that has the mark between values.
  for (const std::string stage : {"hidden.flat", "kept.address", "hidden.format"}) {
    const Ran first = check_quickly(library(stage.substr(0, stage.find('.'))) + " --stage " + stage);
    const std::size_t begin = first.out.find("  again: terrawright ");
    INFO(first.out << first.err);
    REQUIRE(begin != std::string::npos);
    const std::string command = first.out.substr(begin + 21, first.out.find('\n', begin) - begin - 21);
    const Ran again = run(command + (stage == "hidden.flat" ? " --keep " + (folder / "kept") : ""));
    INFO(command << again.out << again.err);
    CHECK(again.exit == 3);
    CHECK(again.out.find(first.out.substr(0, first.out.find('\n'))) == 0);
  }
  CHECK(std::filesystem::exists(folder / "kept/inputs.yaml"));
  CHECK(std::filesystem::exists(folder / "kept/height-33.exr"));

  CHECK(run("check " + library("hidden") + " --trial 0/33x33/few").exit == 2);
  const Ran unknown = run("check " + library("hidden") + " --stage hidden.flat --trial 0/33x33/fwe");
  CHECK(unknown.exit == 2);
  CHECK(unknown.err.find("'0/33x33/fwe' is no trial") != std::string::npos);
  CHECK(run("check " + library("hidden") + " --stage hidden.flat --trial 99/33x33/few").exit == 2);
  CHECK(run("check --keep x").exit == 2);
}

TEST_CASE("What a cell costs is told, and time that grows with the square of the cells", "[check]") {
  const Ran ran = run("check --quick " + library("kept") + " --stage kept.quadratic");
  INFO(ran.out << ran.err);
  CHECK(ran.exit == 0);
  CHECK(ran.out.find("kept.so: it imports ") != std::string::npos);
  CHECK(ran.out.find("note: kept.quadratic@1: it takes ") != std::string::npos);
  CHECK(ran.out.find(" bytes a cell in a world of 257 x 257 cells\n") != std::string::npos);
  CHECK(ran.out.find("of the cells (2 is quadratic): ") != std::string::npos);
}

TEST_CASE("A thread of a stage's own is told, and is no finding", "[check]") {
  const Ran ran = run("check --quick " + library("kept") + " --stage kept.own_thread");
  INFO(ran.out << ran.err);
  CHECK(ran.exit == 0);
  CHECK(ran.out.find("note: kept.own_thread@1 ('it'): it starts a thread of its own") != std::string::npos);
}

TEST_CASE("A build says where a layer has NaN of inputs that have none", "[check]") {
  const TemporaryFolder folder;
  write(folder / "w.yaml",
        "terrawright: 1\nname: w\nworld: {size: [60, 50], seed: 1}\nstages:\n  noise: {use: heights.noise@1}\n  level: "
        "{use: shape.formula@1, in: {a: noise}, with: "
        "{formula: a * 0 + 3}}\n  flat: {use: hidden.flat@1, in: {height: level}}\n  after: {use: hidden.wide@1, in: "
        "{height: flat}}\n"
        "outputs: [{file: w.exr, layers: {h: flat, g: after}}]\n");
  const Ran ran = run("build " + (folder / "w.yaml") + " --quiet --cache off --tile 16 --plugins " + library("hidden") +
                      " --out " + (folder / "out"));
  INFO(ran.out << ran.err);
  CHECK(ran.exit == 0);
  CHECK(ran.err.find(
            "'flat': it makes NaN of inputs that have none, in 3000 cells of 'made', the first at cell (0, 0)") !=
        std::string::npos);
  CHECK(ran.err.find("'after'") == std::string::npos);
}
