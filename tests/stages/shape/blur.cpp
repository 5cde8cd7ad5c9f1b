// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <numeric>

#include "stages/shape/field.hpp"

using namespace terrawright;

namespace {

std::string use_blur(const std::string& with) {
  return "{use: shape.blur@1, in: {field: field}, with: {" + with + "}}";
}

// The definition, cell by cell in long double: means along x, then along y, of the field that goes on beyond its edges.
double plain_blur(const test::ShapedField& field, std::int64_t radius, int passes, std::int64_t x, std::int64_t y) {
  // The kernel of several means, along one axis.
  std::vector<long double> kernel = {1.0L};
  for (int pass = 0; pass < passes; ++pass) {
    std::vector<long double> wider(kernel.size() + 2 * static_cast<std::size_t>(radius));
    for (std::size_t i = 0; i < kernel.size(); ++i) {
      for (std::size_t k = 0; k <= 2 * static_cast<std::size_t>(radius); ++k) wider[i + k] += kernel[i];
    }
    kernel = std::move(wider);
  }
  const long double whole = std::accumulate(kernel.begin(), kernel.end(), 0.0L);
  const std::int64_t reach = radius * passes;
  long double sum = 0;
  for (std::int64_t j = -reach; j <= reach; ++j) {
    for (std::int64_t i = -reach; i <= reach; ++i) {
      const float cell = field.at(std::clamp<std::int64_t>(x + i, 0, field.width - 1),
                                  std::clamp<std::int64_t>(y + j, 0, field.height - 1));
      sum += kernel[static_cast<std::size_t>(i + reach)] * kernel[static_cast<std::size_t>(j + reach)] *
             static_cast<long double>(cell);
    }
  }
  return static_cast<double>(sum / whole / whole);
}

}  // namespace

TEST_CASE("means of one and of several passes, by their definition", "[shape.blur]") {
  for (const auto& [radius, passes] : {std::pair{1, 1}, {1, 3}, {2, 2}, {3, 1}, {5, 3}, {9, 1}, {2, 8}}) {
    const auto field = test::noise(40, 23, static_cast<unsigned>(radius * 10 + passes));
    const auto cells =
        test::cells_of(field, use_blur("cells: " + std::to_string(radius) + ", passes: " + std::to_string(passes)));
    for (std::int64_t y = 0; y < 23; y += 2) {
      for (std::int64_t x = 0; x < 40; ++x) {
        const double expected = plain_blur(field, radius, passes, x, y);
        REQUIRE(std::abs(static_cast<double>(cells[static_cast<std::size_t>(y * 40 + x)]) - expected) < 4e-8);
      }
    }
  }
}

TEST_CASE("one raised cell becomes the kernel: box, tent and binomial", "[shape.blur]") {
  auto spike = test::field_of(11, 1, [](auto x, auto) { return x == 5 ? 81.0 : 0.0; });
  CHECK(test::cells_of(spike, use_blur("cells: 1, passes: 1")) ==
        std::vector<float>{0, 0, 0, 0, 27, 27, 27, 0, 0, 0, 0});
  CHECK(test::cells_of(spike, use_blur("cells: 1, passes: 2")) ==
        std::vector<float>{0, 0, 0, 9, 18, 27, 18, 9, 0, 0, 0});
  CHECK(test::cells_of(spike, use_blur("cells: 1, passes: 4")) ==
        std::vector<float>{0, 1, 4, 10, 16, 19, 16, 10, 4, 1, 0});
}

TEST_CASE("the documented standard deviation", "[shape.blur]") {
  const auto spike = test::field_of(201, 1, [](auto x, auto) { return x == 100 ? 1.0 : 0.0; });
  for (const auto& [radius, passes] : {std::pair{1, 3}, {4, 3}, {10, 2}, {7, 8}}) {
    const auto cells =
        test::cells_of(spike, use_blur("cells: " + std::to_string(radius) + ", passes: " + std::to_string(passes)));
    double mean = 0, square = 0, sum = 0;
    for (std::size_t x = 0; x < cells.size(); ++x) {
      const double away = static_cast<double>(x) - 100.0, cell = static_cast<double>(cells[x]);
      sum += cell;
      mean += away * cell;
      square += away * away * cell;
    }
    CHECK(sum == Approx(1.0).epsilon(1e-6));
    CHECK(std::abs(mean) < 1e-5);
    CHECK(std::sqrt(square) == Approx(std::sqrt(passes * radius * (radius + 1) / 3.0)).epsilon(1e-5));
  }
}

TEST_CASE("constants stay, to the last bit, and the range is never left", "[shape.blur]") {
  const auto constant = test::field_of(30, 20, [](auto, auto) { return 0.1; });
  CHECK(test::cells_of(constant, use_blur("cells: 7, passes: 3")) == constant.cells);
  for (unsigned seed = 0; seed < 20; ++seed) {
    const auto field = test::noise(37, 29, seed);
    const auto [low, high] = std::minmax_element(field.cells.begin(), field.cells.end());
    for (const float cell : test::cells_of(field, use_blur("cells: " + std::to_string(seed % 5 + 1)))) {
      REQUIRE((*low <= cell && cell <= *high));
    }
  }
}

TEST_CASE("a plane stays a plane away from the edges, and a reach of 0 keeps every bit", "[shape.blur]") {
  const auto plane = test::field_of(50, 40, [](auto x, auto y) { return 3.0 * static_cast<double>(x - 2 * y); });
  const auto cells = test::cells_of(plane, use_blur("cells: 2, passes: 3"));
  for (std::int64_t y = 6; y < 34; ++y) {
    for (std::int64_t x = 6; x < 44; ++x) {
      REQUIRE(cells[static_cast<std::size_t>(y * 50 + x)] == Approx(plane.at(x, y)).margin(1e-4));
    }
  }
  const auto field = test::noise(12, 9, 3);
  CHECK(test::cells_of(field, use_blur("cells: 0")) == field.cells);
  CHECK(test::cells_of(field, use_blur("radius: 0 m")) == field.cells);
}

TEST_CASE("a radius in metres is the same as its cells", "[shape.blur]") {
  auto field = test::noise(30, 30, 8);
  field.cell = "500 m";
  CHECK(test::cells_of(field, use_blur("radius: 2 km")) == test::cells_of(field, use_blur("cells: 4")));
  CHECK(test::cells_of(field, use_blur("radius: 0.7 km")) == test::cells_of(field, use_blur("cells: 1")));
  CHECK(test::cells_of(field, use_blur("radius: 0.8 km")) == test::cells_of(field, use_blur("cells: 2")));
  CHECK_THROWS_WITH(test::shaped(field, use_blur("radius: 600 km")), Catch::Contains("at most 1024 cells"));
}

TEST_CASE("reaches far beyond the world, and worlds of one cell, row and column", "[shape.blur]") {
  CHECK(test::cells_of({1, 1, {0.3f}}, use_blur("cells: 20, passes: 8")) == std::vector<float>{0.3f});
  for (const auto& [width, height] : {std::pair{1, 9}, {9, 1}, {2, 2}}) {
    const auto field = test::noise(width, height, 6);
    const auto cells = test::cells_of(field, use_blur("cells: 15, passes: 1"));
    for (std::int64_t y = 0; y < height; ++y) {
      for (std::int64_t x = 0; x < width; ++x) {
        REQUIRE(cells[static_cast<std::size_t>(y * width + x)] == Approx(plain_blur(field, 15, 1, x, y)).margin(4e-8));
      }
    }
  }
}

TEST_CASE("NaN is an error at its cell, not at a neighbour's", "[shape.blur]") {
  auto field = test::noise(20, 20, 1);
  field.cells[13 * 20 + 9] = std::nanf("");
  for (const std::int64_t tile : {0, 7}) {
    CHECK_THROWS_WITH(test::shaped(field, use_blur("cells: 3"), tile), Catch::Contains("(9, 13)"));
  }
}

TEST_CASE("blur: windows across stored chunks", "[shape.blur]") {
  test::cells_of(test::of_several_chunks(1), use_blur("cells: 3, passes: 2"));
}
