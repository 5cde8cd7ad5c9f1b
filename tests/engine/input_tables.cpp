// SPDX-License-Identifier: Apache-2.0
// Tables that flow from a stage into another: seen whole in resolve, with any tiles, threads and memory.

#include "support/build.hpp"
#include "support/catch.hpp"
#include "support/folder.hpp"
#include "terrawright/stage.hpp"
#include "terrawright/testing.hpp"

using namespace terrawright;
using Catch::Contains;

namespace {

constexpr std::int64_t width = 300, height = 200, every = 37;

std::int64_t of_cell(std::int64_t x, std::int64_t y) { return y * width + x; }

// A row for each 37th cell, tile by tile; and a few lines out of resolve.
struct Sown {
  Out<Table> seeds, furrows;

  static void describe(Spec<Sown>& s) {
    s.stage("test.sown", "Two tables.");
    s.port(&Sown::seeds, "seeds", "Some cells.").points().by_tile();
    s.port(&Sown::furrows, "furrows", "Lines.").lines().by_name();
  }
  struct Nothing {};
  Next<Nothing> resolve(Resolving& world) const {
    Table table;
    table.texts("word", {"first", "", "third"});
    for (int i = 0; i < 3; ++i) {
      const terrawright_point line[] = {{0.0, 1.0 * i}, {5.0, 2.0 * i}, {9.0, 3.0 * i}};
      table.line(line, i == 1 ? line : line + 2 + i / 2);
    }
    world.table(furrows, table);
    return done(Nothing{});
  }
  void paint(Tile& tile) const {
    Table table;
    std::vector<std::int64_t> cells;
    std::vector<double> halves;
    std::vector<std::uint64_t> order;
    tile.each_cell([&](std::int64_t x, std::int64_t y) {
      const std::int64_t cell = of_cell(x, y);
      if (cell % every != 0) return;
      cells.push_back(cell);
      halves.push_back(static_cast<double>(cell) / 2);
      order.push_back(static_cast<std::uint64_t>(width * height - cell));
      table.point(static_cast<double>(x), static_cast<double>(y));
    });
    table.integers("cell", "1", cells);
    table.reals("half", "km", halves);
    tile.rows(seeds, table, order);
  }
};

// All that it sees goes out again, with a column more.
struct Reaped {
  In<Table> seeds, other;
  In<Number> weight;
  Out<Table> reaped, others;
  Out<Number> sum, rows_of_other;
  std::string wants = "cell";

  static void describe(Spec<Reaped>& s) {
    s.stage("test.reaped", "Reads tables.");
    s.port(&Reaped::seeds, "seeds", "Rows at points.").points();
    s.port(&Reaped::other, "other", "Rows anywhere.").optional();
    s.port(&Reaped::weight, "weight", "A number.").optional();
    s.port(&Reaped::reaped, "reaped", "The rows once more.").like("seeds");
    s.port(&Reaped::others, "others", "The other ones once more.").like("other").by_name();
    s.port(&Reaped::sum, "sum", "Of all cells.").unit("1").by_name();
    s.port(&Reaped::rows_of_other, "rows_of_other", "How many.").unit("1").by_name();
    s.parameter(&Reaped::wants, "wants", "A column.");
  }
  struct Nothing {};
  Next<Nothing> resolve(Resolving& world) const {
    const TableView rows = world[seeds];
    Table more = rows.copy();
    const std::int64_t* const cells = rows.integers(wants.c_str());
    const double* const halves = rows.reals("half", "km");
    std::vector<std::string> names;
    double total = 0;
    for (std::size_t r = 0; r < rows.rows(); ++r) {
      total += static_cast<double>(cells[r]);
      const terrawright_point& at = rows.point(r);
      const bool right = of_cell(static_cast<std::int64_t>(at.x), static_cast<std::int64_t>(at.y)) == cells[r] &&
                         halves[r] == static_cast<double>(cells[r]) / 2;
      names.push_back(right ? "right" : "wrong");
    }
    more.texts(rows.find("is") == nullptr ? "is" : "is_still", names);
    world.table(reaped, more);
    if (world[other]) world.table(others, world[other].copy());
    world.number(sum, total);
    world.number(rows_of_other, static_cast<double>(world[other].rows()));
    return done(Nothing{});
  }
  void paint(Tile&) const {}
};

test::Built built(const test::Options& given, const std::string& with = "{}") {
  test::Options options = given;
  options.stages = {stage<Sown>(), stage<Reaped>()};
  return test::build(
      "terrawright: 1\nname: t\nworld: {size: [300, 200], seed: 1}\nstages:\n  sown: {use: test.sown@1}\n"
      "  reaped: {use: test.reaped@1, in: {seeds: sown, other: sown.furrows}, with: " +
          with +
          "}\n  again: {use: test.reaped@1, in: {seeds: reaped, other: reaped.others}}\n"
          "outputs: [{layers: {r: again, o: again.others, s: sown.seeds, f: sown.furrows}}]\n",
      options);
}

std::string refusal(const std::string& in) {
  test::Options options;
  options.stages = {stage<Sown>(), stage<Reaped>()};
  try {
    test::build(
        "terrawright: 1\nname: t\nworld: {size: [300, 200], seed: 1}\nstages:\n  sown: {use: test.sown@1}\n"
        "  hills: {use: heights.diamond_square@1}\n  reaped: {use: test.reaped@1, in: " +
            in + "}\noutputs: [{layers: {r: reaped}}]\n",
        options);
  } catch (const test::BuildFailed& failed) {
    return failed.what();
  }
  return "it is built";
}

}  // namespace

TEST_CASE("A table goes through stages as it is, for all tiles, threads and bounds of memory", "[engine.tables]") {
  const test::Folder folder;
  std::optional<std::string> digest;
  for (const std::int64_t tile : {0, 7, 64, 512}) {
    for (const int threads : {1, 2}) {
      for (const std::uint64_t bytes : {std::uint64_t{1}, std::uint64_t{1} << 26}) {
        INFO("tiles of " << tile << ", " << threads << " threads, " << bytes << " bytes");
        test::Options options;
        options.tile = tile;
        options.threads = threads;
        options.rows_in_memory = bytes;
        options.folder = folder.path();
        const auto world = built(options);
        CHECK((world.long_tables() > 0) == (bytes == 1));
        const engine::StoredTable& rows = world.table("again");
        REQUIRE(rows.rows == (width * height + every - 1) / every);
        CHECK(rows.places == engine::RowGeometry::points);
        CHECK(rows.integers("cell").front() == (width * height - 1) / every * every);
        CHECK(rows.texts("is") == std::vector<std::string>(rows.rows, "right"));
        CHECK(world.digest("again.others") == world.digest("sown.furrows"));
        CHECK(world.table("again.others").line(0).size() == 2);
        CHECK(world.table("again.others").line(1).empty());
        CHECK(world.table("again.others").line(2).size() == 3);
        if (!digest) digest = world.digest("again");
        CHECK(world.digest("again") == *digest);
      }
    }
  }
}

TEST_CASE("Tables connect to tables, of points or lines as an input wants them", "[engine.tables]") {
  CHECK(refusal("{seeds: sown}") == "it is built");
  CHECK_THAT(refusal("{seeds: sown.furrows}"),
             Contains("needs a table of points, but 'sown.furrows' is a table of lines"));
  CHECK_THAT(refusal("{seeds: hills}"), Contains("input 'seeds' of test.reaped@1 needs a table, but "));
  CHECK_THAT(refusal("{seeds: sown, weight: sown}"), Contains("needs a number, but 'sown' is a table"));
  CHECK_THAT(refusal("{seeds: 3}"), Contains("needs a table, but this is the number 3"));
}

TEST_CASE("What a stage wants of a table and does not find fails the build with the column's name", "[engine.tables]") {
  CHECK_THROWS_WITH(built({}, "{wants: depth}"), Contains("the table has no column 'depth' of whole numbers"));
  CHECK_THROWS_WITH(built({}, "{wants: half}"),
                    Contains("the table has no column 'half' of whole numbers; its 'half' is of numbers in km"));
}

TEST_CASE("A stage under test reads tables, of a test's own and of another stage", "[engine.tables][testing]") {
  const auto sown = testing::Run<Sown>(width, height).paint(64);
  testing::Run<Reaped> run(width, height);
  run.input("seeds", sown, "seeds").input("other", sown, "furrows");
  CHECK(run.tilings_differ().value_or("") == "");
  const auto result = run.paint();
  const auto world = built({});
  CHECK(result.table("reaped").integers("cell") == world.table("again").integers("cell"));
  CHECK(result.table("reaped").texts("is") == world.table("again").texts("is"));
  CHECK(result.table("reaped").points().size() == world.table("again").rows);
  CHECK(result.number("rows_of_other") == 3);

  Table one;
  one.integers("cell", "1", {305});
  one.reals("half", "km", {152.5});
  one.point(5, 1);
  testing::Run<Reaped> alone(width, height);
  const auto made = alone.table("seeds", one).without("others").paint();
  REQUIRE(made);
  CHECK(made.number("sum") == 305);
  CHECK(made.table("reaped").texts("is") == std::vector<std::string>{"right"});
  Table nowhere;
  nowhere.integers("cell", "1", {305});
  CHECK_THROWS_AS(alone.table("seeds", nowhere), std::invalid_argument);
}
