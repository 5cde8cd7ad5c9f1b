// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "support/build.hpp"
#include "support/catch.hpp"

using namespace terrawright;

namespace {

test::Built remap(const std::string& with, std::int64_t tile = 64) {
  test::Options options;
  options.tile = tile;
  return test::build(R"(
terrawright: 1
name: t
world: {size: [257, 257], seed: 42}
stages:
  island: {use: heights.diamond_square@1, with: {seeding: island, reduction: 0.5}}
  sea: {use: sea.level@1, in: {height: island}, with: {percentile: 60 %}}
  land: {use: sea.islets@1, in: {height: island, level: sea.level}}
  slopes: {use: shape.remap@1, in: {height: land.height, level: sea.level}, with: {)" +
                         with + R"(}}
outputs: [{layers: {before: land.height, after: slopes}}]
)",
                     options);
}

}  // namespace

TEST_CASE("cubic slopes of the golden world", "[shape.remap]") {
  for (const std::int64_t tile : {0, 7, 64, 300}) {
    CHECK(remap("slope: 0.7", tile).sha256("slopes") ==
          "b8e0a53377de7c8da79288ce930a542fa0114295c3d75bc576b954e0dd832253");
  }
  CHECK(remap("").sha256("slopes") == "b8e0a53377de7c8da79288ce930a542fa0114295c3d75bc576b954e0dd832253");
}

TEST_CASE("land, sea and the order of the heights stay", "[shape.remap]") {
  for (const char* slope : {"slope: 0.05", "slope: 0.4", "slope: 1.5"}) {
    const test::Built built = remap(slope);
    const auto q = static_cast<float>(built.number("sea.level"));
    const auto before = built.cells<float>("land.height"), after = built.cells<float>("slopes");
    std::vector<std::pair<float, float>> pairs;
    for (std::size_t i = 0; i < before.size(); ++i) {
      REQUIRE((before[i] > q) == (after[i] > q));
      if (before[i] <= q) REQUIRE(before[i] == after[i]);
      pairs.emplace_back(before[i], after[i]);
    }
    std::sort(pairs.begin(), pairs.end());
    for (std::size_t i = 1; i < pairs.size(); ++i) REQUIRE(pairs[i - 1].second <= pairs[i].second);
  }
}

TEST_CASE("slope 1 is the identity but for rounding", "[shape.remap]") {
  const test::Built built = remap("slope: 1");
  const auto before = built.cells<float>("land.height"), after = built.cells<float>("slopes");
  const double range = built.statistics("land.height").maximum - built.number("sea.level");
  double largest = 0;
  for (std::size_t i = 0; i < before.size(); ++i) {
    largest = std::max(largest, std::abs(static_cast<double>(before[i]) - static_cast<double>(after[i])));
  }
  CHECK(largest <= std::ldexp(range, -23));
}

TEST_CASE("a slope of 0 is refused", "[shape.remap]") {
  CHECK_THROWS_WITH(remap("slope: 0"), Catch::Contains("the slope must be above 0"));
  CHECK_THROWS_AS(remap("slope: 1.6"), test::BuildFailed);
}
