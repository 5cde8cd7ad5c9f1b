// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <string>

#include "support/build.hpp"
#include "support/catch.hpp"

using namespace terrawright;

namespace {

// Two floats to a cell, x then y.
struct Arrow {
  float x, y;
};

std::string wind_alone(const std::string& with, const std::string& size = "[97, 65]") {
  return "terrawright: 1\nname: t\nworld: {size: " + size +
         ", cell: 1 km, seed: 42}\nstages:\n  wind: {use: climate.wind@1, with: {" + with +
         "}}\noutputs: [{layers: {w: wind.wind}}]\n";
}

}  // namespace

TEST_CASE("the wind has the same bits in any tiles and on any threads", "[climate.wind]") {
  for (const std::string with : {"", "plasma: angle", "plasma: humidity", "resolution: 17, perturbation: 0.8"}) {
    const std::string first = test::build(wind_alone(with), {0, 1}).sha256("wind.wind");
    for (const std::int64_t tile : {7, 64, 300})
      CHECK(test::build(wind_alone(with), {tile, 2}).sha256("wind.wind") == first);
  }
}

TEST_CASE("without perturbation each cell has the mean wind", "[climate.wind]") {
  for (const std::string resolution : {"513", "9"}) {
    const auto arrows =
        test::build(wind_alone("speed: 8 m/s, from: 180 deg, perturbation: 0, resolution: " + resolution))
            .cells<Arrow>("wind.wind");
    for (const Arrow& arrow : arrows) {
      REQUIRE(std::fabs(arrow.x) < 1e-6f);
      REQUIRE(arrow.y == Approx(-8).epsilon(1e-6));
    }
  }
}

TEST_CASE("a wind rose is the weighted mean of its rows", "[climate.wind]") {
  const auto arrows = test::build(wind_alone("perturbation: 0, sectors: [{speed: 10 m/s, from: 270 deg, weight: 3}, "
                                             "{speed: 10 m/s, from: 90 deg, weight: 1}]"))
                          .cells<Arrow>("wind.wind");
  for (const Arrow& arrow : arrows) REQUIRE(arrow.x == Approx(5).epsilon(1e-6));
}

TEST_CASE("the seed and the node's name bend the wind", "[climate.wind]") {
  const std::string one = test::build(wind_alone("")).sha256("wind.wind");
  test::Options other;
  other.set = {"world.seed=43"};
  CHECK(test::build(wind_alone(""), other).sha256("wind.wind") != one);
}
