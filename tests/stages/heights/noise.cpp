// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "support/catch.hpp"
#include "world.hpp"

using namespace terrawright;
using test::at;
using test::HeightsWorld;

namespace {

HeightsWorld noise(std::int64_t width, std::int64_t height, const std::string& with = "", std::uint64_t seed = 42) {
  return {"noise", width, height, with, seed, "noise"};
}

}  // namespace

TEST_CASE("noise has the golden hash", "[heights.noise]") {
  const test::Built world = noise(257, 257).build();
  CHECK(world.sha256("noise") == "f3636cb178fa3968f8196a9bc006d7f8bbeb8a4695294cc1fe58bc8d62872934");
  CHECK(world.statistics("noise").minimum == 1.3709068298339844e-05);
  CHECK(world.statistics("noise").maximum == 0.9999948143959045);
}

TEST_CASE("noise is a number of its own in every cell", "[heights.noise]") {
  // lo + (hi - lo) u in float64, rounded once.
  const std::uint64_t stream = terrawright_stream(42, "noise", 5);
  const auto cells = noise(40, 9, "lowest: -0.1, highest: 123.4").cells(7);
  for (int y = 0; y < 9; ++y) {
    const auto key = terrawright_key_of_row(stream, y, TERRAWRIGHT_FOR_NOISE, 0, 0);
    for (int x = 0; x < 40; ++x) {
      const double unit = static_cast<double>(terrawright_unit(terrawright_word(key, x)));
      REQUIRE(cells[at(x, y, 40)] == static_cast<float>(-0.1 + (123.4 - -0.1) * unit));
    }
  }
}

TEST_CASE("noise does not depend on tiles, nor on the world's size", "[heights.noise]") {
  for (const auto& [width, height] : {std::pair(1, 1), std::pair(1, 700), std::pair(700, 1), std::pair(301, 97)}) {
    INFO(width << " x " << height);
    CHECK(noise(width, height).same_under_all_tiles());
  }
  const auto large = noise(100, 80).cells(), small = noise(33, 20).cells();
  for (int y = 0; y < 20; ++y) {
    for (int x = 0; x < 33; ++x) REQUIRE(small[at(x, y, 33)] == large[at(x, y, 100)]);
  }
  const auto longest = noise(1 << 20, 1).cells();
  CHECK(std::equal(longest.begin(), longest.begin() + 100, large.begin()));
}

TEST_CASE("noise is uniform and without correlation", "[heights.noise]") {
  constexpr std::int64_t side = 1024;
  const auto cells = noise(side, side).cells();
  constexpr double n = side * side;
  double sum = 0, squares = 0, along_x = 0, along_y = 0;
  std::array<double, 256> bins{};
  const auto centred = [&](std::int64_t x, std::int64_t y) {
    return static_cast<double>(cells[at(x % side, y % side, side)]) - 0.5;
  };
  for (std::int64_t y = 0; y < side; ++y) {
    for (std::int64_t x = 0; x < side; ++x) {
      const double c = centred(x, y);
      sum += c;
      squares += c * c;
      along_x += c * centred(x + 1, y);
      along_y += c * centred(x, y + 1);
      ++bins[static_cast<std::size_t>((c + 0.5) * 256.0)];
    }
  }
  CHECK(std::abs(sum / n) <= 0.001);
  CHECK(std::abs(12.0 * squares / n - 1.0) <= 0.005);
  CHECK(std::abs(along_x / squares) < 0.005);
  CHECK(std::abs(along_y / squares) < 0.005);
  double chi2 = 0;
  for (const double bin : bins) chi2 += (bin - n / 256.0) * (bin - n / 256.0) / (n / 256.0);
  CHECK(chi2 / 255.0 == Approx(1.0).margin(0.25));
}

TEST_CASE("noise of an empty range is constant, of a reversed one refused", "[heights.noise]") {
  for (const float cell : noise(9, 9, "lowest: 2.5, highest: 2.5").cells()) CHECK(cell == 2.5f);
  CHECK_THAT(noise(9, 9, "lowest: 2").refusal(), Catch::Contains("below `lowest`"));
  CHECK(noise(9, 9, "", 1).cells() != noise(9, 9, "", 2).cells());
}
