// SPDX-License-Identifier: Apache-2.0
// Tables whose rows come out of paint, tile by tile: one table, independent of tiles, threads and memory.

#include <algorithm>
#include <atomic>

#include "engine/tables/collected_rows.hpp"
#include "engine/tables/stored_table.hpp"
#include "store/store.hpp"
#include "support/build.hpp"
#include "support/catch.hpp"
#include "support/folder.hpp"
#include "terrawright/random.h"
#include "terrawright/stage.hpp"
#include "terrawright/testing.hpp"

using namespace terrawright;
using Catch::Contains;
using Rows = std::vector<std::int64_t>;

namespace {

std::atomic<int> tiles_painted{0};

struct At {
  std::int64_t x, y;
};

// Ways over the map that cross tiles again and again, and come back: those of the whole world, from a number.
std::vector<std::vector<At>> ways(std::int64_t width, std::int64_t height, std::int64_t count) {
  std::vector<std::vector<At>> all;
  for (std::int64_t i = 0; i < count; ++i) {
    std::uint64_t random = terrawright_mix64(static_cast<std::uint64_t>(i) + 1);
    At at{static_cast<std::int64_t>(random % static_cast<std::uint64_t>(width)),
          static_cast<std::int64_t>((random >> 20) % static_cast<std::uint64_t>(height))};
    std::vector<At> way = {at};
    for (std::uint64_t left = 1 + (random >> 40) % 60; left-- > 0;) {
      random = terrawright_mix64(random);
      at.x = std::clamp<std::int64_t>(at.x + static_cast<std::int64_t>(random % 7) - 3, 0, width - 1);
      at.y = std::clamp<std::int64_t>(at.y + static_cast<std::int64_t>(random / 7 % 7) - 3, 0, height - 1);
      way.push_back(at);
    }
    all.push_back(std::move(way));
  }
  return all;
}

// Three tables by tile, rightly or not: `spots`, a row for some of the cells; `plain`, the same without a place; and
// `ways`, of which each tile gives the stretches that lie inside.
struct Scattered {
  Out<Table> spots, plain, ways_taken;
  Out<Height> height;
  std::string how = "well";
  std::int64_t count = 40, world_width = 0, world_height = 0;

  static void describe(Spec<Scattered>& s) {
    s.stage("test.scattered", "Tables by tile in one or another way.");
    s.port(&Scattered::spots, "spots", "Some cells.").points().by_tile();
    s.port(&Scattered::plain, "plain", "Some cells, without a place.").by_tile();
    s.port(&Scattered::ways_taken, "ways", "Lines.").lines().by_tile();
    s.port(&Scattered::height, "height", "Flat.").unit("1");
    s.parameter(&Scattered::how, "how", "How.");
    s.parameter(&Scattered::count, "count", "How many ways.");
  }
  void arrange(Arrangement& a) {
    world_width = a.width();
    world_height = a.height();
  }
  std::int64_t survey(const Tile& tile) const {
    if (how == "survey") tile.rows(plain, Table(), {});
    return 0;
  }
  struct Nothing {};
  Next<Nothing> resolve(Resolving& world) const {
    Table table;
    table.integers("cell", "1", {});
    if (how == "resolve") world.table(plain, table);
    return done(Nothing{});
  }

  static bool is_spot(std::int64_t cell) { return terrawright_mix64(static_cast<std::uint64_t>(cell)) % 50 == 0; }
  static void columns(Table& table, const Rows& cells, const char* unit = "m") {
    std::vector<double> halves;
    std::vector<std::string> names;
    for (const std::int64_t cell : cells) {
      halves.push_back(static_cast<double>(cell) / 2);
      names.push_back(std::string(static_cast<std::size_t>(std::max<std::int64_t>(cell, 0) % 40), 'x') +
                      std::to_string(cell));
    }
    table.integers("cell", "1", cells);
    table.reals("half", unit, halves);
    table.texts("name", names);
  }

  void paint(Tile& tile) const {
    ++tiles_painted;
    if (const auto to = tile[height]) tile.each_cell([&](std::int64_t x, std::int64_t y) { to(x, y) = 0; });
    if (how != "never") give_spots(tile);
    give_ways(tile);
  }

  // The last ones first, in two calls.
  void give_spots(Tile& tile) const {
    Rows cells;
    tile.each_cell([&](std::int64_t x, std::int64_t y) {
      const std::int64_t cell = y * world_width + x;
      if (is_spot(cell)) cells.push_back(cell);
    });
    std::reverse(cells.begin(), cells.end());
    if (cells.empty() && tile.index() % 2 == 1) return;
    const auto half = cells.begin() + static_cast<std::ptrdiff_t>(cells.size() / 2);
    for (const Rows& some : {Rows(cells.begin(), half), Rows(half, cells.end())}) {
      Table table, placed;
      columns(table, some, how == "columns" && tile.left() > 0 ? "km" : "m");
      columns(placed, some);
      std::vector<std::uint64_t> order;
      for (const std::int64_t cell : some) {
        placed.point(static_cast<double>(cell % world_width), static_cast<double>(cell / world_width));
        order.push_back(static_cast<std::uint64_t>(how == "ties" ? cell / 500 : cell));
      }
      if (how == "pieces of points") tile.rows(spots, placed, order, order);
      if (how == "too few numbers") order.pop_back();
      tile.rows(spots, placed, order);
      tile.rows(plain, table, order);
    }
  }

  void give_ways(Tile& tile) const {
    Table table;
    Rows numbers;
    std::vector<std::uint64_t> order, part;
    const auto all = ways(world_width, world_height, count);
    for (std::size_t i = 0; i < all.size(); ++i) {
      std::vector<At> stretch;
      const auto end = [&](std::size_t at) {
        if (stretch.empty()) return;
        table.line(stretch.begin(), stretch.end());
        // Values before the end of the way are ignored.
        numbers.push_back(at == all[i].size() ? static_cast<std::int64_t>(at) : -1);
        order.push_back(how == "order of one" ? 0 : static_cast<std::uint64_t>(all.size() - i));
        part.push_back(how == "part of one" ? 7 : 3 * at);
        stretch.clear();
      };
      for (std::size_t at = 0; at < all[i].size(); ++at) {
        if (how == "one point" && i == 5 && at > 0) break;
        const auto& [x, y] = all[i][at];
        const bool inside = x >= tile.left() && x < tile.right() && y >= tile.top() && y < tile.bottom();
        inside ? stretch.push_back(all[i][at]) : end(at);
      }
      end(all[i].size());
    }
    columns(table, numbers);
    how == "whole lines" ? tile.rows(ways_taken, table, order) : tile.rows(ways_taken, table, order, part);
  }
};

struct Size {
  std::int64_t width, height, count;
};

test::Built scattered(const Size& size, const std::string& how, const test::Options& given = {},
                      const std::string& outputs = "{s: scattered.spots, p: scattered.plain, w: scattered.ways}") {
  test::Options options = given;
  options.stages = {stage<Scattered>()};
  return test::build("terrawright: 1\nname: t\nworld: {size: [" + std::to_string(size.width) + ", " +
                         std::to_string(size.height) +
                         "], seed: 1}\nstages:\n  scattered: {use: test.scattered@1, with: {how: " + how +
                         ", count: " + std::to_string(size.count) + "}}\noutputs: [{layers: " + outputs + "}]\n",
                     options);
}

const Size usual{300, 200, 40};

// Against the rows of the whole world at once.
void check_spots(const test::Built& built, const Size& size) {
  Rows expected;
  for (std::int64_t cell = 0; cell < size.width * size.height; ++cell) {
    if (Scattered::is_spot(cell)) expected.push_back(cell);
  }
  const engine::StoredTable& spots = built.table("scattered.spots");
  REQUIRE(spots.integers("cell") == expected);
  CHECK(built.table("scattered.plain").integers("cell") == expected);
  REQUIRE(spots.points.size() == expected.size());
  bool right = true;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const double cell = spots.points[i].y * static_cast<double>(size.width) + spots.points[i].x;
    right = right && cell == static_cast<double>(expected[i]) && spots.reals("half")[i] == cell / 2;
    const std::string& name = spots.texts("name")[i];
    right = right && name.substr(static_cast<std::size_t>(expected[i] % 40)) == std::to_string(expected[i]);
  }
  CHECK(right);
}
void check_ways(const test::Built& built, const Size& size) {
  const auto expected = ways(size.width, size.height, size.count);
  const engine::StoredTable& lines = built.table("scattered.ways");
  REQUIRE(lines.rows == expected.size());
  bool right = true;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const auto& way = expected[expected.size() - 1 - i];  // the last way has the least order
    const auto line = lines.line(i);
    right = right && lines.integers("cell")[i] == static_cast<std::int64_t>(way.size()) && line.size() == way.size();
    for (std::size_t k = 0; right && k < way.size(); ++k) {
      right = line[k].x == static_cast<double>(way[k].x) && line[k].y == static_cast<double>(way[k].y);
    }
  }
  CHECK(right);
}

// The first line of what is said, without its place.
std::string failure(const std::string& how, std::int64_t tile = 64) {
  test::Options options;
  options.tile = tile;
  try {
    scattered(usual, how, options);
  } catch (const test::BuildFailed& failed) {
    return failed.what();
  }
  return "it is done";
}

}  // namespace

TEST_CASE("A table by tile is the same for all tiles, threads and bounds of memory", "[engine.tables]") {
  const test::Folder folder;
  for (const Size& size : {usual, Size{300, 1, 9}, Size{1, 1, 1}, Size{64, 64, 0}, Size{520, 513, 100}}) {
    std::optional<std::vector<std::string>> digests;
    for (const std::int64_t tile : {0, 7, 64, 100, 512}) {
      if (tile == 7 && size.width > 300) continue;
      const bool is_usual = size.height == usual.height;
      for (const int threads : {1, 2}) {
        for (const std::uint64_t bytes : {std::uint64_t{1}, std::uint64_t{9000}, engine::usual_rows_in_memory}) {
          if (!is_usual && (threads == 1 || bytes == 9000)) continue;
          INFO(size.width << " x " << size.height << ", tiles of " << tile << ", " << threads << " threads, " << bytes
                          << " bytes");
          test::Options options;
          options.tile = tile;
          options.threads = threads;
          options.folder = folder.path();
          options.rows_in_memory = bytes;
          const auto built = scattered(size, "well", options);
          // The bounds are such that there are none, few and very many runs.
          if (bytes == engine::usual_rows_in_memory) CHECK(built.long_tables() == 0);
          if (bytes < 10000 && size.height >= 200) CHECK(built.long_tables() == 3);
          check_spots(built, size);
          check_ways(built, size);
          std::vector<std::string> now;
          for (const char* name : {"spots", "plain", "ways"})
            now.push_back(built.digest(std::string("scattered.") + name));
          if (!digests) digests = now;
          CHECK(now == *digests);
        }
      }
    }
  }
}

TEST_CASE("Without a folder rows stay in memory, and only tables that somebody wants are collected",
          "[engine.tables]") {
  test::Options options;
  options.tile = 64;
  options.rows_in_memory = 1;
  const auto built = scattered(usual, "well", options);
  CHECK(built.long_tables() == 0);
  check_spots(built, usual);
  const auto one = scattered(usual, "well", options, "{w: scattered.ways}");
  check_ways(one, usual);
  CHECK_THROWS_AS(one.table("scattered.spots"), std::out_of_range);
  CHECK_NOTHROW(scattered(usual, "ties", options, "{w: scattered.ways}"));
}

TEST_CASE("A window sees the table of the whole world, of which it is cut", "[engine.tables]") {
  for (const char* outputs : {"{w: scattered.ways}", "{w: scattered.ways, h: scattered.height}"}) {
    test::Options options;
    options.tile = 64;
    options.window = Rect{200, 100, 30, 20};
    const auto built = scattered(usual, "well", options, outputs);
    check_ways(built, usual);
    if (built.is_layer("scattered.height")) {
      float corner = 1;
      built.layer("scattered.height").read({229, 119, 1, 1}, &corner, 1);
      CHECK(corner == 0);
    }
  }
}

TEST_CASE("Rows that are wrong together are a mistake of the stage's author, the same in all tiles",
          "[engine.tables]") {
  CHECK_THAT(failure("ties"), Contains("its code is wrong: of the table 'spots', it gives two rows of order 0"));
  CHECK_THAT(failure("order of one"), Contains("of the table 'ways', it gives two rows of order 0 and part "));
  CHECK_THAT(failure("part of one"),
             Contains("of the table 'ways', it gives two rows of order ") && Contains(" and part 7"));
  CHECK_THAT(failure("one point"), Contains("of the table 'ways', its row of order 35 is a line of one point"));
  for (const int threads : {1, 2, 2, 2}) {
    test::Options options;
    options.tile = 64;
    options.threads = threads;
    CHECK_THROWS_WITH(scattered(usual, "columns", options),
                      Contains("of the table 'plain', its rows have the columns 'cell' (integers), 'half' (reals in "
                               "km), 'name' (texts) in one tile and 'cell' (integers), 'half' (reals in m), 'name' "
                               "(texts) in another at cell (64, 0)"));
  }
  CHECK(failure("columns", 0) == "it is done");
  CHECK_THAT(failure("never"), Contains("it did not give its output 'spots'"));
}

TEST_CASE("Rows that a call gives wrongly fail it with a sentence", "[engine.tables]") {
  CHECK_THAT(failure("survey"), Contains("its code is wrong: it gives rows of a table in survey"));
  CHECK_THAT(failure("resolve"), Contains("its code is wrong: it gives the table 'plain' in resolve, and its port "
                                          "declares that paint gives its rows (by_tile)"));
  CHECK_THAT(failure("pieces of points"), Contains("its code is wrong: it gives pieces of rows of the table 'spots', "
                                                   "and only rows that are lines have pieces"));
  CHECK_THAT(failure("whole lines"), Contains("of the table 'ways', its row ") && Contains("is a line of one point"));
  CHECK_THAT(failure("too few numbers"), Contains("places in it"));
}

TEST_CASE("A stage under test puts rows together as the engine does", "[engine.tables][testing]") {
  for (const char* how : {"well", "ties", "order of one", "part of one", "one point", "columns", "never", "survey",
                          "resolve", "pieces of points", "too few numbers"}) {
    INFO(how);
    testing::StageRun run(stage<Scattered>(), 300, 200);
    const auto result = run.set("how", how).paint(64);
    const std::string engine = failure(how);
    CHECK((engine == "it is done") == !result.failure());
    if (!result.failure()) continue;
    CHECK_THAT(engine, Contains(result.failure()->text));
    if (result.failure()->x >= 0)
      CHECK_THAT(engine, Contains(" at cell (" + std::to_string(result.failure()->x) + ", "));
  }
  testing::StageRun run(stage<Scattered>(), 300, 200);
  CHECK(run.tilings_differ().value_or("") == "");
  const auto result = run.paint(64);
  const auto built = scattered(usual, "well");
  for (const char* table : {"spots", "plain", "ways"}) {
    const engine::StoredTable& theirs = built.table(std::string("scattered.") + table);
    CHECK(result.table(table).integers("cell") == theirs.integers("cell"));
    CHECK(result.table(table).texts("name") == theirs.texts("name"));
    CHECK(result.table(table).points().size() == theirs.points.size());
  }
  CHECK(result.table("ways").line(3).size() == built.table("scattered.ways").line(3).size());
}

// ---- several processes ---------------------------------------------------------------------------------

namespace {

struct Collected {
  std::vector<std::int64_t> numbers;
  std::vector<std::uint64_t> order;

  // Each third number from `first` on, the largest first.
  explicit Collected(std::int64_t first) {
    for (std::int64_t i = 2000 + first; i > 0; i -= 3) {
      numbers.push_back(i);
      order.push_back(static_cast<std::uint64_t>(i));
    }
  }
  void add_to(engine::CollectedRows& rows, const char* unit = "1") const {
    const terrawright_column column = {sizeof column, TERRAWRIGHT_COLUMN_INTEGERS, "n", unit, numbers.data(), nullptr,
                                       nullptr};
    const terrawright_column* const columns[] = {&column};
    const terrawright_table table = {sizeof table, 0, 1, numbers.size(), columns, nullptr, nullptr};
    rows.add({numbers.front() % 3 * 64, 0, 64, 64}, table, order.data(), nullptr);
  }
};

}  // namespace

TEST_CASE("What several processes collected becomes one table", "[engine.tables]") {
  const test::Folder folder;
  for (const std::uint64_t bytes : {std::uint64_t{1}, std::uint64_t{3000}, engine::usual_rows_in_memory}) {
    for (const bool spills : {true, false}) {
      const auto rows = [&] {
        return std::make_unique<engine::CollectedRows>(engine::RowGeometry::none, bytes,
                                                       spills ? folder.path() : std::filesystem::path());
      };
      engine::Product alone, first;
      const auto all = rows(), mine = rows();
      for (std::int64_t i = 0; i < 3; ++i) {
        Collected(i).add_to(*all);
        if (i == 0) Collected(i).add_to(*mine);
        if (i == 0) continue;
        const auto other = rows();
        Collected(i).add_to(*other);
        other->write(folder / ("rows-" + std::to_string(i)));
      }
      rows()->write(folder / "rows-3");  // of a process that painted no tile
      for (const int i : {1, 2, 3}) mine->read(folder / ("rows-" + std::to_string(i)));
      all->finish(alone);
      mine->finish(first);
      CHECK(engine::digest_of(alone) == engine::digest_of(first));
      Rows numbers;
      engine::each_part(first, [&](const engine::StoredTable& part) {
        const Rows& some = part.integers("n");
        numbers.insert(numbers.end(), some.begin(), some.end());
      });
      REQUIRE(numbers.size() == 2001 + 1);
      CHECK(std::is_sorted(numbers.begin(), numbers.end()));
    }
  }
}

TEST_CASE("Rows of another process that are damaged, of other columns or not there are told", "[engine.tables]") {
  const test::Folder folder;
  const std::filesystem::path none;
  engine::CollectedRows rows(engine::RowGeometry::none, 1 << 20, none),
      points(engine::RowGeometry::points, 1 << 20, none);
  Collected(1).add_to(rows);
  rows.write(folder / "rows");
  const std::string whole = test::bytes_of(folder / "rows");
  CHECK_THROWS_WITH(points.read(folder / "rows"), Contains("cannot be read"));
  CHECK_THROWS_WITH(rows.read(folder / "absent"), Contains("cannot be read"));
  CHECK_THROWS_WITH(rows.write(folder / "absent" / "rows"), Contains("cannot be written"));
  for (std::size_t i = 0; i < whole.size(); i += whole.size() / 97) {
    std::string damaged = whole;
    damaged[i] = static_cast<char>(damaged[i] ^ 64);
    std::ofstream(folder / "damaged", std::ios::binary) << (i % 2 == 0 ? damaged : whole.substr(0, i));
    engine::CollectedRows reader(engine::RowGeometry::none, 1 << 20, none);
    INFO(i);
    CHECK_THROWS_WITH(reader.read(folder / "damaged"), Contains("cannot be read"));
  }
  engine::CollectedRows other(engine::RowGeometry::none, 1 << 20, none);
  Collected(0).add_to(other, "km");
  other.read(folder / "rows");
  engine::Product made;
  CHECK_THROWS_WITH(other.finish(made),
                    "its rows have the columns 'n' (integers in km) in one tile and 'n' (integers) "
                    "in another");
}

// ---- what builds remember ------------------------------------------------------------------------------

TEST_CASE("A table that did not stay in memory comes from the cache as it was, or is made again", "[engine.tables]") {
  const test::Folder folder;
  test::Options options;
  options.tile = 64;
  options.folder = folder.path();
  options.rows_in_memory = 1;
  const auto cold = scattered(usual, "well", options);
  options.store = store::Store::open(folder / "cache", std::uint64_t{1} << 40);
  for (int build = 0; build < 3; ++build) {
    tiles_painted = 0;
    const auto built = scattered(usual, "well", options);
    INFO(build);
    CHECK(built.long_tables() == 3);
    CHECK((tiles_painted == 0) == (build == 1));
    for (const char* name : {"scattered.spots", "scattered.plain", "scattered.ways"})
      CHECK(built.digest(name) == cold.digest(name));
    check_ways(built, usual);
    if (build != 1) continue;
    // One of its parts is gone.
    std::size_t entries = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder / "cache")) {
      if (!entry.is_regular_file() || entry.file_size() < 1000 || entry.file_size() > 1500) continue;
      if (++entries == 20) std::filesystem::remove(entry.path());
    }
    REQUIRE(entries >= 20);
  }
}
