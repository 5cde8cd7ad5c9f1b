// SPDX-License-Identifier: Apache-2.0
// Promises of the engine to a stage: rounds, verdicts, windows, whole rasters, shared tiles.
#include <algorithm>
#include <atomic>

#include "support/build.hpp"
#include "support/catch.hpp"
#include "terrawright/stage.hpp"

using namespace terrawright;

namespace {

// Finds the tiles with the highest cell by asking again, and only those that can still win.
struct Summit {
  In<Height> height;
  Out<Mask> mark;
  Out<Number> rounds, visited;
  static inline std::atomic<int> surveys{0};

  struct Highest {
    float value = -1e30f;
    std::int64_t cells = 0;
  };
  struct Answer {
    float value = -1e30f;
    std::int64_t seen = 0;
  };
  static void describe(Spec<Summit>& s) {
    s.stage("test.summit", "Marks the highest cells.");
    s.port(&Summit::height, "height", "Any.");
    s.port(&Summit::mark, "mark", "1 on the summit.");
    s.port(&Summit::rounds, "rounds", "How many.").by_name();
    s.port(&Summit::visited, "visited", "Tiles of the last round.").by_name();
  }
  Highest survey(const Tile& tile, const Answer& so_far) const {
    ++surveys;
    // From the second round on each tile knows the answer, and its own note.
    if (tile.rounds() > 0 && tile.own<Highest>().value != so_far.value) throw Failure("", "not asked for");
    Highest note;
    const auto h = tile[height];
    tile.each_cell([&](auto x, auto y) { note.value = std::max(note.value, h(x, y)); });
    tile.each_cell([&](auto x, auto y) { note.cells += h(x, y) == note.value ? 1 : 0; });
    return note;
  }
  Next<Answer> resolve(Resolving& r, const Notes<Highest>& notes, const Answer& so_far) const {
    Answer answer = so_far;
    for (std::size_t i = 0; i < notes.size(); ++i) answer.value = std::max(answer.value, notes[i].value);
    if (r.round() == 0) {
      for (std::size_t i = 0; i < notes.size(); ++i) {
        r.tell(notes.tile(i), notes[i]);
        if (notes[i].value == answer.value) r.visit(notes.tile(i));
      }
      return again(answer);
    }
    answer.seen = static_cast<std::int64_t>(notes.size());
    r.number(rounds, static_cast<double>(r.round() + 1));
    r.number(visited, static_cast<double>(notes.size()));
    return done(answer);
  }
  void paint(Tile& tile, const Answer& answer) const {
    if (tile.rounds() != 2 || answer.seen == 0) throw Failure("", "verdicts are lost");
    const auto h = tile[height];
    const auto out = tile[mark];
    tile.each_cell([&](auto x, auto y) { out(x, y) = h(x, y) == answer.value ? 1 : 0; });
  }
};

// The mirror image: needs everything at once.
struct Mirror {
  In<Height> height;
  Out<Height> mirrored;
  static void describe(Spec<Mirror>& s) {
    s.stage("test.mirror", "Left becomes right.").whole();
    s.port(&Mirror::height, "height", "Any.");
    s.port(&Mirror::mirrored, "height", "Mirrored.").like("height");
  }
  void paint(Tile& tile) const {
    const auto from = tile[height];
    const auto to = tile[mirrored];
    tile.each_cell([&](auto x, auto y) { to(x, y) = from(tile.right() - 1 - x, y); });
  }
};

// Looks to the left only, and not at all while surveying.
struct Upwind {
  In<Height> height;
  Out<Height> shifted;
  Out<Number> seen;
  std::int64_t reach = 5;
  static void describe(Spec<Upwind>& s) {
    s.stage("test.upwind", "The height some cells to the west.");
    s.port(&Upwind::height, "height", "Any.")
        .window([](const Upwind& self, const Rect& tile) {
          return Rect{tile.x - self.reach, tile.y, tile.width, tile.height};
        })
        .only_in(TERRAWRIGHT_PHASE_PAINT);
    s.port(&Upwind::shifted, "height", "Shifted.").like("height");
    s.port(&Upwind::seen, "seen", "Surveys that saw cells.").by_name();
    s.parameter(&Upwind::reach, "reach", "Cells.").range(0, 100);
  }
  std::int64_t survey(const Tile& tile) const { return tile[height] ? 1 : 0; }
  std::int64_t merge(const std::int64_t& a, const std::int64_t& b) const { return a + b; }
  Next<std::int64_t> resolve(Resolving& r, const Notes<std::int64_t>& notes) const {
    r.number(seen, static_cast<double>(notes[0]));
    return done(notes[0]);
  }
  void paint(Tile& tile) const {
    const auto from = tile[height];
    const auto to = tile[shifted];
    tile.each_cell([&](auto x, auto y) { to(x, y) = x < reach ? 0.0f : from(x - reach, y); });
  }
};

// Lifts the left half of the map and says of every other tile that nothing changes.
struct Lift {
  In<Height> height;
  Out<Height> lifted;
  static void describe(Spec<Lift>& s) {
    s.stage("test.lift", "Some tiles stay.");
    s.port(&Lift::height, "height", "Any.");
    s.port(&Lift::lifted, "height", "Lifted.").like("height");
  }
  void paint(Tile& tile) const {
    if (tile.left() >= 40) return tile.same(lifted, height);
    const auto from = tile[height];
    const auto to = tile[lifted];
    tile.each_cell([&](auto x, auto y) { to(x, y) = from(x, y) + (x < 40 ? 1.0f : 0.0f); });
  }
};

// The mean of three cells in a row, as a stage in its right mind would write it, and a copy that declares a halo one
// cell too small. It is what tests of tiles are for.
template <std::int64_t declared>
struct Mean {
  In<Height> height;
  Out<Height> mean;
  static const char* id() { return declared == 1 ? "test.mean" : "test.broken_mean"; }
  static void describe(Spec<Mean>& s) {
    s.stage(id(), "The mean of each cell and its neighbours to the left and right.");
    s.port(&Mean::height, "height", "Any.").halo(declared);
    s.port(&Mean::mean, "height", "The means.").like("height");
  }
  void paint(Tile& tile) const {
    const auto from = tile[height];
    const auto to = tile[mean];
    const std::int64_t first = from.area().x, last = first + from.area().width - 1;
    tile.each_cell([&](std::int64_t x, std::int64_t y) {
      to(x, y) = ((from(std::max(x - 1, first), y) + from(x, y)) + from(std::min(x + 1, last), y)) / 3.0f;
    });
  }
};

struct Forgetful {
  Out<Height> height;
  Out<Number> number;
  static void describe(Spec<Forgetful>& s) {
    s.stage("test.forgetful", "Does not give its number.");
    s.port(&Forgetful::height, "height", "Zero.").unit("1");
    s.port(&Forgetful::number, "number", "Never.").by_name();
  }
  Next<int> resolve(Resolving&) const { return done(1); }
  void paint(Tile& tile) const {
    const auto out = tile[height];
    tile.each_cell([&](auto x, auto y) { out(x, y) = 0; });
  }
};

test::Built built(const std::string& node, std::int64_t tile, int threads = 2) {
  test::Options options;
  options.tile = tile;
  options.threads = threads;
  options.stages = {stage<Summit>(),    stage<Mirror>(),  stage<Upwind>(), stage<Lift>(),
                    stage<Forgetful>(), stage<Mean<1>>(), stage<Mean<0>>()};
  return test::build(
      "terrawright: 1\nname: t\nworld: {size: [120, 90], cell: 1 km, seed: 5}\nstages:\n"
      "  terrain: {use: heights.diamond_square@1}\n  node: " +
          node + "\noutputs: [{layers: {x: node, terrain: terrain}}]\n",
      options);
}

}  // namespace

TEST_CASE("Another round visits the tiles that resolve names, and the last verdict is seen", "[contract]") {
  for (const std::int64_t tile : {7, 30, 512}) {
    Summit::surveys = 0;
    const auto world = built("{use: test.summit@1, in: {height: terrain}}", tile);
    const auto tiles = schedule::Tiles(120, 90, tile).size();
    CHECK(world.number("node.rounds") == 2);
    CHECK(Summit::surveys == static_cast<int>(tiles) + static_cast<int>(world.number("node.visited")));
    if (tile == 7) CHECK(world.number("node.visited") < 5);
    const auto marks = world.cells<std::uint8_t>("node");
    const auto heights = world.cells<float>("terrain");
    const auto highest = std::max_element(heights.begin(), heights.end()) - heights.begin();
    CHECK(marks[static_cast<std::size_t>(highest)] == 1);
    CHECK(std::count(marks.begin(), marks.end(), 1) ==
          std::count(heights.begin(), heights.end(), heights[static_cast<std::size_t>(highest)]));
  }
}

TEST_CASE("A stage that is whole gets one raster whatever the tiles", "[contract]") {
  const auto world = built("{use: test.mirror@1, in: {height: terrain}}", 16);
  const auto from = world.cells<float>("terrain"), to = world.cells<float>("node");
  for (std::size_t y = 0; y < 90; ++y) {
    for (std::size_t x = 0; x < 120; ++x) REQUIRE(to[y * 120 + x] == from[y * 120 + 119 - x]);
  }
}

TEST_CASE("A window may look to one side, and a phase need not look at all", "[contract]") {
  for (const std::int64_t tile : {3, 16, 50, 0}) {
    const auto world = built("{use: test.upwind@1, in: {height: terrain}}", tile);
    const auto from = world.cells<float>("terrain"), to = world.cells<float>("node");
    for (std::size_t i = 0; i < to.size(); ++i) REQUIRE(to[i] == (i % 120 < 5 ? 0.0f : from[i - 5]));
    CHECK(world.number("node.seen") == 0);
  }
}

TEST_CASE("Tiles that stay the same are the same, shared or copied", "[contract]") {
  const auto once = built("{use: test.lift@1, in: {height: terrain}}", 40);
  const auto from = once.cells<float>("terrain"), to = once.cells<float>("node");
  for (std::size_t i = 0; i < to.size(); ++i) REQUIRE(to[i] == from[i] + (i % 120 < 40 ? 1.0f : 0.0f));
  CHECK(built("{use: test.lift@1, in: {height: terrain}}", 10, 7).digest("node") == once.digest("node"));
}

TEST_CASE("A number that a stage owes is asked for", "[contract]") {
  CHECK_THROWS_WITH(built("{use: test.forgetful@1}", 512), Catch::Contains("it did not give its output 'number'"));
}

TEST_CASE("A stage with the halo it needs is the same under every tiling, a broken copy of it is not", "[contract]") {
  const std::string good = "{use: test.mean@1, in: {height: terrain}}";
  const std::string broken = "{use: test.broken_mean@1, in: {height: terrain}}";
  const std::string whole = built(good, 0).digest("node");
  for (const std::int64_t tile : {7, 32, 50}) {
    CHECK(built(good, tile).digest("node") == whole);
    CHECK(built(broken, tile).digest("node") != whole);
  }
}
