// SPDX-License-Identifier: Apache-2.0
#include "support/catch.hpp"
#include "tables/reading.hpp"

using namespace terrawright::tables;

TEST_CASE("words are as far apart as letters are put in, taken out or changed", "[tables]") {
  CHECK(steps_between("", "") == 0);
  CHECK(steps_between("river", "river") == 0);
  CHECK(steps_between("river", "rivers") == 1);
  CHECK(steps_between("colors", "colours") == 1);
  CHECK(steps_between("", "lake") == 4);
  CHECK(steps_between("kitten", "sitting") == 3);
  CHECK(steps_between("sitting", "kitten") == 3);
}

TEST_CASE("the nearest word is offered, and none that is far", "[tables]") {
  CHECK(did_you_mean("colors", {"colours", "widths"}) == "did you mean 'colours'? There are colours, widths");
  CHECK(did_you_mean("roads", {"colours", "widths"}) == "there are colours, widths");
  CHECK(did_you_mean("", {"pt"}) == "there are pt");
  CHECK(did_you_mean(std::string(5000, 'x'), {"pt", "font"}) == "there are pt, font");
}

TEST_CASE("tables of the program are found by their places", "[tables]") {
  CHECK(built_in("map/sheet/tables/atlas.json") != nullptr);
  CHECK(built_in("feature/names/tables/norric.json") != nullptr);
  CHECK(built_in("feature/names/tables/refused.txt") != nullptr);
  CHECK(built_in("atlas.json") == nullptr);
}
