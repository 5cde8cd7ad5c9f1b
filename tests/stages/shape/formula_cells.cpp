// SPDX-License-Identifier: Apache-2.0
// Variables of a formula beyond a cell's own values: neighbours, places, names, several results.
#include <algorithm>
#include <cmath>
#include <vector>

#include "support/catch.hpp"
#include "support/stage_runs.hpp"

const terrawright_stage* terrawright_stage_formula_of_shape();
const terrawright_stage* terrawright_stage_slope_of_shape();

using namespace terrawright;
using testing::Result;
using testing::StageRun;

namespace {

constexpr std::int64_t width = 300, height = 40;

double rough(std::int64_t x, std::int64_t y) {
  const auto word = terrawright_word(terrawright_key_of_row(5, static_cast<std::int32_t>(y), 200, 0, 0),
                                     static_cast<std::int32_t>(x));
  return 100.0 * static_cast<double>(terrawright_unit(word));
}

StageRun formula(const std::string& text, std::int64_t w = width, std::int64_t h = height) {
  StageRun run(terrawright_stage_formula_of_shape(), w, h);
  for (const char* output : {"height", "scalar", "second_scalar", "third_scalar", "weight", "second_weight",
                             "third_weight", "mask", "second_mask", "third_mask"})
    run.without(output);
  run.input<Height>("a", rough).unit("a", "m").cell(30);
  run.set("formula", text);
  return run;
}
std::vector<float> cells_of_formula(const StageRun& run) { return test::painted(run, 64).cells<Height>("field"); }
float at(std::int64_t x, std::int64_t y) { return static_cast<float>(rough(x, y)); }
std::size_t place(std::int64_t x, std::int64_t y, std::int64_t w = width) {
  return static_cast<std::size_t>(y * w + x);
}

std::string refusal_of(const std::string& text) { return test::refusal(formula(text)); }

}  // namespace

TEST_CASE("a neighbour is the cell at its offset, at the edge the nearest", "[shape.formula]") {
  struct Case {
    std::string text;
    std::int64_t right, down;
  };
  for (const Case& c :
       {Case{"a[-1, 0]", -1, 0}, {"a[ +2,-3 ]", 2, -3}, {"a[0,1]", 0, 1}, {"a[64, -64]", 64, -64}, {"a[0, 0]", 0, 0}}) {
    INFO(c.text);
    const StageRun run = formula(c.text);
    const auto made = cells_of_formula(run);
    for (std::int64_t y = 0; y < height; ++y) {
      for (std::int64_t x = 0; x < width; ++x) {
        const float expected = at(std::clamp<std::int64_t>(x + c.right, 0, width - 1),
                                  std::clamp<std::int64_t>(y + c.down, 0, height - 1));
        REQUIRE(made[place(x, y)] == expected);
      }
    }
    test::same_under_all_tiles(run);
  }
}

TEST_CASE("values that are kept, used twice or the same everywhere come out as they are written", "[shape.formula]") {
  StageRun run = formula(
      "let s = a * a; let t = 3 - 2 * a; let half = (3 - 2) / 2; "
      "s * t + (a + s) * (t - a) - (s + t) * half * (a + 3 - 2) + -10 * select(half < 1, s, 1 / 0) + (a + s) * (3 - "
      "2)");
  run.set("unit", "1");
  const auto made = cells_of_formula(run);
  for (std::int64_t y = 0; y < height; ++y) {
    for (std::int64_t x = 0; x < width; ++x) {
      const auto a = static_cast<double>(at(x, y));
      const double s = a * a, t = 3 - 2 * a;
      const double expected = s * t + (a + s) * (t - a) - (s + t) * 0.5 * (a + 3 - 2) + -10 * s + (a + s) * 1;
      REQUIRE(made[place(x, y)] == static_cast<float>(expected));
    }
  }
  test::same_under_all_tiles(run);
}

TEST_CASE("neighbours see across the edge of a world that wraps, however narrow it is", "[shape.formula]") {
  for (const std::int64_t w : {3, 70}) {
    StageRun run = formula("a[-64, 2] + a[1, 0]", w, 5);
    run.wrap(TERRAWRIGHT_WRAP_X);
    const auto made = cells_of_formula(run);
    for (std::int64_t y = 0; y < 5; ++y) {
      for (std::int64_t x = 0; x < w; ++x) {
        const double left = static_cast<double>(at((x + 64 * (w - 1)) % w, std::min<std::int64_t>(y + 2, 4)));
        REQUIRE(made[place(x, y, w)] == static_cast<float>(left + static_cast<double>(at((x + 1) % w, y))));
      }
    }
    test::same_under_all_tiles(run);
  }
}

TEST_CASE("a slope by neighbours is that of shape.slope, bit by bit", "[shape.formula]") {
  StageRun slope(terrawright_stage_slope_of_shape(), width, height);
  slope.input<Height>("height", rough).cell(30);
  const auto expected = slope.paint().cells<Scalar>("slope");
  StageRun run = formula(
      "let p = (a[1, 0] - a[-1, 0]) / (2 * cell);\nlet q = (a[0, 1] - a[0, -1]) / (2 * cell);\nsqrt(p * p + q * q)");
  const auto made = cells_of_formula(run.set("unit", "1"));
  for (std::int64_t y = 1; y + 1 < height; ++y) {
    for (std::int64_t x = 1; x + 1 < width; ++x) REQUIRE(made[place(x, y)] == expected[place(x, y)]);
  }
  test::same_under_all_tiles(run);
}

TEST_CASE("x and y are metres from the centre of the first cell, u and v shares of the sides", "[shape.formula]") {
  StageRun run = formula("x + 1000 * y", 300, 40);
  const auto metres = cells_of_formula(run);
  CHECK(metres[place(0, 0)] == 0.0f);
  CHECK(metres[place(299, 0)] == 299 * 30.0f);
  CHECK(metres[place(7, 3)] == 7 * 30.0f + 1000.0f * (3 * 30.0f));
  test::same_under_all_tiles(run);
  StageRun shares = formula("u + 2 * v", 300, 40);
  const auto made = cells_of_formula(shares.set("unit", "1"));
  CHECK(made[place(299, 39)] == 3.0f);
  CHECK(made[place(150, 13)] == static_cast<float>(150.0 / 299.0 + 2 * (13.0 / 39.0)));
  // In a world that wraps the cell after the last would be 1.
  shares.wrap(TERRAWRIGHT_WRAP_X);
  CHECK(cells_of_formula(shares)[place(150, 39)] == 2.5f);
  // One cell has a place too.
  CHECK(cells_of_formula(formula("x + y + cell", 1, 1))[0] == 30.0f);
  CHECK(cells_of_formula(formula("u + v", 1, 1).set("unit", "1"))[0] == 0.0f);
}

TEST_CASE("names stand for values, on the cells and in the order where they are written", "[shape.formula]") {
  CHECK(cells_of_formula(formula("let twice = a * 2; let more = twice + 1; more * 0.5 + twice")) ==
        cells_of_formula(formula("(a * 2 + 1) * 0.5 + a * 2")));
  CHECK(cells_of_formula(formula("let s = a;\ns - 1;")) == cells_of_formula(formula("a - 1")));
  // A name that no result needs is left out, whatever it would be.
  CHECK(cells_of_formula(formula("let never = a / 0; a")) == cells_of_formula(formula("a")));
  CHECK(cells_of_formula(formula("mix(a, 2 * a, 0.25) + smooth(10, 20, 15) + exp(0)").set("unit", "m")) ==
        cells_of_formula(formula("(a + (2 * a - a) * 0.25) + 0.5 + 1").set("unit", "m")));
}

TEST_CASE("several results go out by the names of the outputs", "[shape.formula]") {
  StageRun run(terrawright_stage_formula_of_shape(), width, height);
  run.input<Height>("a", rough).unit("a", "m").cell(30).without("third_weight");
  run.set("formula",
          "let high = a > 70; height = max(a, 50); mask = high; second_mask = not high; third_mask = a[1, 0] > a;\n"
          "weight = clamp(a / 100, 0, 1); second_weight = high; scalar = a * a / 10000; second_scalar = x; a + 1");
  run.set("unit", "m");
  const Result result = test::painted(run, 64);
  const auto field = result.cells<Height>("field"), heights = result.cells<Height>("height");
  const auto weight = result.cells<Weight>("weight"), third = result.cells<Scalar>("third_scalar");
  const auto mask = result.cells<Mask>("mask"), other = result.cells<Mask>("second_mask");
  const auto rises = result.cells<Mask>("third_mask");
  const auto x_metres = result.cells<Scalar>("second_scalar");
  for (std::int64_t y = 0; y < height; ++y) {
    for (std::int64_t x = 0; x < width; ++x) {
      const std::size_t i = place(x, y);
      const float a = at(x, y);
      REQUIRE(field[i] == a + 1);
      REQUIRE(third[i] == a + 1);
      REQUIRE(heights[i] == std::max(a, 50.0f));
      REQUIRE(mask[i] == (a > 70));
      REQUIRE(other[i] == (a <= 70));
      REQUIRE(rises[i] == (at(std::min(x + 1, width - 1), y) > a));
      REQUIRE(weight[i] == static_cast<float>(static_cast<double>(a) / 100));
      REQUIRE(x_metres[i] == static_cast<float>(x) * 30);
    }
  }
  test::same_under_all_tiles(run);
}

TEST_CASE("each result has a unit and a kind of its own", "[shape.formula]") {
  StageRun run(terrawright_stage_formula_of_shape(), 8, 8);
  run.input<Height>("a", rough).unit("a", "m").cell(30);
  for (const char* output : {"second_scalar", "third_scalar", "weight", "second_weight", "third_weight"})
    run.without(output);
  run.set("formula", "let steep = (a[1, 0] - a) / cell; scalar = steep; mask = steep > 1; a");
  const Result result = test::painted(run);
  CHECK(result.unit("scalar") == "1");
  CHECK(result.unit("field") == "m");
  CHECK(refusal_of("a + u").find("this puts m and 1 together") != std::string::npos);
  CHECK(refusal_of("a + x") == "nothing");
}

TEST_CASE("what is wrong with neighbours, names and results is said at its place", "[shape.formula]") {
  const std::vector<std::pair<std::string, std::string>> wrong = {
      {"a[65, 0]", "a neighbour is at most 64 cells away along each axis (character 3 "},
      {"a[0, 99999999999999999999]", "at most 64 cells away along each axis (character 6 "},
      {"a[1]", "expected ',', found ']' (character 4 "},
      {"a[1.5, 0]", "expected ',', found '.' (character 4 "},
      {"a[b, 0]", "expected a whole number of cells, as in a[-1, 0], found 'b' (character 3 "},
      {"a[1, 0", "expected ']', found the end (character 7 "},
      {"x[1, 0] + a", "x has no neighbours; only these have: a, b, c, d, mask (character 1 "},
      {"let s = a; s[1, 0]", "s has no neighbours; only these have"},
      {"q[1, 0]", "there is no 'q'; its values are a, b"},
      {"let = a; a", "expected a name, as in let steep = a > 1;, found '=' (character 5 "},
      {"let s a; s", "expected '=', found 'a' (character 7 "},
      {"let s == a; s", "expected a value, found '=' (character 8 "},
      {"let s = ; s", "expected a value, found ';' (character 9 "},
      {"let s = a s", "expected an operator or ';', found 's' (character 11 "},
      {"let s = a;", "the formula gives no result; end it with a value"},
      {"let a = 1; a", "a is a value already; choose another name (character 5 "},
      {"let max = 1; a", "max is a function; choose another name (character 5 "},
      {"let mask_ = 1; let mask_ = 2; a", "mask_ has been given a value before; choose another name (character 20 "},
      {"let weight = a; weight", "weight is an output; choose another name (character 5 "},
      {"s + 1; let s = a; s",
       "there is no 's'; its values are a, b, c, d, mask, level, x, y, u, v, cell, width, height, side (character 1 "},
      {"let s = a; t", "x, y, u, v, cell, width, height, side, s (character 12 "},
      {"a; a + 1", "the formula has two results; name them, as in height = a; mask = b > 0 (character 6 "},
      {"height = a; height = a; a", "the output height has been given before (character 13 "},
      {"peaks = a; a", "peaks is no output; there are field, height, scalar"},
      {"height = a", "the output field is read, and the formula does not give it; add field = ..."},
      {"a;;", "expected a value, found ';' (character 3 "}};
  for (const auto& [text, message] : wrong) {
    INFO(text);
    CHECK_THAT(refusal_of(text), Catch::Contains(message));
  }
}

TEST_CASE("a value that is no number is blamed on its place, through names", "[shape.formula]") {
  CHECK_THAT(refusal_of("let q = a / (a - a); select(a > 1000, 1, q)"), Catch::Contains("by 0; guard it"));
  CHECK_THAT(refusal_of("let q = a / (a - a); select(a > 1000, 1, q)"), Catch::Contains("(character 11 of"));
  CHECK(refusal_of("let q = a / (a - a); select(a < 1000, 1, q)") == "nothing");
  CHECK_THAT(refusal_of("a[1, 0] / (a[1, 0] - a[1, 0])"), Catch::Contains("by 0; guard it"));
  // Beyond the tile, too, an input is no number where it is none.
  StageRun run = formula("a[1, 0]");
  run.input<Height>("a", [](auto x, auto y) { return x == 64 && y == 3 ? std::nan("") : rough(x, y); });
  CHECK_THAT(test::refusal(run, 64), Catch::Contains("a value of 'a' is NaN"));
}
