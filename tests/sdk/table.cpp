// SPDX-License-Identifier: Apache-2.0
#include "terrawright/table.hpp"

#include "support/catch.hpp"

using namespace terrawright;

namespace {

struct CellPoint {
  std::int64_t x, y;
};

// Data that cross the border, checked while they are valid.
template <class Look>
void look_at(const Table& table, Look look) {
  bool seen = false;
  table.give_to([&](const terrawright_table& plain) {
    seen = true;
    look(plain);
  });
  CHECK(seen);
}

}  // namespace

TEST_CASE("A table hands over its columns, each of its kind", "[table]") {
  Table table;
  table.integers("lake", "1", {7, -8});
  table.reals("area", "km2", {0.5, 1e300});
  table.texts("name", {"Loch", ""});
  CHECK(table.rows() == 2);
  look_at(table, [](const terrawright_table& plain) {
    REQUIRE(plain.n_columns == 3);
    CHECK(plain.size == sizeof plain);
    CHECK(plain.n_rows == 2);
    CHECK(plain.points == nullptr);
    CHECK(plain.ends == nullptr);
    CHECK(plain.columns[0]->kind == TERRAWRIGHT_COLUMN_INTEGERS);
    CHECK(plain.columns[0]->integers[1] == -8);
    CHECK(plain.columns[0]->reals == nullptr);
    CHECK(std::string(plain.columns[1]->name) == "area");
    CHECK(std::string(plain.columns[1]->unit) == "km2");
    CHECK(plain.columns[1]->reals[1] == 1e300);
    CHECK(plain.columns[2]->kind == TERRAWRIGHT_COLUMN_TEXTS);
    CHECK(std::string(plain.columns[2]->texts[0]) == "Loch");
    CHECK(std::string(plain.columns[2]->unit) == "1");
  });
}

TEST_CASE("Rows are at points, or are lines of any things with x and y", "[table]") {
  Table points;
  points.integers("lake", "1", {1, 2});
  points.point(3, 4);
  points.point(5.5, 6);
  look_at(points, [](const terrawright_table& plain) {
    CHECK(plain.points[1].x == 5.5);
    CHECK(plain.ends == nullptr);
  });

  const std::vector<CellPoint> river = {{1, 2}, {2, 2}, {3, 3}};
  Table lines;
  lines.integers("river", "1", {1, 2, 3});
  lines.line(river.begin(), river.end());
  lines.line(river.begin(), river.begin());
  lines.line(river.begin(), river.begin() + 2);
  look_at(lines, [](const terrawright_table& plain) {
    CHECK(plain.points[2].y == 3);
    CHECK(plain.ends[0] == 3);
    CHECK(plain.ends[1] == 3);
    CHECK(plain.ends[2] == 5);
  });
}

TEST_CASE("A table may have no row, but not a row too many", "[table]") {
  Table empty;
  empty.reals("area", "km2", {});
  look_at(empty, [](const terrawright_table& plain) { CHECK(plain.n_rows == 0); });

  Table table;
  table.integers("lake", "1", {1, 2});
  CHECK_THROWS_WITH(table.reals("area", "km2", {1}), Catch::Contains("'area' has 1 rows, those before it 2"));
  table.point(1, 1);
  CHECK_THROWS_WITH(table.give_to([](const terrawright_table&) {}), Catch::Contains("of 2 rows has 1 places"));
}
