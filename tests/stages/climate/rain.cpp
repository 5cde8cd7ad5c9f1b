// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <string>
#include <vector>

#include "support/build.hpp"
#include "support/catch.hpp"
#include "support/config_file.hpp"

using namespace terrawright;

namespace {

std::string island(const std::string& size, const std::string& wind, const std::string& rain) {
  return R"(
terrawright: 1
name: t
world: {size: )" +
         size + R"(, cell: 1 km, seed: 42, latitude: 40 deg}
stages:
  terrain: {use: heights.diamond_square@1, with: {seeding: island, stencil: cubic}}
  sea: {use: sea.level@1, in: {height: terrain}}
  metres: {use: shape.metres@1, in: {height: terrain, level: sea.level}}
  wind: {use: climate.wind@1, with: {)" +
         wind + R"(}}
  rain: {use: climate.rain@1, in: {height: metres, flow: wind.flow}, with: {)" +
         rain + R"(}}
outputs: [{layers: {rain: rain.annual, z: metres, i: rain.inflow, e: rain.evaporation, p: rain.precipitation, o: rain.outflow, b: rain.balance}}]
)";
}

// A ridge across the west wind, in the sea, as wide as hills of 12 cells' standard deviation.
test::Options ridge(std::int64_t width, std::int64_t height) {
  std::vector<float> z;
  for (std::int64_t y = 0; y < height; ++y) {
    for (std::int64_t x = 0; x < width; ++x) {
      const double d = static_cast<double>(x - width / 2) / 12.0;
      z.push_back(static_cast<float>(1800 * std::exp(-d * d / 2) - 50));
    }
  }
  test::Options options;
  options.given["z"] = {"m", width, height, z};
  return options;
}

std::string ridge_world(const std::string& size, const std::string& wind, const std::string& rain) {
  return R"(
terrawright: 1
name: t
world: {size: )" +
         size + R"(, cell: 1 km, seed: 42, latitude: 40 deg}
stages:
  z: {use: test.given@1, with: {name: z}}
  wind: {use: climate.wind@1, with: {)" +
         wind + R"(}}
  rain: {use: climate.rain@1, in: {height: z, flow: wind.flow}, with: {)" +
         rain + R"(}}
outputs: [{layers: {rain: rain.annual, b: rain.balance}}]
)";
}

double mean(const std::vector<float>& cells, std::int64_t width, std::int64_t from, std::int64_t to) {
  double sum = 0;
  std::int64_t count = 0;
  for (std::size_t k = 0; k < cells.size(); ++k) {
    const std::int64_t x = static_cast<std::int64_t>(k) % width;
    if (x >= from && x < to) {
      sum += static_cast<double>(cells[k]);
      ++count;
    }
  }
  return sum / static_cast<double>(count);
}

}  // namespace

TEST_CASE("rain has the same bits in any tiles and on any threads", "[climate.rain]") {
  const std::string worlds[] = {
      island("[129, 129]", "", ""), island("[200, 131]", "resolution: 33", "uplift_smooth: 20 km"),
      island("[129, 129]",
             "sectors: [{speed: 10 m/s, from: 270 deg, weight: 2}, {speed: 7 m/s, from: 200 deg, weight: 1}]", "")};
  for (const std::string& world : worlds) {
    const test::Built whole = test::build(world, {0, 1});
    for (const std::int64_t tile : {7, 64, 300}) {
      const test::Built tiled = test::build(world, {tile, 2});
      CHECK(tiled.sha256("rain.annual") == whole.sha256("rain.annual"));
      CHECK(tiled.number("rain.precipitation") == whole.number("rain.precipitation"));
    }
  }
}

TEST_CASE("the water of a world balances", "[climate.rain]") {
  for (const std::string wind : {"", "from: 30 deg, perturbation: 0.8", "plasma: angle", "plasma: humidity"}) {
    const test::Built world = test::build(island("[257, 257]", wind, ""));
    CHECK(world.number("rain.balance") <= 1e-12);
    const double in = world.number("rain.inflow") + world.number("rain.evaporation");
    CHECK(in == Approx(world.number("rain.precipitation") + world.number("rain.outflow")).epsilon(1e-12));
    CHECK(world.number("rain.precipitation") > 0);
    CHECK(world.statistics("rain.annual").minimum >= 0);
  }
}

TEST_CASE("the windward side of a ridge is wetter than the lee, from either side", "[climate.rain]") {
  const std::int64_t n = 128;
  const auto west =
      test::build(ridge_world("[128, 128]", "perturbation: 0.3", ""), ridge(n, n)).cells<float>("rain.annual");
  CHECK(mean(west, n, 34, 64) > 1.8 * mean(west, n, 65, 95));
  const auto east = test::build(ridge_world("[128, 128]", "from: 90 deg, perturbation: 0.3", ""), ridge(n, n))
                        .cells<float>("rain.annual");
  CHECK(mean(east, n, 65, 95) > 1.8 * mean(east, n, 34, 64));
}

TEST_CASE("the climate does not follow the resolution of its grid far", "[climate.rain]") {
  const auto fine =
      test::build(ridge_world("[257, 257]", "perturbation: 0", ""), ridge(257, 257)).cells<float>("rain.annual");
  const auto coarse = test::build(ridge_world("[257, 257]", "perturbation: 0, resolution: 129", ""), ridge(257, 257))
                          .cells<float>("rain.annual");
  CHECK(fine.size() == coarse.size());
  CHECK(mean(coarse, 257, 98, 128) == Approx(mean(fine, 257, 98, 128)).epsilon(0.1));
  CHECK(mean(coarse, 257, 129, 159) == Approx(mean(fine, 257, 129, 159)).epsilon(0.1));
}

TEST_CASE("a wind rose adds the rain of its rows by weight", "[climate.rain]") {
  const auto rain = [](const std::string& wind) {
    return test::build(ridge_world("[64, 64]", "perturbation: 0, " + wind, ""), ridge(64, 64))
        .cells<float>("rain.annual");
  };
  const auto both =
      rain("sectors: [{speed: 10 m/s, from: 270 deg, weight: 3}, {speed: 6 m/s, from: 90 deg, weight: 1}]");
  const auto west = rain("from: 270 deg"), east = rain("from: 90 deg, speed: 6 m/s");
  for (std::size_t k = 0; k < both.size(); ++k) {
    REQUIRE(both[k] == Approx(0.75 * static_cast<double>(west[k]) + 0.25 * static_cast<double>(east[k])).epsilon(1e-5));
  }
}

// All parameters before the background rain fell in drops.
const std::string old_settings =
    "background: cloud, recycling: 0, rainout_time: 100000 s, evaporation_time: 50000 s, humidity: 0.9, "
    "uplift_smooth: 0";

TEST_CASE("the settings of before give the bits of before", "[climate.rain]") {
  std::string example = test::config_file("stages/climate/rain/rain.yaml");
  const std::string use = "flow: wind.flow}";
  const auto at = example.find(use);
  REQUIRE(at != std::string::npos);
  CHECK(test::build(example).digest("rain") != "d594ed3e128209709520d9c7ffc53fcc");
  example.insert(at + use.size(), ", with: {" + old_settings + "}");
  CHECK(test::build(example).digest("rain") == "d594ed3e128209709520d9c7ffc53fcc");
}

TEST_CASE("the humidity that is worked out is the one of a wide sea", "[climate.rain]") {
  const auto rain = [](const std::string& with) {
    return test::build(island("[65, 65]", "", with)).sha256("rain.annual");
  };
  CHECK(rain("") == rain("humidity: auto"));
  CHECK(rain("") == rain("humidity: 0.75"));
  CHECK(rain("rainout_time: 10000 s") == rain("rainout_time: 10000 s, humidity: 0.5"));
  CHECK(rain("") != rain("humidity: 0.8"));
}

TEST_CASE("rain is the same of cells of any size", "[climate.rain]") {
  // A ridge of 24 km standing 64 km from the west, in cells of 1 km, 500 m and 250 m.
  std::vector<double> windward, shore;
  for (const int split : {1, 2, 4}) {
    const std::int64_t n = 128 * split;
    test::Options options;
    std::vector<float> z;
    for (std::int64_t k = 0; k < n * 8; ++k) {
      const double d = ((static_cast<double>(k % n) + 0.5) / split - 64) / 12;
      z.push_back(static_cast<float>(1800 * std::exp(-d * d / 2) - 50));
    }
    options.given["z"] = {"m", n, 8, z};
    std::string world = ridge_world("[" + std::to_string(n) + ", 8]", "perturbation: 0, resolution: 513", "");
    world.replace(world.find("cell: 1 km"), 10, "cell: " + std::to_string(1000 / split) + " m");
    const auto rain = test::build(world, options).cells<float>("rain.annual");
    windward.push_back(mean(rain, n, 34 * split, 64 * split));
    shore.push_back(mean(rain, n, 32 * split, 36 * split));
  }
  CHECK(windward[1] == Approx(windward[0]).epsilon(0.03));
  CHECK(windward[2] == Approx(windward[0]).epsilon(0.03));
  CHECK(shore[1] == Approx(shore[0]).epsilon(0.05));
  CHECK(shore[2] == Approx(shore[0]).epsilon(0.05));
}

TEST_CASE("a world that wraps is refused", "[climate.rain]") {
  std::string world = island("[64, 64]", "", "");
  world.replace(world.find("seed: 42"), 8, "seed: 42, wrap: x");
  CHECK_THROWS_WITH(test::build(world), Catch::Contains("the world wraps"));
}

TEST_CASE("a height that is not a number stops the rain with its cell", "[climate.rain]") {
  test::Options options = ridge(64, 64);
  options.given["z"].cells[static_cast<std::size_t>(5 * 64 + 3)] = std::nanf("");
  CHECK_THROWS_WITH(test::build(ridge_world("[64, 64]", "", ""), options), Catch::Contains("not a finite number"));
}
