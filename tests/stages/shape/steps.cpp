// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "stages/shape/field.hpp"

using namespace terrawright;

namespace {

std::string stage(int count) {
  return "{use: shape.steps@1, in: {field: field}, with: {count: " + std::to_string(count) + "}}";
}

std::vector<std::uint16_t> steps(const test::ShapedField& field, int count, std::int64_t tile = 7) {
  return test::shaped(field, stage(count), tile).cells<std::uint16_t>("out");
}

}  // namespace

TEST_CASE("whole steps by the formula; the last one at the highest cells alone", "[shape.steps]") {
  for (const int count : {1, 9, 10, 255}) {
    for (unsigned seed = 0; seed < 10; ++seed) {
      auto field = test::noise(33, 20, seed);
      for (float& cell : field.cells) cell = cell * 7.0f - 3.0f;
      const auto cells = steps(field, count);
      const auto [low, high] = std::minmax_element(field.cells.begin(), field.cells.end());
      const double from = static_cast<double>(*low), range = static_cast<double>(*high) - from;
      for (std::size_t i = 0; i < cells.size(); ++i) {
        const double exact = (static_cast<double>(field.cells[i]) - from) * count / range;
        REQUIRE(cells[i] == std::trunc(exact));
        REQUIRE((cells[i] == count) == (field.cells[i] == *high));
      }
      for (const std::int64_t tile : {0, 64, 300}) CHECK(steps(field, count, tile) == cells);
    }
  }
}

TEST_CASE("a cell just below the highest is not on the last step, whatever is rounded", "[shape.steps]") {
  CHECK(steps({3, 1, {-1e30f, 0.5e-30f, 1e-30f}}, 10) == std::vector<std::uint16_t>{0, 9, 10});
}

TEST_CASE("a constant field has one step", "[shape.steps]") {
  CHECK(steps({2, 2, std::vector<float>(4, 3.5f)}, 10) == std::vector<std::uint16_t>(4, 0));
  CHECK(steps({1, 1, {-1.0f}}, 10) == std::vector<std::uint16_t>{0});
  CHECK(steps({1, 3, {0.0f, 5.0f, 10.0f}}, 10) == std::vector<std::uint16_t>{0, 5, 10});
}

TEST_CASE("classes in greys from black to white, and the same as numbers", "[shape.steps]") {
  const auto field = test::noise(9, 9, 5);
  const auto built = test::shaped(field, stage(10));
  const auto& legend = built.layer("out").facts().legend;
  REQUIRE(legend.size() == 11);
  CHECK(legend[0].colour.red == 0);
  CHECK(legend[10].colour.red == 255);
  CHECK(legend[10].glyph == "a");
  const auto numbers = test::shaped(field, stage(10), 7, 2, "out.field").cells<float>("out.field");
  const auto classes = built.cells<std::uint16_t>("out");
  for (std::size_t i = 0; i < classes.size(); ++i) REQUIRE(numbers[i] == static_cast<float>(classes[i]));
}

TEST_CASE("counts out of range and steps as weights are refused", "[shape.steps]") {
  auto field = test::noise(3, 3, 1);
  CHECK_THROWS_AS(test::shaped(field, stage(0)), test::BuildFailed);
  CHECK_THROWS_AS(test::shaped(field, stage(256)), test::BuildFailed);
  field.given = "test.given_weight";
  CHECK_NOTHROW(test::shaped(field, stage(10)));
  CHECK_THROWS_WITH(test::shaped(field, stage(10), 7, 2, "out.field"), Catch::Contains("weights lie in 0..1"));
}
