// SPDX-License-Identifier: Apache-2.0
// A walk of the graph comes to each node as often as to every other, in every mode.
#include "support/visits.hpp"

#include "support/catch.hpp"

using namespace terrawright::test;

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
  diamonds.all_alike(command("plan", " --cache " + (diamonds / "cache")), 1, 0);  // of what is kept
  diamonds.all_alike(command("build", cache + (diamonds / "warm")), 1, 0);
  diamonds.all_alike(command("build", none + " --lock --quiet --out " + (diamonds / "locked")), 1, 1);
  diamonds.all_alike(command("verify", none), 1, 1);
  diamonds.all_alike(command("sweep", none + " --seeds 1..2 --quiet --out " + (diamonds / "many")), 3, 2);
  // Others end: counts of an edited world and of a search depend on what is left of it.
  diamonds.of(command("build", " --set stages.l30.with.number=200" + cache + (diamonds / "edited")));
  diamonds.of(command("search", none + " --seeds 1..3 --quiet"));
  diamonds.of(TERRAWRIGHT_PROGRAM " diff " + (diamonds / "cold") + " " + (diamonds / "edited"));
}
