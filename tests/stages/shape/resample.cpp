// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "stages/shape/field.hpp"

using namespace terrawright;

namespace {

std::string use_resample(const std::string& with) {
  return "{use: shape.resample@1, in: {field: field}, with: {" + with + "}}";
}

}  // namespace

TEST_CASE("a polynomial of degree 2 in x and in y comes back exactly in the interior", "[shape.resample]") {
  std::mt19937 random(1);
  for (int octaves = 1; octaves <= 3; ++octaves) {
    for (int world = 0; world < 10; ++world) {
      double c[3][3];
      for (auto& row : c) {
        for (double& value : row) value = static_cast<double>(random() % 17) - 8.0;
      }
      // All values and all sums are exact in float32 here.
      const auto field = test::field_of(41, 33, [&](auto column, auto row) {
        const auto x = static_cast<double>(column), y = static_cast<double>(row);
        return (c[0][0] + c[0][1] * y + c[0][2] * y * y) + x * (c[1][0] + c[1][1] * y) + c[2][0] * x * x;
      });
      const auto cells = test::cells_of(field, use_resample("octaves: " + std::to_string(octaves)));
      const std::int64_t inner = 2 << octaves;
      for (std::int64_t y = inner; y < 33 - inner; ++y) {
        for (std::int64_t x = inner; x < 41 - inner; ++x) {
          REQUIRE(cells[static_cast<std::size_t>(y * 41 + x)] == field.at(x, y));
        }
      }
    }
  }
}

TEST_CASE("kept cells keep their bits, except under the B-spline", "[shape.resample]") {
  for (const char* kernel : {"catmull", "linear", "cosine", "bspline"}) {
    for (const char* monotone : {"false", "true"}) {
      const auto field = test::noise(65, 33, 7);
      const auto cells =
          test::cells_of(field, use_resample(std::string("octaves: 3, kernel: ") + kernel + ", monotone: " + monotone));
      bool same = true;
      for (std::int64_t y = 0; y < 33; y += 8) {
        for (std::int64_t x = 0; x < 65; x += 8) {
          same = same && cells[static_cast<std::size_t>(y * 65 + x)] == field.at(x, y);
        }
      }
      CHECK(same == (std::string(kernel) != "bspline"));
    }
  }
}

TEST_CASE("linear resampling is the mean of the two kept cells half way between", "[shape.resample]") {
  const test::ShapedField field = {5, 1, {0, 99, 4, 99, 2}};
  CHECK(test::cells_of(field, use_resample("octaves: 1, kernel: linear")) == std::vector<float>{0, 2, 4, 3, 2});
  // Catmull-Rom: (-p0 + 9 p1 + 9 p2 - p3) / 16, the kept cell at the edge standing for those beyond.
  CHECK(test::cells_of(field, use_resample("octaves: 1")) == std::vector<float>{0, 2.125f, 4, 3.25f, 2});
}

TEST_CASE("overshoots end at an eighth of the step, and monotone has none", "[shape.resample]") {
  // Two high kept cells beside low ones: the worst case along one axis.
  const auto field = test::field_of(65, 1, [](auto x, auto) { return x / 8 % 4 == 1 || x / 8 % 4 == 2 ? 1.0 : 0.0; });
  auto kept = field;
  for (std::int64_t x = 0; x < 65; ++x) kept.cells[static_cast<std::size_t>(x)] = field.at(x / 8 * 8, 0);
  const auto catmull = test::cells_of(kept, use_resample("octaves: 3"));
  CHECK(*std::max_element(catmull.begin(), catmull.end()) == 1.125f);
  CHECK(*std::min_element(catmull.begin(), catmull.end()) == -0.125f);
  for (unsigned seed = 0; seed < 20; ++seed) {
    const auto rough = test::noise(70, 45, seed);
    for (const std::string kernel : {"catmull", "bspline"}) {
      const auto free = test::cells_of(rough, use_resample("octaves: 2, kernel: " + kernel));
      const auto cells = test::cells_of(rough, use_resample("octaves: 2, monotone: true, kernel: " + kernel));
      CHECK((free == cells) == (kernel == "bspline"));
      for (std::int64_t y = 0; y < 45; ++y) {
        for (std::int64_t x = 0; x < 70; ++x) {
          float low = 2, high = -1;
          for (std::int64_t j = y / 4 - 1; j <= y / 4 + 2; ++j) {
            for (std::int64_t i = x / 4 - 1; i <= x / 4 + 2; ++i) {
              const float cell =
                  rough.at(std::clamp<std::int64_t>(i * 4, 0, 69), std::clamp<std::int64_t>(j * 4, 0, 44));
              low = std::min(low, cell);
              high = std::max(high, cell);
            }
          }
          const float cell = cells[static_cast<std::size_t>(y * 70 + x)];
          REQUIRE((low <= cell && cell <= high));
          REQUIRE(cell == std::clamp(free[static_cast<std::size_t>(y * 70 + x)], low, high));
        }
      }
    }
  }
}

TEST_CASE("weights stay in 0..1 under a kernel that overshoots", "[shape.resample]") {
  for (unsigned seed = 0; seed < 10; ++seed) {
    auto field = test::noise(50, 50, seed);
    for (float& cell : field.cells) cell = cell < 0.5f ? 0.0f : 1.0f;
    const auto heights = test::cells_of(field, use_resample("octaves: 1"));
    CHECK(*std::max_element(heights.begin(), heights.end()) > 1.0f);
    field.given = "test.given_weight";
    const auto weights = test::cells_of(field, use_resample("octaves: 1"));
    CHECK(*std::max_element(weights.begin(), weights.end()) == 1.0f);
    CHECK(*std::min_element(weights.begin(), weights.end()) == 0.0f);
  }
}

TEST_CASE("a constant stays constant in worlds of any size", "[shape.resample]") {
  for (const auto& [width, height] : {std::pair{1, 1}, {1, 9}, {9, 1}, {2, 3}, {7, 30}}) {
    const auto field = test::field_of(width, height, [](auto, auto) { return 0.7; });
    for (const char* with : {"octaves: 3", "octaves: 1, monotone: true", "octaves: 2, kernel: linear"}) {
      INFO(width << " x " << height << ", " << with);
      CHECK(test::cells_of(field, use_resample(with)) == field.cells);
    }
  }
}

TEST_CASE("transposing the world transposes what is kept between", "[shape.resample]") {
  const auto field = test::noise(33, 33, 2);
  const auto turned = test::field_of(33, 33, [&](auto x, auto y) { return field.at(y, x); });
  const auto a = test::cells_of(field, use_resample("octaves: 2")),
             b = test::cells_of(turned, use_resample("octaves: 2"));
  float largest = 0;
  for (std::size_t y = 0; y < 33; ++y) {
    for (std::size_t x = 0; x < 33; ++x) largest = std::max(largest, std::abs(a[y * 33 + x] - b[x * 33 + y]));
  }
  CHECK(largest < 1e-6f);
}

TEST_CASE("resample: windows across stored chunks", "[shape.resample]") {
  test::cells_of(test::of_several_chunks(1), use_resample("octaves: 3, monotone: true"));
}
