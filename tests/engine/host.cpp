// SPDX-License-Identifier: Apache-2.0
// Functions of the engine for a stage, beside those of rounds.
#include <algorithm>

#include "engine/made_up.hpp"
#include "support/build.hpp"

using namespace terrawright;
using test::run_made_up;
using test::tiles_and_threads;

namespace {

// Adds up what it can learn of its windows, in scratch memory, and warns.
struct Windowed {
  In<Height> height;
  Out<Height> spread;
  static void describe(Spec<Windowed>& s) {
    s.stage("test.windowed", "The spread of each window.");
    s.port(&Windowed::height, "height", "Any.").halo(2).window_statistics(phases(TERRAWRIGHT_PHASE_PAINT));
    s.port(&Windowed::spread, "height", "Highest less lowest.").like("height");
  }
  void arrange(Arrangement& a) const { a.needs_scratch(4 * 200, 1); }
  void paint(Tile& tile) const {
    const auto from = tile[height];
    float low = from(tile.left(), tile.top()), high = low;
    auto* row = tile.scratch<float>(200);
    tile.scratch<char>(static_cast<std::size_t>(tile.width() * tile.height()));
    for (std::int64_t y = from.area().y; y < from.area().y + from.area().height; ++y) {
      std::copy_n(from.row(y, from.area().x), from.area().width, row);
      for (std::int64_t i = 0; i < from.area().width; ++i) {
        low = std::min(low, row[i]);
        high = std::max(high, row[i]);
      }
    }
    const Statistics& told = tile.window_statistics(height);
    if (told.minimum != static_cast<double>(low) || told.maximum != static_cast<double>(high) || told.nans != 0)
      throw Failure("height", "its window statistics are of other cells");
    tile.warn("height", "this is said once");
    tile.each_cell([&, to = tile[spread]](auto x, auto y) { to(x, y) = high - low; });
  }
};

// Asks for its stream without saying so.
struct Undeclared {
  Out<Height> height;
  static void describe(Spec<Undeclared>& s) {
    s.stage("test.undeclared", "Random in secret.");
    s.port(&Undeclared::height, "height", "Noise.").unit("1");
  }
  void arrange(Arrangement& a) const { a.stream(); }
  void paint(Tile&) const {}
};

// Describes one of its two inputs.
struct Forgotten {
  In<Height> height, other;
  Out<Height> sum;
  static void describe(Spec<Forgotten>& s) {
    s.stage("test.forgotten", "Forgets an input.");
    s.port(&Forgotten::height, "height", "Any.").optional();
    s.port(&Forgotten::sum, "sum", "Zero.").unit("1");
  }
  void paint(Tile&) const {}
};

// Keeps a count in the carry, which tiles do not see.
struct Carrier {
  Out<Height> height;
  Out<Number> sum;
  static void describe(Spec<Carrier>& s) {
    s.stage("test.carrier", "Counts rounds.");
    s.port(&Carrier::height, "height", "Zero.").unit("1");
    s.port(&Carrier::sum, "sum", "0 + 1 + 2.").unit("1").by_name();
  }
  struct Nothing {};
  Next<Nothing> resolve(Resolving& running) const {
    const auto so_far = running.carried<std::int64_t>() + static_cast<std::int64_t>(running.round());
    running.carry(so_far);
    running.number(sum, static_cast<double>(so_far));
    return running.round() == 2 ? done(Nothing{}) : again(Nothing{});
  }
  void paint(Tile& tile) const {
    tile.each_cell([to = tile[height]](auto x, auto y) { to(x, y) = 0; });
  }
};

}  // namespace

TEST_CASE("Window statistics are of the window; a warning is said once; scratch memory is there", "[host]") {
  const auto made = run_made_up({stage<Windowed>()},
                                "  terrain: {use: heights.noise@1}\n"
                                "  last: {use: test.windowed@1, in: {height: terrain}}\n",
                                tiles_and_threads(32, 3));
  INFO(made.said);
  REQUIRE(made.outcome.done);
  const std::size_t first = made.said.find("this is said once");
  CHECK(made.said.find("warning: 'last': this is said once") != std::string::npos);
  CHECK(made.said.find("this is said once", first + 1) == std::string::npos);
}

TEST_CASE("A carry goes from resolve to resolve", "[host]") {
  const auto made = run_made_up({stage<Carrier>()}, "  last: {use: test.carrier@1}\n", tiles_and_threads(64, 2));
  REQUIRE(made.outcome.done);
  CHECK(made.outcome.records[0][1].number == 3);
}

TEST_CASE("A stream that is not declared is refused, and a port that describe forgot", "[host]") {
  const auto said = [](const terrawright_stage* made_up, const std::string& use) {
    test::Options options;
    options.stages = {made_up};
    try {
      test::build("terrawright: 1\nname: t\nworld: {size: [20, 10], seed: 1}\nstages:\n  last: {use: " + use +
                      "}\noutputs: [{layers: {h: last}}]\n",
                  options);
    } catch (const test::BuildFailed& failed) {
      return std::string(failed.what());
    }
    return std::string();
  };
  CHECK_THAT(said(stage<Undeclared>(), "test.undeclared@1"),
             Catch::Contains("asks for its random stream and does not declare that it reads it"));
  CHECK_THAT(said(stage<Forgotten>(), "test.forgotten@1"),
             Catch::Contains("it has 3 ports as members, and describe names 2"));
}
