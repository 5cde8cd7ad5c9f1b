// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <set>

#include "stages/shape/field.hpp"

using namespace terrawright;

namespace {

std::string use_terraces(const std::string& with) {
  return "{use: shape.terraces@1, in: {height: field}, with: {" + with + "}}";
}
// A ramp of 0..1.
const test::ShapedField ramp = test::field_of(1025, 1, [](auto x, auto) { return static_cast<double>(x) / 1024.0; });

}  // namespace

TEST_CASE("vertical risers leave the steps alone", "[shape.terraces]") {
  const auto cells = test::cells_of(ramp, use_terraces("count: 4, tread: 1"));
  CHECK(std::set<float>(cells.begin(), cells.end()) == std::set<float>{0, 0.25f, 0.5f, 0.75f, 1});
  for (std::size_t x = 0; x < cells.size(); ++x) REQUIRE(cells[x] == std::floor(ramp.cells[x] * 4.0f) / 4.0f);
}

TEST_CASE("the flat share of a terrace is flat, and the rest a smooth riser", "[shape.terraces]") {
  const auto cells = test::cells_of(ramp, use_terraces("count: 4, tread: 0.5"));
  for (std::size_t x = 0; x + 1 < cells.size(); ++x) {
    const double terraces = static_cast<double>(ramp.cells[x]) * 4.0, whole = std::floor(terraces);
    const double f = terraces - whole, t = f <= 0.5 ? 0.0 : (f - 0.5) * 2.0;
    REQUIRE(cells[x] == static_cast<float>((whole + t * t * (3.0 - 2.0 * t)) / 4.0));
  }
}

TEST_CASE("the order of heights, the lowest and the summit stay", "[shape.terraces]") {
  for (unsigned seed = 0; seed < 20; ++seed) {
    auto field = test::noise(40, 30, seed);
    for (float& cell : field.cells) cell = cell * 1234.5f - 600.0f;
    for (const char* with : {"count: 7", "count: 7, tread: 1", "count: 1000, tread: 0", "count: 3, strength: 0.4"}) {
      INFO(with << ", seed " << seed);
      const auto cells = test::cells_of(field, use_terraces(with));
      std::vector<std::pair<float, float>> pairs;
      for (std::size_t i = 0; i < cells.size(); ++i) pairs.emplace_back(field.cells[i], cells[i]);
      std::sort(pairs.begin(), pairs.end());
      for (std::size_t i = 1; i < pairs.size(); ++i) REQUIRE(pairs[i - 1].second <= pairs[i].second);
      CHECK(pairs.front().second == pairs.front().first);
      CHECK(pairs.back().second == pairs.back().first);
    }
  }
}

TEST_CASE("strength 0 and a constant field change nothing", "[shape.terraces]") {
  const auto field = test::noise(30, 30, 4);
  CHECK(test::cells_of(field, use_terraces("strength: 0")) == field.cells);
  CHECK(test::cells_of({2, 2, std::vector<float>(4, 3.3f)}, use_terraces("count: 5")) == std::vector<float>(4, 3.3f));
  CHECK(test::cells_of({1, 1, {-2.0f}}, use_terraces("count: 5")) == std::vector<float>{-2});
}

TEST_CASE("terraces of a given height", "[shape.terraces]") {
  const test::ShapedField field = {1, 5, {10, 14, 15, 19, 31}};
  CHECK(test::cells_of(field, use_terraces("step: 5, tread: 1")) == std::vector<float>{10, 10, 15, 15, 30});
  CHECK_THROWS_WITH(test::shaped(field, use_terraces("step: 0")), Catch::Contains("must be above 0"));
}

TEST_CASE("above a sea level only land gets terraces, and stays land", "[shape.terraces]") {
  for (unsigned seed = 0; seed < 10; ++seed) {
    for (const char* with : {"count: 5", "count: 5, tread: 1"}) {
      const auto built = test::build(R"(
terrawright: 1
name: t
world: {size: [129, 100], seed: )" + std::to_string(seed) +
                                         R"(}
stages:
  height: {use: heights.diamond_square@1, with: {seeding: island}}
  sea: {use: sea.level@1, in: {height: height}}
  out: {use: shape.terraces@1, in: {height: height, level: sea.level}, with: {)" +
                                         with + "}}\noutputs: [{layers: {h: height, o: out}}]\n",
                                     {7, 2});
      const auto q = static_cast<float>(built.number("sea.level"));
      const auto before = built.cells<float>("height"), after = built.cells<float>("out");
      std::set<float> steps;
      for (std::size_t i = 0; i < before.size(); ++i) {
        REQUIRE((before[i] > q) == (after[i] > q));
        if (before[i] <= q) REQUIRE(after[i] == before[i]);
        if (before[i] > q) steps.insert(after[i]);
      }
      if (std::string(with) == "count: 5, tread: 1") CHECK(steps.size() == 6);
      CHECK(built.statistics("out").maximum == built.statistics("height").maximum);
    }
  }
}
