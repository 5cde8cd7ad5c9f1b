// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "stages/shape/field.hpp"

using namespace terrawright;

namespace {

std::string use_curvature(const std::string& of) {
  return "{use: shape.curvature@1, in: {height: field}, with: {of: " + of + "}}";
}
// Heights over places in metres, (0, 0) in the middle of a world of 41 x 41 cells of 10 m.
template <class Value>
test::ShapedField ground(Value value) {
  auto field = test::field_of(41, 41, [&](auto x, auto y) {
    return value(10.0 * static_cast<double>(x - 20), 10.0 * static_cast<double>(y - 20));
  });
  field.unit = "m";
  field.cell = "10 m";
  return field;
}
constexpr std::size_t middle = 20 * 41 + 20, aside = 20 * 41 + 30, between = 27 * 41 + 27;

}  // namespace

TEST_CASE("a sphere bends by one over its radius everywhere, in every direction", "[shape.curvature]") {
  const double radius = 2000;
  const auto dome = ground([&](double x, double y) { return std::sqrt(radius * radius - x * x - y * y); });
  for (const char* of : {"mean", "profile", "plan"}) {
    const auto cells = test::cells_of(dome, use_curvature(of));
    for (const std::size_t cell : {aside, between}) CHECK(cells[cell] == Approx(1.0 / radius).epsilon(0.02));
    if (std::string(of) == "mean") CHECK(cells[middle] == Approx(1.0 / radius).epsilon(0.02));
    // Level ground has no steepest way.
    if (std::string(of) != "mean") CHECK(cells[middle] == 0.0f);
  }
  const auto bowl = ground([&](double x, double y) { return -std::sqrt(radius * radius - x * x - y * y); });
  CHECK(test::cells_of(bowl, use_curvature("mean"))[aside] == Approx(-1.0 / radius).epsilon(0.02));
}

TEST_CASE("a cylinder bends along the slope and not across it", "[shape.curvature]") {
  const double radius = 2000;
  const auto arch = ground([&](double x, double) { return std::sqrt(radius * radius - x * x); });
  CHECK(test::cells_of(arch, use_curvature("profile"))[aside] == Approx(1.0 / radius).epsilon(0.02));
  CHECK(std::abs(test::cells_of(arch, use_curvature("plan"))[aside]) < 1e-8f);
  CHECK(test::cells_of(arch, use_curvature("mean"))[aside] == Approx(0.5 / radius).epsilon(0.02));
}

TEST_CASE("a cone bends across the slope and not along it: spurs above 0, hollows below", "[shape.curvature]") {
  const auto cone = ground([](double x, double y) { return -0.5 * std::sqrt(x * x + y * y); });
  const auto plan = test::cells_of(cone, use_curvature("plan")),
             profile = test::cells_of(cone, use_curvature("profile"));
  // Across a cone of slope m, at the distance d: m / (d sqrt(1 + m^2)).
  CHECK(plan[aside] == Approx(0.5 / (100.0 * std::sqrt(1.25))).epsilon(0.02));
  CHECK(std::abs(profile[aside]) < 2e-5f);
  const auto funnel = ground([](double x, double y) { return 0.5 * std::sqrt(x * x + y * y); });
  CHECK(test::cells_of(funnel, use_curvature("plan"))[aside] == -plan[aside]);
}

TEST_CASE("a saddle bends by its twist alone", "[shape.curvature]") {
  // z = x y / 1024: r = t = 0, s = 1/1024, p = y/1024, q = x/1024, exact in central differences and in float32.
  const auto saddle = ground([](double x, double y) { return x * y / 1024.0; });
  const double p = 70 / 1024.0, q = p, s = 1 / 1024.0, steep = p * p + q * q;
  CHECK(test::cells_of(saddle, use_curvature("mean"))[between] == Approx(p * q * s / std::pow(1.0 + steep, 1.5)));
  CHECK(test::cells_of(saddle, use_curvature("plan"))[between] ==
        Approx(2 * p * q * s / (steep * std::sqrt(1.0 + steep))));
  CHECK(test::cells_of(saddle, use_curvature("profile"))[between] ==
        Approx(-2 * p * q * s / (steep * std::pow(1.0 + steep, 1.5))));
}

TEST_CASE("mean is the mean of profile and plan; upside down all change sign", "[shape.curvature]") {
  for (unsigned seed = 0; seed < 10; ++seed) {
    auto field = test::noise(41, 41, seed);
    field.unit = "m";
    field.cell = "3 m";
    auto below = field;
    for (float& cell : below.cells) cell = -cell;
    const auto mean = test::cells_of(field, use_curvature("mean")),
               profile = test::cells_of(field, use_curvature("profile")),
               plan = test::cells_of(field, use_curvature("plan")),
               other = test::cells_of(below, use_curvature("mean"));
    for (std::size_t i = 0; i < mean.size(); ++i) {
      REQUIRE(mean[i] == Approx((profile[i] + plan[i]) / 2).epsilon(1e-5).margin(1e-7));
      REQUIRE(other[i] == -mean[i]);
    }
  }
}

TEST_CASE("planes do not bend, edges and corners included", "[shape.curvature]") {
  const auto plane = ground([](double x, double y) { return 0.5 * x - 0.25 * y; });
  for (const char* of : {"mean", "profile", "plan"}) {
    CHECK(test::cells_of(plane, use_curvature(of)) == std::vector<float>(41 * 41, 0.0f));
  }
}

TEST_CASE("worlds of one cell, row and column", "[shape.curvature]") {
  test::ShapedField one = {1, 1, {5.0f}, "test.given", "m"};
  CHECK(test::cells_of(one, use_curvature("mean")) == std::vector<float>{0});
  // z = x^2: z' = 2x, z'' = 2; the ends go on in a straight line.
  const test::ShapedField row = {5, 1, {4, 1, 0, 1, 4}, "test.given", "m"};
  const auto cells = test::cells_of(row, use_curvature("mean"));
  CHECK(cells[0] == 0.0f);
  CHECK(cells[2] == -1.0f);
  CHECK(cells[1] == Approx(-1.0 / std::pow(5.0, 1.5)));
  const test::ShapedField column = {1, 5, row.cells, "test.given", "m"};
  CHECK(test::cells_of(column, use_curvature("mean")) == cells);
}

TEST_CASE("its unit is 1/m, and it wants metres", "[shape.curvature]") {
  test::ShapedField field = {2, 2, {1, 2, 3, 4}, "test.given", "m"};
  CHECK(test::shaped(field, use_curvature("mean")).layer("out").facts().unit == "1/m");
  field.unit = "1";
  CHECK_THROWS_WITH(test::shaped(field, use_curvature("mean")), Catch::Contains("needs m, but"));
}

TEST_CASE("curvature: windows across stored chunks", "[shape.curvature]") {
  auto field = test::of_several_chunks(1);
  field.unit = "m";
  test::cells_of(field, use_curvature("mean"));
}
