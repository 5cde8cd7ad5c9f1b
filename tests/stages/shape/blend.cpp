// SPDX-License-Identifier: Apache-2.0
#include <functional>
#include <string>

#include "support/build.hpp"
#include "support/catch.hpp"

using namespace terrawright;

namespace {

const std::vector<float> blended_heights = {0.1f, -2.0f, 0.75f, 3.25f, 0.0f, 1e-3f};
const std::vector<float> others = {0.3f, 1.0f, 0.1f, 0.0f, 0.9f, 0.7f};

test::Built blend(const std::string& with, const std::string& given = "test.given_weight",
                  const std::string& unit_a = "1", const std::string& unit_b = "1") {
  test::Options options;
  options.tile = 2;
  options.given["a"] = {unit_a, 3, 2, blended_heights};
  options.given["b"] = {unit_b, 3, 2, others};
  return test::build(R"(
terrawright: 1
name: t
world: {size: [3, 2], seed: 1}
stages:
  a: {use: test.given@1, with: {name: a}}
  b: {use: )" + given + R"(@1, with: {name: b}}
  blend: {use: shape.blend@1, in: {a: a, b: b}, with: {)" +
                         with + R"(}}
outputs: [{layers: {h: blend}}]
)",
                     options);
}

}  // namespace

TEST_CASE("every mode, in float32", "[shape.blend]") {
  const float w = 0.65f, rest = 1.0f - 0.65f, k = 0.2f;
  const std::vector<std::pair<std::string, std::function<float(float, float)>>> modes = {
      {"", [](float h, float m) { return h * m; }},
      {"mode: base", [=](float h, float m) { return w * m + rest * h; }},
      {"mode: subtract, strength: 0.2", [=](float h, float m) { return h - k * (1.0f - m); }},
      {"mode: add", [](float h, float m) { return h + m; }},
      {"mode: add, strength: 0.2", [=](float h, float m) { return h + k * m; }},
      {"mode: min", [](float h, float m) { return std::min(h, m); }},
      {"mode: max", [](float h, float m) { return std::max(h, m); }},
      {"mode: mix, weight: 0.65", [=](float h, float m) { return h * rest + m * w; }}};
  for (const auto& [with, formula] : modes) {
    INFO(with);
    const auto blended = blend(with).cells<float>("blend");
    for (std::size_t i = 0; i < blended_heights.size(); ++i)
      CHECK(blended[i] == formula(blended_heights[i], others[i]));
  }
}

TEST_CASE("a mask has no unit, and other fields have that of the heights", "[shape.blend]") {
  CHECK_NOTHROW(blend("mode: multiply", "test.given_weight", "m"));
  CHECK_NOTHROW(blend("mode: subtract", "test.given_weight", "m"));
  CHECK_NOTHROW(blend("mode: add", "test.given", "m", "m"));
  CHECK_NOTHROW(blend("mode: mix", "test.given_scalar", "1", "1"));
  CHECK_THROWS_WITH(blend("mode: add", "test.given", "m", "1"),
                    Catch::Contains("the unit of b is 1, but that of a is m"));
  CHECK_THROWS_WITH(blend("mode: base", "test.given_weight", "m"),
                    Catch::Contains("the unit of b is 1, but that of a is m"));
  CHECK_THROWS_WITH(blend("mode: multiply", "test.given", "1", "m"), Catch::Contains("but it is in m"));
  CHECK_THROWS_WITH(blend("mode: subtract", "test.given_scalar", "1", "degC"), Catch::Contains("but it is in degC"));
}
