// SPDX-License-Identifier: Apache-2.0
// A stage that combines notes, tested without a world: levels are tried with the tilings, and mistakes are reported.
#include "support/catch.hpp"
#include "terrawright/testing.hpp"

using namespace terrawright;
using Catch::Matchers::Contains;

namespace {

// Tells every cell how many cells there are, by a verdict of each tile's own.
struct Tally {
  enum class Mistake { none, forgets_a_note, forgets_a_part, to_every_tile, to_a_fifth };
  Out<Count> all;
  Out<Number> cells;
  std::int64_t mistake = 0;

  struct Note {
    std::int64_t cells;
  };
  bool is(Mistake one) const { return mistake == static_cast<std::int64_t>(one); }

  static void describe(Spec<Tally>& s) {
    s.stage("test.tally", "Tells every cell how many there are.");
    s.port(&Tally::all, "all", "How many.").unit("1");
    s.port(&Tally::cells, "cells", "How many.").unit("1").by_name();
    s.parameter(&Tally::mistake, "mistake", "What is wrong.").range(0, 4);
  }
  Note survey(const Tile& tile) const { return {tile.width() * tile.height()}; }
  Note combine(const Combining& parts, const Notes<Note>& notes) const {
    std::int64_t sum = 0;
    const std::size_t count = notes.size() - (is(Mistake::forgets_a_note) ? 1 : 0);
    for (std::size_t i = 0; i < count; ++i) sum += notes[i].cells;
    parts.poll();
    return {sum};
  }
  Next<Note> resolve(Resolving& running, const Notes<Note>& notes) const {
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < notes.size(); ++i) sum += notes[i].cells;
    running.number(cells, static_cast<double>(sum));
    for (std::size_t i = 0; i < running.tiles(); ++i) running.tell(i, Note{sum});
    return done(Note{0});
  }
  void split(const Splitting& parts, const Notes<Note>& notes) const {
    const std::size_t count = notes.size() - (is(Mistake::forgets_a_part) ? 1 : 0);
    for (std::size_t i = 0; i < count; ++i) parts.tell(i, parts.own<Note>());
    if (is(Mistake::to_every_tile)) parts.tell(TERRAWRIGHT_EVERY_TILE, Note{1});
    if (is(Mistake::to_a_fifth)) parts.tell(4, Note{1});
  }
  void paint(Tile& tile) const {
    const auto out = tile[all];
    tile.each_cell([&](auto x, auto y) { out(x, y) = tile.own<Note>().cells; });
  }
};

testing::Run<Tally> with(Tally::Mistake mistake) {
  testing::Run<Tally> run(20, 11);
  run.set("mistake", static_cast<int>(mistake));
  return run;
}

}  // namespace

TEST_CASE("A stage that combines says so, and comes out alike at every level", "[testing][levels]") {
  CHECK(stage<Tally>()->flags == (TERRAWRIGHT_STAGE_SURVEYS | TERRAWRIGHT_STAGE_RESOLVES));
  CHECK(stage<Tally>()->extension(stage<Tally>(), TERRAWRIGHT_COMBINE) != nullptr);
  const auto run = with(Tally::Mistake::none);
  CHECK(run.tilings_differ().value_or("") == "");
  for (const std::int64_t levels : {0, 1, 2, 3, 64, 1000}) {
    const auto made = run.paint(3, levels);
    REQUIRE(made);
    CHECK(made.number("cells") == 220.0);
    CHECK(made("all", 19, 10) == 220.0);
  }
}

TEST_CASE("A note that combine leaves out, and a part that split leaves out, are found", "[testing][levels]") {
  CHECK_THAT(with(Tally::Mistake::forgets_a_note).tilings_differ().value_or(""),
             Contains("with their notes combined to 2 levels and without differ"));
  CHECK_THAT(with(Tally::Mistake::forgets_a_part).tilings_differ().value_or(""),
             Contains("with their notes combined to 2 levels and without differ: cell"));
}

TEST_CASE("What split may not tell fails with a sentence", "[testing][levels]") {
  const auto said = [](Tally::Mistake mistake) {
    const auto made = with(mistake).paint(7, 2);
    return made.failure() ? made.failure()->sentence() : "";
  };
  CHECK(said(Tally::Mistake::to_every_tile) == "its code is wrong: it gives a verdict to every tile in split");
  CHECK(said(Tally::Mistake::to_a_fifth) == "its code is wrong: it gives a verdict to tile 4 of 4");
}
