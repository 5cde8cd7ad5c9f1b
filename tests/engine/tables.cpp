// SPDX-License-Identifier: Apache-2.0
// Outputs of kind table: what a stage may and must do with them.
#include <limits>

#include "support/build.hpp"
#include "support/catch.hpp"
#include "terrawright/stage.hpp"

using namespace terrawright;

namespace {

// Lists its world's columns of cells, one row each, rightly or not.
struct Lister {
  Out<Table> plain, points, lines;
  Out<Height> height;
  std::string how = "well";

  static void describe(Spec<Lister>& s) {
    s.stage("test.lister", "Tables in one or another way.");
    s.port(&Lister::plain, "plain", "Rows without a place.");
    s.port(&Lister::points, "points", "Rows at points.").points();
    s.port(&Lister::lines, "lines", "Rows that are lines.").lines();
    s.port(&Lister::height, "height", "Flat.").unit("1");
    s.parameter(&Lister::how, "how", "How.");
  }
  struct Nothing {};
  Next<Nothing> resolve(Resolving& world) const {
    if (how == "never") return done(Nothing{});
    Table table;
    table.integers(how == "x" ? "x" : "row", how == "unit" ? "rows" : "1", {1, 2, 3});
    if (how == "twice") table.integers("row", "1", {4, 5, 6});
    if (how == "name") table.texts("Name", {"a", "b", "c"});
    table.reals("half", "m", {0.5, std::numeric_limits<double>::quiet_NaN(), how == "value" ? 9.0 : 1.5});
    table.texts("name", {"a", "b", how == "text" ? "d" : "c"});
    Table placed = table, ways = table;
    for (int i = 0; i < 3; ++i) placed.point(i, how == "place" ? 7 : 2.5);
    if (how == "infinite") placed = at_infinity(table);
    const std::vector<terrawright_point> way = {{0, 0}, {1, 1}, {2, 1}};
    ways.line(way.begin(), way.end());
    ways.line(way.begin(), way.begin() + (how == "short" ? 1 : 0));
    ways.line(way.begin(), way.begin() + 2);
    if (how == "undeclared") return world.table(plain, placed), done(Nothing{});
    if (how == "lines at points") return world.table(points, ways), done(Nothing{});
    if (how == "points as lines") return world.table(lines, placed), done(Nothing{});
    if (how == "placeless") return world.table(points, table), done(Nothing{});
    world.table(plain, table);
    world.table(points, placed);
    world.table(lines, ways);
    return done(Nothing{});
  }
  static Table at_infinity(Table table) {
    for (int i = 0; i < 3; ++i) table.point(std::numeric_limits<double>::infinity(), 0);
    return table;
  }
  void paint(Tile& tile) const {
    tile.each_cell([to = tile[height]](std::int64_t x, std::int64_t y) { to(x, y) = 0; });
  }
};

test::Built listed(const std::string& how,
                   const std::string& outputs = "{p: lister.plain, q: lister.points, l: lister.lines}") {
  test::Options options;
  options.stages = {stage<Lister>()};
  return test::build(
      "terrawright: 1\nname: t\nworld: {size: [20, 10], seed: 1}\nstages:\n"
      "  lister: {use: test.lister@1, with: {how: " +
          how + "}}\noutputs: [{layers: " + outputs + "}]\n",
      options);
}

}  // namespace

TEST_CASE("A table is kept as it was given", "[engine.tables]") {
  const auto built = listed("well");
  const engine::StoredTable& plain = built.table("lister.plain");
  CHECK(plain.rows == 3);
  CHECK(plain.places == engine::RowGeometry::none);
  CHECK(plain.integers("row") == std::vector<std::int64_t>{1, 2, 3});
  CHECK(plain.reals("half")[2] == 1.5);
  CHECK(plain.texts("name") == std::vector<std::string>{"a", "b", "c"});
  CHECK(plain.columns[1].unit == "m");
  CHECK(built.table("lister.points").points[2].x == 2);
  const engine::StoredTable& lines = built.table("lister.lines");
  CHECK(lines.line(0).size() == 3);
  CHECK(lines.line(1).empty());
  CHECK(lines.line(2)[1].y == 1);
  CHECK_THROWS_AS(plain.reals("row"), std::bad_variant_access);
  CHECK_THROWS_AS(plain.reals("width"), std::out_of_range);
}

TEST_CASE("The digest of a table is that of all it says", "[engine.tables]") {
  const auto digests = [](const std::string& how) {
    const auto built = listed(how);
    return std::vector<std::string>{built.digest("lister.plain"), built.digest("lister.points"),
                                    built.digest("lister.lines")};
  };
  const auto well = digests("well");
  CHECK(digests("well") == well);
  CHECK(well[0].size() == 32);
  CHECK(well[0] != well[1]);
  CHECK(well[1] != well[2]);
  for (const char* other : {"value", "text", "unit"}) CHECK(digests(other)[0] != well[0]);
  CHECK(digests("place")[0] == well[0]);
  CHECK(digests("place")[1] != well[1]);
}

TEST_CASE("A table that somebody wants must be given", "[engine.tables]") {
  CHECK_THROWS_WITH(listed("never", "{l: lister.lines}"), Catch::Contains("it did not give its output 'lines'"));
  CHECK_NOTHROW(listed("never", "{h: lister.height}"));
}

TEST_CASE("A table that is wrong is a mistake of the stage's author, and said so", "[engine.tables]") {
  const std::vector<std::pair<std::string, std::string>> mistakes = {
      {"twice", "of the table 'plain', it has two columns 'row'"},
      {"name", "it has a column without a proper name"},
      {"x", "x and y of its points are columns already"},
      {"short", "its row 1 is a line of one point"},
      {"infinite", "one of its places is not finite"},
      {"undeclared", "it has places, which its port does not declare"},
      {"lines at points", "its port declares points, and it has lines"},
      {"points as lines", "its port declares lines, and it has none"},
      {"placeless", "its port declares places, and it has none"}};
  for (const auto& [how, said] : mistakes) {
    INFO(how);
    CHECK_THROWS_WITH(listed(how), Catch::Contains("its code is wrong: of the table") && Catch::Contains(said));
  }
}

TEST_CASE("What a stage in C may do wrong with a table is found too", "[engine.tables]") {
  const std::int64_t three[] = {1, 2, 3};
  const std::uint64_t backwards[] = {2, 0, 2};
  const terrawright_point point[] = {{0, 0}, {0, 0}};
  terrawright_column column = {sizeof column, TERRAWRIGHT_COLUMN_INTEGERS, "row", nullptr, three, nullptr, nullptr};
  const terrawright_column* const columns[] = {&column};
  terrawright_table table = {sizeof table, 0, 1, 3, columns, nullptr, nullptr};
  CHECK(engine::copied(table, engine::RowGeometry::none).columns[0].unit == "1");
  column.kind = 77;
  CHECK_THROWS_WITH(engine::copied(table, engine::RowGeometry::none), "its column 'row' is of an unknown kind");
  column.kind = TERRAWRIGHT_COLUMN_REALS;
  CHECK_THROWS_WITH(engine::copied(table, engine::RowGeometry::none), "its column 'row' has no values");
  column.kind = TERRAWRIGHT_COLUMN_INTEGERS;
  table.points = point;
  table.ends = backwards;
  CHECK_THROWS_WITH(engine::copied(table, engine::RowGeometry::lines), "the points of its row 1 end before they begin");
  table.n_columns = 0;
  CHECK_THROWS_WITH(engine::copied(table, engine::RowGeometry::none), "it has no column");
}
