// SPDX-License-Identifier: Apache-2.0
// Several processes visit each node of a graph once, however many paths lead to it.
#include "ranks/mpirun.hpp"
#include "support/catch.hpp"
#include "support/visits.hpp"

using namespace terrawright::test;

TEST_CASE("each process visits a node of a row of 60 diamonds as often as every other", "[ranks][bounded][visits]") {
  const CountedDiamonds diamonds;
  for (const int processes : {1, 2}) {
    const std::string number = std::to_string(processes);
    const std::string command =
        "env OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 mpirun --oversubscribe --bind-to none -np " +
        number + " " TERRAWRIGHT_PROGRAM " build " + diamonds.arguments() + " --quiet --cache " +
        (diamonds / ("cache" + number)) + " --out " + (diamonds / number);
    // Each process paints a layer inside a pass for itself where it needs it: here no tile is needed by both.
    diamonds.all_alike(command, static_cast<std::uint64_t>(processes), 1);
    diamonds.of(command);  // with what is kept it ends, too
  }
  CHECK(same_files(diamonds / "1", diamonds / "2"));
}
