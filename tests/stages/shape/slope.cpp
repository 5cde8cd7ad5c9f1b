// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <limits>

#include "stages/shape/field.hpp"

using namespace terrawright;

namespace {

std::string use_slope(const std::string& with = "") {
  return "{use: shape.slope@1, in: {height: field}, with: {" + with + "}}";
}
template <class Value>
test::ShapedField metres(std::int64_t width, std::int64_t height, const std::string& cell, Value value) {
  auto field = test::field_of(width, height, value);
  field.unit = "m";
  field.cell = cell;
  return field;
}

}  // namespace

TEST_CASE("a plane has one slope, edges and corners included", "[shape.slope]") {
  // Legs 3 and 4 to the hypotenuse 5, over cells of 10 m.
  const auto plane = metres(33, 20, "10 m",
                            [](auto x, auto y) { return 6.0 * static_cast<double>(x) - 8.0 * static_cast<double>(y); });
  CHECK(test::cells_of(plane, use_slope()) == std::vector<float>(33 * 20, 1.0f));
  CHECK(test::cells_of(plane, use_slope("stencil: horn")) == std::vector<float>(33 * 20, 1.0f));
}

TEST_CASE("rise over run by the formula", "[shape.slope]") {
  const auto field = metres(9, 7, "2 m", [](auto x, auto y) { return static_cast<double>((x * 37 + y * 61) % 23); });
  const auto central = test::cells_of(field, use_slope()), horn = test::cells_of(field, use_slope("stencil: horn"));
  for (std::int64_t y = 1; y < 6; ++y) {
    for (std::int64_t x = 1; x < 8; ++x) {
      const auto at = [&](std::int64_t i, std::int64_t j) { return static_cast<double>(field.at(x + i, y + j)); };
      const auto i = static_cast<std::size_t>(y * 9 + x);
      const double p = (at(1, 0) - at(-1, 0)) / 4, q = (at(0, 1) - at(0, -1)) / 4;
      REQUIRE(central[i] == static_cast<float>(std::sqrt(p * p + q * q)));
      const double hp = (at(1, -1) + 2 * at(1, 0) + at(1, 1) - at(-1, -1) - 2 * at(-1, 0) - at(-1, 1)) / 16;
      const double hq = (at(-1, 1) + 2 * at(0, 1) + at(1, 1) - at(-1, -1) - 2 * at(0, -1) - at(1, -1)) / 16;
      REQUIRE(horn[i] == static_cast<float>(std::sqrt(hp * hp + hq * hq)));
    }
  }
}

TEST_CASE("half the cell, twice the slope; transposed and turned upside down, the same", "[shape.slope]") {
  for (unsigned seed = 0; seed < 10; ++seed) {
    const auto noise = test::noise(40, 40, seed);
    const auto at = [&](auto x, auto y) { return noise.at(x, y) * 100.0f; };
    const auto cells = test::cells_of(metres(40, 40, "10 m", at), use_slope());
    const auto finer = test::cells_of(metres(40, 40, "5 m", at), use_slope());
    const auto turned = test::cells_of(metres(40, 40, "10 m", [&](auto x, auto y) { return at(y, x); }), use_slope());
    const auto below = test::cells_of(metres(40, 40, "10 m", [&](auto x, auto y) { return -at(x, y); }), use_slope());
    for (std::size_t i = 0; i < cells.size(); ++i) {
      REQUIRE(finer[i] == 2.0f * cells[i]);
      REQUIRE(turned[i % 40 * 40 + i / 40] == cells[i]);
      REQUIRE(below[i] == cells[i]);
      REQUIRE(cells[i] >= 0.0f);
    }
  }
}

TEST_CASE("level ground and worlds of one cell, row and column", "[shape.slope]") {
  const auto level = metres(5, 5, "1 m", [](auto, auto) { return 12.5; });
  CHECK(test::cells_of(level, use_slope()) == std::vector<float>(25, 0.0f));
  for (const char* stencil : {"stencil: central", "stencil: horn"}) {
    CHECK(test::cells_of(metres(1, 1, "1 m", [](auto, auto) { return 3.0; }), use_slope(stencil)) ==
          std::vector<float>{0});
    const auto rising = [](auto x, auto y) { return 0.5 * static_cast<double>(x + y); };
    CHECK(test::cells_of(metres(1, 9, "1 m", rising), use_slope(stencil)) == std::vector<float>(9, 0.5f));
    CHECK(test::cells_of(metres(9, 1, "1 m", rising), use_slope(stencil)) == std::vector<float>(9, 0.5f));
  }
}

TEST_CASE("kind and unit; heights that are not in metres, NaN and cliffs beyond float32", "[shape.slope]") {
  auto field = metres(4, 4, "1 m", [](auto x, auto) { return static_cast<double>(x); });
  const auto built = test::shaped(field, use_slope());
  CHECK(built.layer("out").facts().kind == TERRAWRIGHT_KIND_SCALAR);
  CHECK(built.layer("out").facts().unit == "1");
  field.cells[6] = std::nanf("");
  CHECK_THROWS_WITH(test::shaped(field, use_slope()), Catch::Contains("(2, 1)"));
  field.cells[6] = std::numeric_limits<float>::max();
  field.cell = "1 mm";
  CHECK_THROWS_WITH(test::shaped(field, use_slope()), Catch::Contains("too steep"));
  field.unit = "1";
  CHECK_THROWS_WITH(test::shaped(field, use_slope()), Catch::Contains("is in m"));
}

TEST_CASE("slope: windows across stored chunks", "[shape.slope]") {
  auto field = test::of_several_chunks(1);
  field.unit = "m";
  test::cells_of(field, use_slope("stencil: horn"));
}
