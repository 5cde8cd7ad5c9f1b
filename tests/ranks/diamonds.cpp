// SPDX-License-Identifier: Apache-2.0
// Several processes visit each node of a graph once, however many paths lead to it.
#include "support/diamonds.hpp"

#include "ranks/mpirun.hpp"
#include "support/catch.hpp"
#include "support/visits.hpp"

using namespace terrawright::test;

TEST_CASE("a row of 60 diamonds is built by one process and by two", "[ranks][bounded]") {
  const TemporaryFolder folder;
  write(folder / "d.yaml", diamonds(60));
  const std::string world = folder / "d.yaml";
  REQUIRE(run("build " + world + " --cache off --quiet --out " + (folder / "alone")).exit == 0);
  for (const int processes : {1, 2}) {
    const std::string number = std::to_string(processes);
    const std::string rest = world + " --quiet --cache " + (folder / ("cache" + number)) + " --out ";
    for (const char* const time : {"cold", "warm"}) {  // within the two minutes of mpirun()
      const Ran ran = mpirun(processes, rest + (folder / (time + number)));
      INFO(number << " processes, " << time << "\n" << ran.err);
      REQUIRE(ran.exit == 0);
      CHECK(same_files(folder / "alone", folder / (time + number)));
    }
  }
}

TEST_CASE("each process visits a node of a row of 60 diamonds as often as every other", "[ranks][bounded][visits]") {
  const CountedDiamonds diamonds;
  for (const int processes : {1, 2}) {
    const std::string number = std::to_string(processes);
    const std::string command = "mpirun --oversubscribe --bind-to none -np " + number +
                                " " TERRAWRIGHT_PROGRAM " build " + diamonds.arguments() + " --quiet --cache " +
                                (diamonds / ("cache" + number)) + " --out " + (diamonds / number);
    // Each process paints a layer inside a pass for itself where it needs it: here no tile is needed by both.
    diamonds.all_alike("env OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 " + command,
                       static_cast<std::uint64_t>(processes), 1);
  }
}
