// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "stages/shape/field.hpp"

using namespace terrawright;

namespace {

std::string use_range_map(const std::string& with) {
  return "{use: shape.range_map@1, in: {field: field}, with: {" + with + "}}";
}
const test::ShapedField some = {5, 1, {-1.0f, -0.5f, 0.0f, 0.5f, 1.0f}};

}  // namespace

TEST_CASE("ends go to ends, and what lies between in a straight line", "[shape.range_map]") {
  CHECK(test::cells_of(some, use_range_map("from: [-1, 1], to: [0, 1]")) ==
        std::vector<float>{0, 0.25f, 0.5f, 0.75f, 1});
  CHECK(test::cells_of(some, use_range_map("from: [-1, 1], to: [10, -10]")) == std::vector<float>{10, 5, 0, -5, -10});
  CHECK(test::cells_of(some, use_range_map("from: [0, 1], to: [0, 8]")) == std::vector<float>{-8, -4, 0, 4, 8});
  CHECK(test::cells_of(some, use_range_map("from: [0, 1], to: [2, 2]")) == std::vector<float>(5, 2.0f));
  CHECK(test::cells_of(some, use_range_map("")) == some.cells);
}

TEST_CASE("without offset it is mapv to the letter", "[shape.range_map]") {
  const auto field = test::noise(50, 3, 2);
  const auto cells = test::cells_of(field, use_range_map("from: [2, 5], to: [1, 7], offset: false"));
  for (std::size_t i = 0; i < cells.size(); ++i) {
    REQUIRE(cells[i] == static_cast<float>(1.0 + static_cast<double>(field.cells[i]) * ((7.0 - 1.0) / (5.0 - 2.0))));
  }
  CHECK(test::cells_of(field, use_range_map("from: [0, 5], to: [1, 7], offset: false")) ==
        test::cells_of(field, use_range_map("from: [0, 5], to: [1, 7]")));
}

TEST_CASE("there and back again", "[shape.range_map]") {
  for (unsigned seed = 0; seed < 20; ++seed) {
    const auto field = test::noise(30, 10, seed);
    const auto there = test::cells_of(field, use_range_map("from: [0, 1], to: [-300, 4500]"));
    const auto back = test::cells_of({30, 10, there}, use_range_map("from: [-300, 4500], to: [0, 1]"));
    for (std::size_t i = 0; i < back.size(); ++i) {
      // Half a unit in the last place of 4500, scaled back, and of 1.
      REQUIRE(std::abs(back[i] - field.cells[i]) <= std::ldexp(1.0f, -12) / 4800.0f + std::ldexp(1.0f, -25));
    }
  }
}

TEST_CASE("clamp keeps results between the new ends, also where they are turned over", "[shape.range_map]") {
  CHECK(test::cells_of(some, use_range_map("from: [-0.5, 0.5], to: [1, 2], clamp: true")) ==
        std::vector<float>{1, 1, 1.5f, 2, 2});
  CHECK(test::cells_of(some, use_range_map("from: [-0.5, 0.5], to: [2, 1], clamp: true")) ==
        std::vector<float>{2, 2, 1.5f, 1, 1});
}

TEST_CASE("units and weights", "[shape.range_map]") {
  CHECK(test::shaped(some, use_range_map("to: [0, 2000], unit: m")).layer("out").facts().unit == "m");
  CHECK_THROWS_WITH(test::shaped(some, use_range_map("unit: mm/yr")),
                    Catch::Contains("heights are in m or without unit (1)"));
  test::ShapedField weights = {3, 1, {0.0f, 0.5f, 1.0f}, "test.given_weight"};
  CHECK(test::cells_of(weights, use_range_map("from: [0.5, 1]")) == std::vector<float>{0, 0, 1});
  CHECK_THROWS_WITH(test::shaped(weights, use_range_map("to: [0, 2]")), Catch::Contains("weights lie in 0..1"));
  CHECK_THROWS_WITH(test::shaped(weights, use_range_map("unit: m")), Catch::Contains("weights have no unit"));
}

TEST_CASE("ranges that map nothing are refused", "[shape.range_map]") {
  CHECK_THROWS_WITH(test::shaped(some, use_range_map("from: [1, 1]")),
                    Catch::Contains("both ends of the range are the same"));
  CHECK_THROWS_WITH(test::shaped(some, use_range_map("to: [1]")), Catch::Contains("two ends"));
  CHECK_THROWS_WITH(test::shaped(some, use_range_map("to: [0, 1e300]")),
                    Catch::Contains("too large for float32 cells"));
  CHECK_THROWS_WITH(test::shaped(some, use_range_map("from: [0, 1e-30], to: [0, 1e30]")),
                    Catch::Contains("too large") && Catch::Contains("(0, 0)"));
}
