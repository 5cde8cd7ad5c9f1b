// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <string>
#include <vector>

#include "climate/seasons.hpp"
#include "support/build.hpp"
#include "support/catch.hpp"

using namespace terrawright;
using namespace terrawright::climate;

namespace {

std::string world(const std::string& latitude, const std::string& with) {
  return R"(
terrawright: 1
name: t
world: {size: [33, 17], cell: 1 km, seed: 42, latitude: )" +
         latitude + R"(}
stages:
  z: {use: test.given@1, with: {name: z}}
  t: {use: climate.temperature@1, in: {height: z}, with: {)" +
         with + R"(}}
outputs: [{layers: {t: t.temperature, w: t.warmest, b: t.biotemperature}}]
)";
}

test::Options heights(double step) {
  test::Options options;
  test::Given& z = options.given["z"];
  z = {"m", 33, 17, {}};
  for (int k = 0; k < 33 * 17; ++k) z.cells.push_back(static_cast<float>(step * (k % 33) - 100));
  return options;
}

}  // namespace

TEST_CASE("temperature at sea level by latitude", "[climate.temperature]") {
  CHECK(sea_level_temperature(0) == 29);
  CHECK(sea_level_temperature(45) == Approx(8).epsilon(1e-14));
  CHECK(sea_level_temperature(90) == -13);
  CHECK(sea_level_temperature(-90) == -13);
  CHECK(latitude_of_row(8, 17, 40, 1000) == 40);
  CHECK(latitude_of_row(0, 17, 40, 1000) == Approx(40 + 8000 / 111195.0).epsilon(1e-15));
}

TEST_CASE("biotemperature lies in 0 .. 30 and does not fall with temperature", "[climate.temperature]") {
  double last = 0;
  for (int k = -4000; k <= 5000; ++k) {
    const double bt = biotemperature(k * 0.01, 8);
    REQUIRE(bt >= last);
    REQUIRE(bt <= 30);
    last = bt;
  }
  CHECK(biotemperature(-20, 8) == 0);
  CHECK(biotemperature(15, 8) == Approx(15).epsilon(1e-15));
  CHECK(biotemperature(40, 8) == 30);
}

TEST_CASE("temperature falls by the lapse rate, and the sea is at sea level", "[climate.temperature]") {
  const test::Built built = test::build(world("40 deg", "lapse: 6.5 K/km, season: 8 K"), heights(100));
  const auto t = built.cells<float>("t.temperature"), warm = built.cells<float>("t.warmest");
  for (int y = 0; y < 17; ++y) {
    const double sea = sea_level_temperature(latitude_of_row(y, 17, 40, 1000));
    for (int x = 0; x < 33; ++x) {
      const auto k = static_cast<std::size_t>(y * 33 + x);
      const double z = std::max(100.0 * x - 100, 0.0);
      REQUIRE(t[k] == static_cast<float>(sea - 6.5 * z / 1000));
      REQUIRE(warm[k] == static_cast<float>(sea - 6.5 * z / 1000 + 8));
    }
  }
  CHECK(t[0] < t[16 * 33]);  // the north is colder
}

TEST_CASE("the plasma changes temperature no further than asked, with the same bits in any tiles",
          "[climate.temperature]") {
  const auto plain = test::build(world("40 deg", ""), heights(0)).cells<float>("t.temperature");
  test::Options options = heights(0);
  options.tile = 7;
  const test::Built tiled = test::build(world("40 deg", "plasma: 3 K"), options);
  const test::Built whole = test::build(world("40 deg", "plasma: 3 K"), heights(0));
  CHECK(tiled.sha256("t.temperature") == whole.sha256("t.temperature"));
  const auto bent = whole.cells<float>("t.temperature");
  float largest = 0;
  for (std::size_t k = 0; k < plain.size(); ++k) largest = std::max(largest, std::fabs(bent[k] - plain[k]));
  CHECK(largest <= 3.0001f);
  CHECK(largest > 1);
}
