// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>

#include "stages/shape/field.hpp"

using namespace terrawright;

namespace {
const std::string node = "{use: shape.normalise@1, in: {field: field}}";
}

TEST_CASE("the lowest cell is exactly 0, the highest 1, and the order stays", "[shape.normalise]") {
  for (unsigned seed = 0; seed < 30; ++seed) {
    auto field = test::noise(31, 17, seed);
    for (float& cell : field.cells) cell = cell * 3000.0f - 1000.0f * static_cast<float>(seed);
    const auto cells = test::cells_of(field, node);
    CHECK(*std::min_element(cells.begin(), cells.end()) == 0.0f);
    CHECK(*std::max_element(cells.begin(), cells.end()) == 1.0f);
    const auto [low, high] = std::minmax_element(field.cells.begin(), field.cells.end());
    const double from = static_cast<double>(*low), range = static_cast<double>(*high) - from;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      REQUIRE(cells[i] == static_cast<float>((static_cast<double>(field.cells[i]) - from) / range));
      const std::size_t j = (i * 7 + 3) % cells.size();
      if (field.cells[i] <= field.cells[j]) REQUIRE(cells[i] <= cells[j]);
    }
  }
}

TEST_CASE("what is normalised stays as it is, bit for bit", "[shape.normalise]") {
  const auto once = test::cells_of(test::noise(40, 9, 3), node);
  CHECK(test::cells_of({40, 9, once}, node) == once);
}

TEST_CASE("a constant field becomes 0, also of one cell", "[shape.normalise]") {
  CHECK(test::cells_of({3, 2, std::vector<float>(6, -7.5f)}, node) == std::vector<float>(6, 0.0f));
  CHECK(test::cells_of({1, 1, {4.0f}}, node) == std::vector<float>{0.0f});
  CHECK(test::cells_of({1, 4, {4.0f, 8.0f, 6.0f, 5.0f}}, node) == std::vector<float>{0.0f, 1.0f, 0.5f, 0.25f});
}

TEST_CASE("ranges that float32 cannot hold are normalised in float64", "[shape.normalise]") {
  const float largest = std::numeric_limits<float>::max();
  CHECK(test::cells_of({3, 1, {-largest, 0.0f, largest}}, node) == std::vector<float>{0.0f, 0.5f, 1.0f});
}

TEST_CASE("unit 1, the input's kind, and weights by name", "[shape.normalise]") {
  auto field = test::noise(5, 5, 1);
  field.given = "test.given_scalar";
  field.unit = "mm/yr";
  const auto built = test::shaped(field, node);
  CHECK(built.layer("out").facts().kind == TERRAWRIGHT_KIND_SCALAR);
  CHECK(built.layer("out").facts().unit == "1");
  const auto weights = test::shaped(field, node, 64, 2, "out.weight");
  CHECK(weights.layer("out.weight").facts().kind == TERRAWRIGHT_KIND_WEIGHT);
  CHECK(weights.cells<float>("out.weight") == built.cells<float>("out"));
}

TEST_CASE("NaN and infinity are errors at their cell", "[shape.normalise]") {
  for (const float bad : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
    auto field = test::noise(20, 20, 1);
    field.cells[7 * 20 + 3] = bad;
    for (const std::int64_t tile : {0, 7}) {
      CHECK_THROWS_WITH(test::shaped(field, node, tile),
                        Catch::Contains("a value of 'field' is") && Catch::Contains("(3, 7)"));
    }
  }
}
