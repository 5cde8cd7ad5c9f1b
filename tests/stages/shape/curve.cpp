// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>

#include "shape/curve/monotone_curve.hpp"
#include "stages/shape/field.hpp"

using namespace terrawright;

namespace {

std::string use_curve(const std::string& points) {
  return "{use: shape.curve@1, in: {field: field}, with: {points: [" + points + "]}}";
}
std::string points(const std::vector<shape::Knot>& knots) {
  std::string text;
  for (const auto& k : knots) {
    text += (text.empty() ? "" : ", ") + ("{from: " + std::to_string(k.x)) + ", to: " + std::to_string(k.y) + "}";
  }
  return text;
}

}  // namespace

TEST_CASE("passes through its points and never leaves the range between two of them", "[shape.curve]") {
  std::mt19937 random(1);
  for (int world = 0; world < 300; ++world) {
    std::vector<shape::Knot> knots = {{-1.0, 0.0}};
    while (knots.size() < 7) {
      knots.push_back({knots.back().x + 0.01 + static_cast<double>(random() % 1000) / 100.0,
                       static_cast<double>(random() % 100) / 10.0});
    }
    const shape::MonotoneCurve curve(knots);
    for (std::size_t i = 0; i + 1 < knots.size(); ++i) {
      REQUIRE(curve(knots[i].x) == knots[i].y);
      const bool up = knots[i + 1].y >= knots[i].y;
      double before = knots[i].y;
      for (int k = 1; k <= 200; ++k) {
        const double y = curve(std::min(knots[i].x + (knots[i + 1].x - knots[i].x) * k / 200.0, knots[i + 1].x));
        REQUIRE((up ? y >= before - 1e-12 : y <= before + 1e-12));
        REQUIRE((y >= std::min(knots[i].y, knots[i + 1].y) && y <= std::max(knots[i].y, knots[i + 1].y)));
        before = y;
      }
    }
  }
}

TEST_CASE("slopes have no kinks at the points", "[shape.curve]") {
  const std::vector<shape::Knot> knots = {{0, 0}, {0.3, 0.1}, {0.7, 0.25}, {1, 1}};
  const shape::MonotoneCurve curve(knots);
  const double h = 1e-6;
  for (const auto& k : {knots[1], knots[2]}) {
    const double left = (curve(k.x) - curve(k.x - h)) / h, right = (curve(k.x + h) - curve(k.x)) / h;
    CHECK(std::abs(left - right) < 1e-4);
    CHECK(left > 0.1);
  }
}

TEST_CASE("the paper's example RPN 14 rises without a bump", "[shape.curve]") {
  const std::vector<shape::Knot> knots = {{7.99, 0},       {8.09, 2.76429e-5}, {8.19, 4.37498e-2},
                                          {8.7, 0.169183}, {9.2, 0.469428},    {10, 0.943740},
                                          {12, 0.998636},  {15, 0.999919},     {20, 0.999994}};
  const shape::MonotoneCurve curve(knots);
  double before = -1;
  for (int k = 0; k <= 4000; ++k) {
    const double y = curve(7.9 + 12.2 * k / 4000.0);
    REQUIRE(y >= before);
    REQUIRE(y <= 0.999994);
    before = y;
  }
}

TEST_CASE("rising points keep the order of the cells, falling ones turn it over", "[shape.curve]") {
  const std::string rising = "{from: 0, to: 0}, {from: 0.3, to: 0.1}, {from: 0.6, to: 0.1}, {from: 1, to: 3}";
  for (unsigned seed = 0; seed < 20; ++seed) {
    auto field = test::noise(64, 32, seed);
    // Neighbours in float32 are the hardest to keep in order.
    for (std::size_t i = 0; i + 1 < field.cells.size(); i += 2)
      field.cells[i + 1] = std::nextafter(field.cells[i], 2.0f);
    const auto up = test::cells_of(field, use_curve(rising));
    const auto down = test::cells_of(field, use_curve("{from: 0, to: 1}, {from: 0.4, to: 0.2}, {from: 1, to: 0}"));
    std::vector<std::size_t> order(up.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::sort(order.begin(), order.end(), [&](auto a, auto b) { return field.cells[a] < field.cells[b]; });
    for (std::size_t i = 1; i < order.size(); ++i) {
      REQUIRE(up[order[i - 1]] <= up[order[i]]);
      REQUIRE(down[order[i - 1]] >= down[order[i]]);
    }
  }
}

TEST_CASE("two points are a straight line, and the identity keeps every bit inside", "[shape.curve]") {
  const auto field = test::noise(40, 40, 9);
  CHECK(test::cells_of(field, use_curve("{from: 0, to: 0}, {from: 1, to: 1}")) == field.cells);
  const test::ShapedField some = {5, 1, {-3.0f, 0.0f, 0.5f, 1.0f, 7.0f}};
  CHECK(test::cells_of(some, use_curve("{from: 0, to: 10}, {from: 1, to: 30}")) ==
        std::vector<float>{10, 10, 20, 30, 30});
}

TEST_CASE("with a level the sea keeps its bits and land stays land", "[shape.curve]") {
  const std::string with = "{points: [{from: 0, to: 0}, {from: 0.5, to: 0}, {from: 1, to: 1}]}";
  for (unsigned seed = 0; seed < 10; ++seed) {
    for (const std::int64_t tile : {0, 7, 64}) {
      test::Options options;
      options.tile = tile;
      const auto built = test::build(R"(
terrawright: 1
name: t
world: {size: [129, 129], seed: )" + std::to_string(seed) +
                                         R"(}
stages:
  height: {use: heights.diamond_square@1, with: {seeding: island}}
  sea: {use: sea.level@1, in: {height: height}}
  out: {use: shape.curve@1, in: {field: height, level: sea.level}, with: )" +
                                         with + "}\noutputs: [{layers: {h: height, o: out}}]\n",
                                     options);
      const auto q = static_cast<float>(built.number("sea.level"));
      const auto before = built.cells<float>("height"), after = built.cells<float>("out");
      const float summit = *std::max_element(before.begin(), before.end());
      for (std::size_t i = 0; i < before.size(); ++i) {
        REQUIRE((before[i] > q) == (after[i] > q));
        if (before[i] <= q) REQUIRE(after[i] == before[i]);
        if (before[i] == summit) REQUIRE(after[i] == summit);
        // Half the way up is a plain by the shore.
        if (before[i] > q && before[i] < q + 0.49f * (summit - q)) {
          REQUIRE(after[i] == std::nextafter(q, std::numeric_limits<float>::infinity()));
        }
      }
    }
  }
}

TEST_CASE("points that make no curve are refused", "[shape.curve]") {
  const auto field = test::noise(3, 3, 1);
  CHECK_THROWS_WITH(test::shaped(field, use_curve("{from: 0, to: 1}")), Catch::Contains("at least two points"));
  CHECK_THROWS_WITH(test::shaped(field, use_curve(points({{0, 0}, {1, 1}, {1, 2}}))),
                    Catch::Contains("point 3 does not lie beyond the point before it"));
  CHECK_THROWS_WITH(test::shaped(field, use_curve("{from: 0, to: 0}, {from: 1, to: 1e300}")),
                    Catch::Contains("point 2 has a number that is too large"));
  auto weights = field;
  weights.given = "test.given_weight";
  CHECK_THROWS_WITH(test::shaped(weights, use_curve("{from: 0, to: 0}, {from: 1, to: 2}")),
                    Catch::Contains("point 2 maps to a value outside 0..1"));
}

TEST_CASE("worlds of one cell and of one column", "[shape.curve]") {
  CHECK(test::cells_of({1, 1, {0.5f}}, use_curve("{from: 0, to: 0}, {from: 1, to: 4}")) == std::vector<float>{2});
  CHECK(test::cells_of({1, 3, {0, 0.5f, 1}}, use_curve("{from: 0, to: 0}, {from: 1, to: 4}")) ==
        std::vector<float>{0, 2, 4});
}
