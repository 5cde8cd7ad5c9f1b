// SPDX-License-Identifier: Apache-2.0
// Whole eroded worlds: is the shore that the wind meets as wet as the sea off it, and does rain follow each slope?
#include <cstdlib>
#include <string>

#include "shore_rain.hpp"
#include "support/build.hpp"
#include "support/catch.hpp"
#include "support/config_file.hpp"

using namespace terrawright;

namespace {

constexpr std::int64_t side = 1025;

std::vector<float> eroded(int seed) {
  test::Options options;
  options.set = {"world.seed=" + std::to_string(seed)};
  std::string yaml = test::config_file("tests/worlds/earlier/realistic.yaml");
  yaml.replace(yaml.find("\noutputs:"), std::string::npos, "\noutputs: [{layers: {h: eroded}}]\n");
  return test::build(yaml, options).cells<float>("eroded/seabed");
}

// Every so many cells of a square, rained on.
test::RainMap rained_on(const std::vector<float>& z, std::int64_t every, const std::string& wind,
                        const std::string& with) {
  test::RainMap map;
  map.width = map.height = (side - 1) / every + 1;
  map.cell = 250 * static_cast<double>(every);
  for (std::int64_t y = 0; y < side; y += every) {
    for (std::int64_t x = 0; x < side; x += every) map.z.push_back(z[static_cast<std::size_t>(y * side + x)]);
  }
  test::Options options;
  options.given["z"] = {"m", map.width, map.height, map.z};
  const std::string cells = std::to_string(map.width);
  map.rain = test::build("terrawright: 1\nname: t\nworld: {size: [" + cells + ", " + cells +
                             "], cell: " + std::to_string(250 * every) + R"( m, seed: 1, latitude: 40 deg}
stages:
  z: {use: test.given@1, with: {name: z}}
  wind: {use: climate.wind@1, with: {)" +
                             wind + R"(}}
  rain: {use: climate.rain@1, in: {height: z, flow: wind.flow}, with: {)" +
                             with + R"(}}
outputs: [{layers: {r: rain.annual}}]
)",
                         options)
                 .cells<float>("rain.annual");
  return map;
}

}  // namespace

TEST_CASE("shores that the wind meets are as wet as the sea off them, at any cell size", "[climate.rain]") {
  const std::string uniform = "perturbation: 0, resolution: 1025";
  for (const int seed : {7}) {
    const std::vector<float> z = eroded(seed);
    const test::RainMap fine = rained_on(z, 1, uniform, ""), coarse = rained_on(z, 4, uniform, "");
    INFO("seed " << seed << ": shore " << fine.inland(0, 1000) << ", 6-8 km inland " << fine.inland(6000, 8000)
                 << ", sea " << fine.median(false) << ", land " << fine.median(true) << " mm/yr, at 1 km "
                 << coarse.median(true) << "; speckle " << fine.speckle() << ", at 1 km " << coarse.speckle());
    CHECK(fine.inland(0, 1000) >= 0.8 * fine.median(false));
    CHECK(fine.speckle() <= 0.06);
    CHECK(fine.median(true) >= 700);
    CHECK(fine.median(true) <= 1600);
    CHECK(coarse.median(true) == Approx(fine.median(true)).epsilon(0.05));

    const test::RainMap before = rained_on(z, 1, uniform,
                                           "background: cloud, recycling: 0, rainout_time: 100000 s, evaporation_time: "
                                           "50000 s, humidity: 0.9, uplift_smooth: 0");
    CHECK(before.speckle() > 0.15);
    CHECK(before.inland(6000, 8000) > 2.5 * before.inland(0, 1000));
    // As the map's edge: nothing of it shows in the rain over the sea.
    double edge = 0;
    for (std::int64_t y = 0; y < side; ++y) edge += static_cast<double>(fine.rain[fine.at(0, y)]) / side;
    CHECK(edge == Approx(fine.median(false)).epsilon(0.1));
  }
}
