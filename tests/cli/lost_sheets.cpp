// SPDX-License-Identifier: Apache-2.0
// Printed maps on a full disk, and killed while they are written: no half file has the name of a whole one.
#include <chrono>
#include <filesystem>
#include <thread>

#include "cli/odd_sheets.hpp"
#include "support/length.hpp"

using namespace terrawright::test;
using Catch::Contains;
namespace fs = std::filesystem;

namespace {

std::size_t files_in(const std::string& folder) {
  if (!fs::exists(folder)) return 0;
  return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

OddSheet sheet_as(const std::string& ending) {
  OddSheet sheet;
  sheet.output = "file: s." + ending + ", sheet: sheet";
  return sheet;
}

}  // namespace

TEST_CASE("a map that finds the disk full says so and leaves nothing", "[sheets]") {
  for (const std::string ending : {"svg", "pdf", "png"}) {
    CAPTURE(ending);
    const TemporaryFolder folder;
    write(folder / "t.yaml", sheet_as(ending).yaml());
    // No file may grow beyond 64 KiB; what is written beyond is refused, not fatal.
    const Ran ran = shell("trap '' XFSZ; ulimit -f 64; " TERRAWRIGHT_PROGRAM " build " + (folder / "t.yaml") +
                          " --plugins " TERRAWRIGHT_ODD_PLUGIN " --out " + (folder / "o") + " --cache off --quiet");
    INFO(ran.err);
    CHECK(ran.exit == 1);
    CHECK_THAT(ran.err, Contains("s." + ending) && Contains("too large"));
    CHECK(files_in(folder / "o") == 0);
  }
}

TEST_CASE("a map is there as a whole or not at all, whenever the program is killed", "[sheets][length]") {
  for (const std::string ending : {"svg", "pdf", "png"}) {
    const TemporaryFolder folder;
    write(folder / "t.yaml", sheet_as(ending).yaml());
    const std::string command = TERRAWRIGHT_PROGRAM " build " + (folder / "t.yaml") +
                                " --plugins " TERRAWRIGHT_ODD_PLUGIN " --out " + (folder / "o") +
                                " --cache off --quiet";
    const std::string file = folder / ("o/s." + ending);
    REQUIRE(shell(command).exit == 0);
    const std::string whole = read(file);
    for (int n = 0; n < 6; n += at_length() ? 1 : 2) {
      fs::remove_all(folder / "o");
      shell("timeout -s KILL 0." + std::to_string(n + 1) + " " + command);
      if (fs::exists(file)) CHECK(read(file) == whole);
    }
    CHECK(shell(command).exit == 0);
    CHECK(read(file) == whole);
    // By now the last killed process is dead, and the next one deletes its leftovers.
    CHECK(shell("sleep 1; " + command).exit == 0);
    CHECK(files_in(folder / "o") == 2);  // and the manifest; what was left over is gone
  }
}
