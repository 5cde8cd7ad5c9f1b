// SPDX-License-Identifier: Apache-2.0
// Notes that are combined: what the stage is called with, on the way up and on the way down.
#include "engine/nodes/levels.hpp"

#include <cstring>
#include <filesystem>
#include <mutex>
#include <set>

#include "engine/made_up.hpp"

using namespace terrawright;
using test::run_made_up;
using test::tiles_and_threads;

namespace {

std::mutex mutex;
std::vector<std::string> wrong;  // what was not as it should be
std::multiset<std::size_t> combined, split_up, unvisited;
std::set<std::uint64_t> resolved;  // how many tiles resolve saw
const char* fails_in = "";

void require(bool holds, const char* what) {
  const std::lock_guard lock(mutex);
  if (!holds) wrong.emplace_back(what);
}

// Looks at all that it is called with. Verdicts say for which rectangle they are, so that none comes to another tile.
struct Counts {
  Out<Height> height;
  std::int64_t rounds = 1;

  struct Note {
    Rect area;
    std::int64_t cells;
  };
  struct Told {
    Rect area;
    std::int64_t round;
    bool visited;  // in that round
  };

  static void describe(Spec<Counts>& s) {
    s.stage("test.counts", "Counts.");
    s.port(&Counts::height, "height", "One where the tile was told what it should be.").unit("1");
    s.parameter(&Counts::rounds, "rounds", "Rounds; the second visits the first tile alone.").range(1, 9);
  }
  Note survey(const Tile& tile, const std::int64_t& so_far) const {
    require(so_far == static_cast<std::int64_t>(tile.rounds()), "survey sees the verdict of the round before");
    return {tile.area(), tile.width() * tile.height()};
  }
  static bool equal(const Rect& a, const Rect& b) {
    return a.x == b.x && a.y == b.y && a.width == b.width && a.height == b.height;
  }
  void check(const Combining& parts, const Notes<Note>& notes) const {
    require(parts.tiles() >= 2 && parts.tiles() <= 4 && parts.tiles() == notes.size(), "two to four parts");
    std::int64_t cells = 0;
    for (std::size_t i = 0; i < notes.size(); ++i) {
      require(equal(parts.tile(i), notes[i].area), "a note is that of its part");
      require(notes[i].cells == parts.tile(i).width * parts.tile(i).height, "a note is whole");
      cells += notes[i].cells;
    }
    require(cells == parts.area().width * parts.area().height, "the parts make up their union");
    const Rect first = parts.tile(0), last = parts.tile(parts.tiles() - 1);
    require(first.x == parts.area().x && first.y == parts.area().y, "the first part is top left");
    require(parts.tiles() < 4 || (last.x > first.x && last.y > first.y), "the last part is bottom right");
  }
  Note combine(const Combining& parts, const Notes<Note>& notes) const {
    if (std::string(fails_in) == "combine") throw Failure("", "it does not combine");
    check(parts, notes);
    const std::lock_guard lock(mutex);
    combined.insert(parts.tiles());
    return {parts.area(), parts.area().width * parts.area().height};
  }
  Next<std::int64_t> resolve(Resolving& running, const Notes<Note>& notes) const {
    std::int64_t cells = 0;
    for (std::size_t i = 0; i < notes.size(); ++i) {
      require(equal(running.tile(static_cast<std::size_t>(notes.tile(i))), notes[i].area), "resolve sees unions");
      cells += notes[i].cells;
    }
    const bool all = running.round() != 1;
    require(cells == (all ? 200 * 150 : running.tile(0).width * running.tile(0).height), "a round visits its tiles");
    for (std::size_t i = 0; i < running.tiles(); ++i)
      running.tell(i, Told{running.tile(i), static_cast<std::int64_t>(running.round()), all || i == 0});
    const auto next = static_cast<std::int64_t>(running.round()) + 1;
    resolved.insert(running.tiles());
    if (running.round() == 0) running.visit(0);
    return next == rounds ? done(next) : again(next);
  }
  void split(const Splitting& parts, const Notes<Note>& notes, const std::int64_t& verdict) const {
    if (std::string(fails_in) == "split") throw Failure("", "it does not split", parts.area().x, parts.area().y);
    const Told& own = parts.own<Told>();
    require(equal(own.area, parts.area()), "a union is told its own");
    require(verdict == static_cast<std::int64_t>(parts.rounds()), "split sees the verdict of its round");
    require(notes.size() == (own.visited ? parts.tiles() : 0), "without notes where nothing was visited");
    if (own.visited) check(parts, notes);
    for (std::size_t i = 0; i < parts.tiles(); ++i) parts.tell(i, Told{parts.tile(i), own.round, own.visited});
    const std::lock_guard lock(mutex);
    split_up.insert(parts.tiles());
    if (!own.visited) unvisited.insert(parts.tiles());
  }
  void paint(Tile& tile, const std::int64_t& verdict) const {
    const Told& own = tile.own<Told>();
    const bool right = equal(own.area, tile.area()) && own.round + 1 == rounds && verdict == rounds;
    const auto out = tile[height];
    tile.each_cell([&](auto x, auto y) { out(x, y) = right ? 1.0f : 0.0f; });
  }
};

test::MadeUp counted(std::int64_t tile, int threads, int levels, int rounds, double& least) {
  wrong.clear();
  combined.clear();
  split_up.clear();
  unvisited.clear();
  resolved.clear();
  engine::Options options = tiles_and_threads(tile, threads);
  options.levels = levels;
  const graph::Link layer{0, 0};
  engine::Sink sink;
  sink.name = "kept";
  sink.needs = {layer};
  sink.take = [&](const std::vector<engine::Product>& made) { least = made[0].layer->statistics().minimum; };
  return run_made_up({stage<Counts>()},
                     "  last: {use: test.counts@1, with: {rounds: " + std::to_string(rounds) + "}}\n", options, {sink});
}

}  // namespace

TEST_CASE("Notes are combined two by two, verdicts split the same way, whatever the levels and threads", "[levels]") {
  fails_in = "";
  for (const std::int64_t tile : {200, 150, 100, 64, 32, 9}) {
    const std::size_t columns = static_cast<std::size_t>((200 + tile - 1) / tile),
                      rows = static_cast<std::size_t>((150 + tile - 1) / tile);
    for (const int levels : {1, 2, 3, 4, 64}) {
      for (const int threads : {1, 4}) {
        INFO("tiles of " << tile << ", " << levels << " levels, " << threads << " threads");
        std::size_t across = columns, down = rows, unions = 0;
        for (int k = 1; k < levels && across * down > 1; ++k) {
          const std::size_t wide = (across + 1) / 2, high = (down + 1) / 2;
          unions += wide * high - (across % 2 != 0 && down % 2 != 0 ? 1 : 0);
          across = wide;
          down = high;
        }
        double least = 0;
        const auto made = counted(tile, threads, levels, 1, least);
        INFO(made.said);
        REQUIRE(made.outcome.done);
        CHECK(wrong == std::vector<std::string>());
        CHECK(least == 1.0);
        CHECK(combined.size() == unions);
        CHECK(split_up == combined);
        CHECK(resolved == std::set<std::uint64_t>{across * down});
      }
    }
  }
}

TEST_CASE("Unions of two, three levels and one part are cut at the right and the bottom", "[levels]") {
  fails_in = "";
  double least = 0;
  REQUIRE(counted(60, 2, 2, 1, least).outcome.done);  // 4 x 3 tiles
  CHECK(combined == std::multiset<std::size_t>{2, 2, 4, 4});
  REQUIRE(counted(40, 2, 2, 1, least).outcome.done);  // 5 x 4
  CHECK(combined == std::multiset<std::size_t>{2, 2, 4, 4, 4, 4});
  REQUIRE(counted(70, 2, 2, 1, least).outcome.done);  // 3 x 3: the corner has one part
  CHECK(combined == std::multiset<std::size_t>{2, 2, 4});
  CHECK(wrong == std::vector<std::string>());
}

TEST_CASE("A visit of a union visits all of its tiles, and what is not visited is split without notes", "[levels]") {
  fails_in = "";
  for (const int levels : {1, 2, 3, 64}) {
    INFO(levels << " levels");
    double least = 0;
    const auto made = counted(16, 3, levels, 3, least);
    INFO(made.said);
    REQUIRE(made.outcome.done);
    CHECK(wrong == std::vector<std::string>());
    CHECK(least == 1.0);
    CHECK((unvisited.empty()) == (levels == 1 || levels == 64));
    CHECK(split_up.size() >= combined.size());
  }
}

TEST_CASE("A stage that cannot combine or split is told as any other failure", "[levels]") {
  double least = 0;
  for (const char* phase : {"combine", "split"}) {
    fails_in = phase;
    for (const int threads : {1, 4}) {
      const auto made = counted(32, threads, 3, 1, least);
      CHECK_FALSE(made.outcome.done);
      CHECK_THAT(made.said, Catch::Matchers::Contains("'last' failed: it does not " + std::string(phase)));
    }
    CHECK(counted(32, 4, 1, 1, least).outcome.done);  // neither is called
  }
  // If several unions fail the first one is reported.
  fails_in = "split";
  for (int i = 0; i < 5; ++i) CHECK_THAT(counted(9, 4, 2, 1, least).said, Catch::Matchers::Contains("at cell (0, 0)"));
}

TEST_CASE("Worlds of few tiles have one level, larger ones as many as their resolve asks for", "[levels]") {
  const auto levels = [](std::size_t side) { return schedule::levels_of(side, side); };
  CHECK(levels(1) == 1);
  CHECK(levels(256) == 1);
  CHECK(levels(257) == 2);
  CHECK(levels(512) == 2);
  CHECK(levels(513) == 3);
  CHECK(levels(2049) == 5);
  CHECK(schedule::levels_to_one(1, 1, 5) == 1);
  CHECK(schedule::levels_to_one(5, 3, 64) == 4);
}

TEST_CASE("Notes that were combined wait in a file, and come back as they were", "[levels]") {
  const auto spill = std::make_shared<store::Spill>(std::filesystem::temp_directory_path());
  const auto bytes = [](const void* from, std::size_t size) {
    return std::string(static_cast<const char*>(from), size);
  };
  const auto buffer = [](const std::string& text) {
    engine::Buffer made;
    std::memcpy(made.resize(text.size()), text.data(), text.size());
    return made;
  };
  const auto joined = [&](const engine::Union& parts) {
    std::string all;
    for (const terrawright_blob& note : parts.notes) all += bytes(note.bytes, note.size);
    return all;
  };
  const std::vector<Rect> tiles = schedule::list_of({5, 3, 1});
  for (const bool in_memory : {false, true}) {
    engine::Levels levels(tiles, 5, 3, in_memory ? nullptr : spill);
    REQUIRE(levels.last().size() == 2);
    for (std::size_t i = 0; i < tiles.size(); ++i) {
      levels.add(i, buffer(i == 3 ? "" : std::string(50, static_cast<char>('a' + i))),
                 [&](const engine::Union& parts) { return buffer(joined(parts)); });
    }
    CHECK((spill->bytes() > 0) == !in_memory);
    const std::vector<engine::Buffer> notes = levels.collected();
    REQUIRE(notes.size() == 2);
    CHECK(notes[0].size() + notes[1].size() == 14 * 50);
    std::multiset<std::string> seen;
    const auto own =
        levels.split(std::vector<engine::Buffer>(2), [&](const engine::Union& parts, const engine::Buffer&) {
          const std::lock_guard lock(mutex);
          seen.insert(joined(parts));
          return std::vector<engine::Buffer>(parts.tiles.size());
        });
    CHECK(own.size() == 15);
    const std::string first = std::string(50, 'a') + std::string(50, 'b') + std::string(50, 'f') + std::string(50, 'g');
    CHECK(seen.count(first) == 1);
    CHECK(spill->bytes() == 0);
  }
  // Buffers that are never split are released all the same.
  {
    engine::Levels levels(tiles, 5, 3, spill);
    for (std::size_t i = 0; i < tiles.size(); ++i)
      levels.add(i, buffer("note"), [&](const engine::Union& parts) { return buffer(joined(parts)); });
    CHECK(spill->bytes() > 0);
  }
  CHECK(spill->bytes() == 0);
}
