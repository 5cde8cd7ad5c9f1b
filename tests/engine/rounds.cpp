// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <chrono>
#include <thread>

#include "engine/made_up.hpp"

using namespace terrawright;
using test::run_made_up;
using test::tiles_and_threads;

namespace {

// Asks for the even tiles, each twice and on all threads, then for all of them.
struct Visits {
  Out<Height> height;
  Out<Number> right;

  static void describe(Spec<Visits>& s) {
    s.stage("test.visits", "Visits even tiles in its second round.");
    s.port(&Visits::height, "height", "Zero.").unit("1");
    s.port(&Visits::right, "right", "Rounds that were as asked for.").unit("1").by_name();
  }
  std::uint64_t survey(const Tile& tile) const { return tile.index(); }
  Next<std::int64_t> resolve(Resolving& running, const Notes<std::uint64_t>& notes, const std::int64_t& so_far) const {
    const std::size_t step = running.round() == 1 ? 2 : 1;
    bool as_asked = notes.size() == (running.tiles() + step - 1) / step;
    for (std::size_t i = 0; as_asked && i < notes.size(); ++i)
      as_asked = notes[i] == i * step && notes.tile(i) == i * step;
    const std::int64_t rounds = (running.round() == 0 ? 0 : so_far) + (as_asked ? 1 : 0);
    running.number(this->right, static_cast<double>(rounds));
    if (running.round() == 0) {
      const std::uint64_t even = (running.tiles() + 1) / 2;
      running.parallel(2 * even, [&](std::uint64_t i) { running.visit(2 * (even - 1 - i % even)); });
    }
    return running.round() == 2 ? done(rounds) : again(rounds);
  }
  void paint(Tile& tile) const {
    const auto out = tile[height];
    tile.each_cell([&](auto x, auto y) { out(x, y) = 0.0f; });
  }
};

// Counts cells in two rounds; its merge looks at the verdict, as only a stage in C can.
struct Folds {
  Out<Height> height;
  Out<Number> cells;

  static void describe(Spec<Folds>& s) {
    s.stage("test.folds", "Counts cells.");
    s.port(&Folds::height, "height", "Zero.").unit("1");
    s.port(&Folds::cells, "cells", "How many.").unit("1").by_name();
  }
  std::int64_t survey(const Tile& tile) const {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));  // so that every thread gets some
    return tile.width() * tile.height();
  }
  std::int64_t merge(const std::int64_t& a, const std::int64_t& b) const { return a + b; }
  Next<std::int64_t> resolve(Resolving& running, const Notes<std::int64_t>& notes) const {
    running.number(cells, static_cast<double>(notes[0]));
    running.tell(0, std::int64_t{-1});
    const auto verdict = static_cast<std::int64_t>(100 + running.round());
    return running.round() == 2 ? done(verdict) : again(verdict);
  }
  void paint(Tile& tile) const {
    const auto out = tile[height];
    tile.each_cell([&](auto x, auto y) { out(x, y) = 0.0f; });
  }
};

std::atomic<int> wrong_verdicts;

}  // namespace

TEST_CASE("A round visits the tiles that were named, in their order and once; none named are all", "[rounds]") {
  for (const int threads : {1, 4}) {
    const auto made = run_made_up({stage<Visits>()}, "  last: {use: test.visits@1}\n", tiles_and_threads(32, threads));
    INFO(made.said);
    REQUIRE(made.outcome.done);
    CHECK(made.outcome.records[0][1].number == 3);
  }
}

TEST_CASE("Merging sees the verdict of the last round, whichever threads' notes are merged", "[rounds]") {
  static const auto* const folds = stage<Folds>();
  terrawright_stage looks = *folds;
  looks.merge = [](const void* self, const terrawright_job* job, const terrawright_blob* a, const terrawright_blob* b) {
    if (job->round > 0) {
      const auto verdict = *static_cast<const std::int64_t*>(job->verdict.bytes);
      if (verdict != static_cast<std::int64_t>(99 + job->round)) ++wrong_verdicts;
    }
    return folds->merge(self, job, a, b);
  };
  wrong_verdicts = 0;
  const auto made = run_made_up({&looks}, "  last: {use: test.folds@1}\n", tiles_and_threads(32, 4));
  INFO(made.said);
  REQUIRE(made.outcome.done);
  CHECK(made.outcome.records[0][1].number == 200 * 150);
  CHECK(wrong_verdicts == 0);
}
