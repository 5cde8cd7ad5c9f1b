// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "support/build.hpp"
#include "support/catch.hpp"

using namespace terrawright;

namespace {

test::Built metres(const std::vector<float>& z, const std::string& percentile, const std::string& with,
                   const std::string& unit = "1") {
  test::Options options;
  options.tile = 2;
  options.given["z"] = {unit, static_cast<std::int64_t>(z.size()) / 2, 2, z};
  return test::build("terrawright: 1\nname: t\nworld: {size: [" + std::to_string(z.size() / 2) + R"(, 2], seed: 1}
stages:
  z: {use: test.given@1, with: {name: z}}
  sea: {use: sea.level@1, in: {height: z}, with: {percentile: )" +
                         percentile + R"(}}
  metres: {use: shape.metres@1, in: {height: z, level: sea.level}, with: {)" +
                         with + R"(}}
outputs: [{layers: {h: metres}}]
)",
                     options);
}

}  // namespace

TEST_CASE("the summit, the shore and the deepest sea", "[shape.metres]") {
  const std::vector<float> z = {0.1f, 0.4f, 0.5f, 0.6f, 0.7f, 0.9f};
  const auto by_default = metres(z, "50 %", "").cells<float>("metres");
  CHECK(by_default[0] == -4000.0f);
  CHECK(by_default[2] == 0.0f);
  CHECK(by_default[5] == 2000.0f);
  const auto given = metres(z, "50 %", "peak: 1.5 km, depth: 100 m").cells<float>("metres");
  for (std::size_t i = 0; i < z.size(); ++i) {
    const double h = z[i], q = 0.5f;
    const double expected = h > q ? (h - q) / (0.9f - q) * 1500 : -(q - h) / (q - 0.1f) * 100;
    CHECK(given[i] == static_cast<float>(expected));
  }
}

TEST_CASE("without land, and with all of the sea at its level", "[shape.metres]") {
  const std::vector<float> z = {1, 2, 2, 2, 3, 5};
  for (const float h : metres(z, "100 %", "").cells<float>("metres")) CHECK(h <= 0.0f);
  const std::vector<float> low = {1, 1, 1, 1, 3, 5};
  const auto shallow = metres(low, "50 %", "").cells<float>("metres");
  CHECK(shallow[0] == 0.0f);
  CHECK(shallow[4] == 1000.0f);
  CHECK(shallow[5] == 2000.0f);
}

TEST_CASE("metres are not made of metres", "[shape.metres]") {
  CHECK_THROWS_AS(metres({1, 2, 3, 4}, "50 %", "", "m"), test::BuildFailed);
}
