// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "support/catch.hpp"
#include "support/stage_runs.hpp"

const terrawright_stage* terrawright_stage_stamp_of_shape();

using namespace terrawright;
using testing::Result;
using testing::StageRun;

namespace {

struct Row {
  std::optional<double> x, y;
  double u = 0.5, v = 0.5, scale = 1, turn = 0;
  std::optional<double> height;
  static void describe(Parameters<Row>& row) {
    row.parameter(&Row::x, "x", "").unit("m").word("none");
    row.parameter(&Row::y, "y", "").unit("m").word("none");
    row.parameter(&Row::u, "u", "");
    row.parameter(&Row::v, "v", "");
    row.parameter(&Row::scale, "scale", "");
    row.parameter(&Row::turn, "turn", "").unit("deg");
    row.parameter(&Row::height, "height", "").word("same");
  }
};
struct Knot {
  double at, value;
  static void describe(Parameters<Knot>& row) {
    row.parameter(&Knot::at, "at", "");
    row.parameter(&Knot::value, "value", "");
  }
};

constexpr std::int64_t across = 120, down = 90;

StageRun stamp(double base = 0) {
  StageRun run(terrawright_stage_stamp_of_shape(), across, down);
  run.cell(100).set("radius", 2000.0).input<Height>("field", base);
  return run;
}
std::vector<float> cells_of_stamp(const StageRun& run) { return test::painted(run, 16).cells<Height>("field"); }
float cell_at(const std::vector<float>& made, std::int64_t x, std::int64_t y) {
  return made[static_cast<std::size_t>(y * across + x)];
}
Row row_at(double x, double y) {
  Row row;
  row.x = x;
  row.y = y;
  return row;
}
std::vector<float> checkers(std::int64_t columns, std::int64_t rows) {
  std::vector<float> samples;
  for (std::int64_t i = 0; i < columns * rows; ++i) samples.push_back(static_cast<float>((i * 7919) % 256));
  return samples;
}

}  // namespace

TEST_CASE("a hill stands where its row says, as high and as wide", "[shape.stamp]") {
  StageRun run = stamp(5);
  Row second = row_at(9000, 7000);
  second.scale = 0.5;
  second.height = 7;
  run.set("points", std::vector<Row>{row_at(3000, 4000), second}).set("height", 10.0);
  const auto made = cells_of_stamp(run);
  for (std::int64_t y = 0; y < down; ++y) {
    for (std::int64_t x = 0; x < across; ++x) {
      float expected = 5;
      const auto add = [&](double px, double py, double radius, double high) {
        const double dx = (static_cast<double>(x) * 100 - px) / radius,
                     dy = (static_cast<double>(y) * 100 - py) / radius;
        const double r = std::sqrt(dx * dx + dy * dy), inside = 1 - r * r;
        if (r <= 1) expected = static_cast<float>(static_cast<double>(expected) + high * (inside * inside));
      };
      add(3000, 4000, 2000, 10);
      add(9000, 7000, 1000, 7);
      REQUIRE(cell_at(made, x, y) == expected);
    }
  }
  CHECK(cell_at(made, 30, 40) == 15.0f);
  CHECK(cell_at(made, 90, 70) == 12.0f);
  test::same_under_all_tiles(run);
}

TEST_CASE("places are shares of the sides, or metres: the middle unless said", "[shape.stamp]") {
  const auto highest = [](const StageRun& run) {
    const auto made = cells_of_stamp(run);
    const auto at = std::max_element(made.begin(), made.end()) - made.begin();
    return std::pair(at % across, at / across);
  };
  StageRun middle(terrawright_stage_stamp_of_shape(), across, down);
  middle.cell(100).input<Height>("field", 0.0).set("points", std::vector<Row>{Row{}});
  CHECK(highest(middle.set("points", std::vector<Row>{Row{}})) == std::pair<std::int64_t, std::int64_t>(59, 44));
  Row shares;
  shares.u = 1;
  shares.v = 0;
  CHECK(highest(stamp().set("points", std::vector<Row>{shares})) == std::pair<std::int64_t, std::int64_t>(119, 0));
  Row mixed;
  mixed.x = 700.0;
  mixed.v = 1;
  CHECK(highest(stamp().set("points", std::vector<Row>{mixed})) == std::pair<std::int64_t, std::int64_t>(7, 89));
}

TEST_CASE("a profile is a curve over the distance: a volcano has its rim and its caldera", "[shape.stamp]") {
  StageRun run = stamp(-100);
  run.set("profile", std::vector<Knot>{{0, 0.7}, {0.1, 0.7}, {0.25, 1}, {1, 0}}).set("height", 1000.0);
  run.set("points", std::vector<Row>{row_at(6000, 4500)});
  const auto made = cells_of_stamp(run);
  CHECK(cell_at(made, 60, 45) == 600.0f);
  CHECK(cell_at(made, 65, 45) == 900.0f);
  CHECK(cell_at(made, 60, 40) == 900.0f);
  CHECK(cell_at(made, 80, 45) == -100.0f);
  CHECK(cell_at(made, 81, 45) == -100.0f);
  CHECK(*std::max_element(made.begin(), made.end()) == 900.0f);
  test::same_under_all_tiles(run);
}

TEST_CASE("a formula knows the place in radii, turned with the stamp, clockwise", "[shape.stamp]") {
  StageRun run = stamp();
  Row turned = row_at(6000, 4500);
  turned.turn = 90;
  run.set("formula", "x + 10 * y + 100 * r").set("points", std::vector<Row>{turned});
  const auto made = cells_of_stamp(run);
  // The right side is below now, and the lower side is to the left.
  CHECK(cell_at(made, 60, 55) == 0.5f + 50.0f);
  CHECK(cell_at(made, 50, 45) == 5.0f + 50.0f);
  CHECK(cell_at(made, 60, 45) == 0.0f);
  turned.turn = 33;
  run.set("formula", "let ridge = 1 - abs(y); max(ridge * (1 - r), 0)")
      .set("points", std::vector<Row>{turned, row_at(0, 0)});
  test::same_under_all_tiles(run);
}

TEST_CASE("stamps are added, or are a maximum, a minimum or a blend", "[shape.stamp]") {
  const auto middle = [](const char* mode, double base, double ground) {
    StageRun run = stamp(base);
    run.set("mode", mode).set("height", 8.0).set("ground", ground).set("formula", "select(r < 0.5, 0.75, 0)");
    const auto made = cells_of_stamp(run.set("points", std::vector<Row>{row_at(6000, 4500)}));
    return std::pair(cell_at(made, 60, 45), cell_at(made, 60, 60));
  };
  CHECK(middle("add", 1, 50) == std::pair(7.0f, 1.0f));
  CHECK(middle("max", 1, -2) == std::pair(4.0f, 1.0f));
  CHECK(middle("max", 5, -2) == std::pair(5.0f, 5.0f));
  CHECK(middle("min", 5, -2) == std::pair(4.0f, -2.0f));
  CHECK(middle("blend", 4, 50) == std::pair(7.0f, 4.0f));
}

TEST_CASE("an image is laid over the square around its point, and turned about it", "[shape.stamp]") {
  std::vector<float> samples;
  for (int y = 0; y < 5; ++y) {
    for (int x = 0; x < 5; ++x) samples.push_back(static_cast<float>(10 * x + y));
  }
  StageRun run = stamp();
  run.file("file", 5, 5, samples, 8).set("height", 255.0).set("points", std::vector<Row>{row_at(6000, 4500)});
  const auto made = cells_of_stamp(run);
  CHECK(cell_at(made, 60, 45) == 22.0f);
  CHECK(cell_at(made, 40, 25) == 0.0f);
  CHECK(cell_at(made, 80, 25) == 40.0f);
  CHECK(cell_at(made, 40, 65) == 4.0f);
  CHECK(cell_at(made, 65, 45) == 27.0f);  // half-way between two samples
  CHECK(cell_at(made, 81, 45) == 0.0f);
  Row turned = row_at(6000, 4500);
  turned.turn = 90;
  const auto quarter = cells_of_stamp(run.set("points", std::vector<Row>{turned}));
  CHECK(cell_at(quarter, 80, 25) == 0.0f);  // the top left corner is at the top right
  CHECK(cell_at(quarter, 80, 65) == 40.0f);
  // Any turn and scale, at the edges of tiles and of the world.
  std::vector<Row> many;
  for (int i = 0; i < 12; ++i) {
    Row row = row_at(i * 1100.0 - 300, (i * 37 % 11) * 900.0);
    row.turn = 17.0 * i - 40;
    row.scale = 0.2 + 0.13 * i;
    many.push_back(row);
  }
  StageRun rough = stamp(3);
  rough.file("file", 40, 31, checkers(40, 31), 8).set("points", many).set("mode", "max");
  test::same_under_all_tiles(rough);
}

TEST_CASE("where the world wraps a stamp reaches across its edge, as often as it is seen", "[shape.stamp]") {
  const auto both = static_cast<std::uint32_t>(TERRAWRIGHT_WRAP_X | TERRAWRIGHT_WRAP_Y);
  StageRun edge = stamp(), inside = stamp();
  edge.wrap(both).set("points", std::vector<Row>{row_at(0, 0)});
  inside.wrap(both).set("points", std::vector<Row>{row_at(6000, 4500)});
  const auto corner = cells_of_stamp(edge), middle = cells_of_stamp(inside);
  for (std::int64_t y = 0; y < down; ++y) {
    for (std::int64_t x = 0; x < across; ++x) {
      REQUIRE(cell_at(corner, x, y) == Approx(cell_at(middle, (x + 60) % across, (y + 45) % down)).margin(1e-6));
    }
  }
  StageRun large = stamp();
  large.wrap(both).set("radius", 30000.0).set("points", std::vector<Row>{row_at(100, -20000)});
  test::same_under_all_tiles(large);
  CHECK_THAT(test::refusal(large.set("radius", 200000.0)), Catch::Contains("goes more than 8 times round the world"));
}

TEST_CASE("smaller cells show the same stamps", "[shape.stamp]") {
  StageRun coarse = stamp(), fine(terrawright_stage_stamp_of_shape(), 4 * across - 3, 4 * down - 3);
  fine.cell(25).set("radius", 2000.0).input<Height>("field", 0.0);
  Row row = row_at(4321, 2345);
  row.turn = 20;
  for (StageRun* run : {&coarse, &fine})
    run->set("formula", "(1 - r) * (1 + x * y)").set("points", std::vector<Row>{row});
  const auto few = cells_of_stamp(coarse), many = cells_of_stamp(fine);
  for (std::int64_t y = 0; y < down; ++y) {
    for (std::int64_t x = 0; x < across; ++x)
      REQUIRE(cell_at(few, x, y) == many[static_cast<std::size_t>(4 * y * (4 * across - 3) + 4 * x)]);
  }
}

TEST_CASE("weights stay in 0..1 under stamps", "[shape.stamp]") {
  StageRun run(terrawright_stage_stamp_of_shape(), 20, 20);
  run.cell(100).input<Weight>("field", 0.5).set("height", -3.0);
  const auto made = run.paint().cells<Weight>("field");
  CHECK(*std::min_element(made.begin(), made.end()) == 0.0f);
}

TEST_CASE("stamps without one shape, and shapes without a value, are refused", "[shape.stamp]") {
  CHECK_THAT(test::refusal(stamp().set("formula", "r").set("profile", std::vector<Knot>{{0, 1}, {1, 0}})),
             Catch::Contains("formula: a stamp has one shape; leave out all but one of"));
  CHECK_THAT(test::refusal(stamp().set("profile", std::vector<Knot>{{0, 1}})),
             Catch::Contains("a profile needs at least two points"));
  CHECK_THAT(test::refusal(stamp().set("profile", std::vector<Knot>{{0, 1}, {0.5, 2}, {0.5, 0}})),
             Catch::Contains("profile[2].at: it does not lie beyond the point before it: `at` must ascend"));
  CHECK_THAT(test::refusal(stamp().set("formula", "1 - q")),
             Catch::Contains("there is no 'q'; its values are r, x, y (character 5 "));
  CHECK_THAT(test::refusal(stamp().set("formula", "r[1, 0]")), Catch::Contains("r has no neighbours; no value has"));
  CHECK_THAT(test::refusal(stamp().set("formula", "height = r")), Catch::Contains("height is no output"));
  CHECK_THAT(test::refusal(stamp().set("formula", "let s = 1;")), Catch::Contains("the formula gives no result"));
  CHECK_THAT(test::refusal(stamp().set("formula", "1 / (r - r)"), 16),
             Catch::Contains("this divides 1 by 0; guard it") && Catch::Contains("at cell ("));
  CHECK_THAT(test::refusal(stamp().set("radius", 0.0)), Catch::Contains("a radius is above 0"));
  CHECK_THAT(test::refusal(stamp().file("file", 2, 2, {0, 0, 0, std::nanf("")})), Catch::Contains("no finite number"));
}
