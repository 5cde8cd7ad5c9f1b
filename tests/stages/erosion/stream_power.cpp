// SPDX-License-Identifier: Apache-2.0
// Erosion by the stream power law: what it promises, and the same by brute force.
#include <numeric>
#include <random>

#include "eroding.hpp"
#include "stages/water/terrains.hpp"
#include "support/catch.hpp"

using namespace terrawright;
using test::Eroding;
using test::Land;
using test::Law;

namespace {

std::vector<float> eroded(const Land& land, const std::string& with = "", const std::string& in = "") {
  return test::build(test::eroding_world(land, with, in), test::eroding_options(land)).cells<float>("e/seabed");
}

// Land of one height, the border included.
Land level(int width, int height, float z) {
  const auto cells = static_cast<std::size_t>(width * height);
  return {width, height, std::vector<float>(cells, z), std::vector<float>(cells, 0), std::vector<float>(cells, 1)};
}

// Rough land with pits, flats and a sea.
Land rough(int width, int height, std::uint32_t seed, int levels) {
  Land land = level(width, height, 0);
  std::mt19937 random(seed);
  for (float& h : land.z)
    h = static_cast<float>(static_cast<int>(random() % static_cast<std::uint32_t>(levels)) - 2) * 10;
  return land;
}

Eroding after(const Land& land, const Law& law, int steps) {
  Eroding text(land);
  for (int k = 0; k < steps; ++k) text.step(law);
  return text;
}

}  // namespace

TEST_CASE("rivers cut as the text says, by brute force, on 200 worlds of ties, plateaus, basins and lakes",
          "[erosion.stream_power]") {
  for (unsigned seed = 1; seed <= 200; ++seed) {
    const Land land = test::random_land(seed);
    const int steps = 1 + static_cast<int>(seed % 5);
    const Eroding text = after(land, {}, steps);
    INFO("world " << seed << ", " << steps << " steps");
    for (const std::int64_t tile : {static_cast<std::int64_t>(1 + seed % 7), std::int64_t{0}}) {
      const auto built =
          test::build(test::eroding_world(land, "steps: " + std::to_string(steps)), test::eroding_options(land, tile));
      REQUIRE(built.cells<float>("e/seabed") == text.heights());
      REQUIRE(built.cells<std::uint16_t>("e/step/" + std::to_string(steps) + "/route") == text.receivers());
    }
    REQUIRE(text.hollows() == 0);
  }
}

TEST_CASE("uplift, hardness, rain and the area of channels enter as the text says", "[erosion.stream_power]") {
  for (std::uint32_t seed = 1; seed <= 20; ++seed) {
    const Land land = test::random_land(seed);
    auto options = test::eroding_options(land, 5);
    std::mt19937 random(seed);
    for (float& up : options.given["up"].cells) up = static_cast<float>(random() % 1000) / 300;
    for (float& hard : options.given["hard"].cells) hard = static_cast<float>(1 + random() % 100) / 100;
    for (float& rain : options.given["rain"].cells) rain = static_cast<float>(random() % 30000) / 7;
    for (const unsigned which : {1u, 2u, 4u, 7u}) {
      Law law{0.5, 1e-5, 2e5, 100, 40000};
      std::string in = ", ocean: ocean";
      if (which & 1u) law.uplifts = options.given["up"].cells, in += ", uplift: up";
      if (which & 2u) law.hardnesses = options.given["hard"].cells, in += ", hardness: hard";
      if (which & 4u) law.rain = options.given["rain"].cells, in += ", rain: rain";
      INFO("world " << seed << in);
      CHECK(test::build(test::eroding_world(land, "steps: 3, channel_area: 0.04 km2", in, "100 m"), options)
                .cells<float>("e/seabed") == after(land, law, 3).heights());
    }
  }
}

TEST_CASE("uplift and hardness are layers or numbers", "[erosion.stream_power]") {
  const Land land = rough(37, 29, 8, 60);
  const auto cells = [&](const std::string& with, const std::string& in) {
    return eroded(land, "steps: 6" + with, in);
  };
  const auto plain = cells("", "");
  CHECK(cells("", ", uplift: up, hardness: hard") == plain);
  CHECK(cells(", hardness: 1", ", uplift: 0.5 mm/yr") == plain);
  CHECK(cells(", uplift: 0.5 mm/yr", ", hardness: 1") == plain);
  CHECK(cells("", ", uplift: 0.6 mm/yr") != plain);
  CHECK(cells("", ", uplift: 0.6 mm/yr") == cells(", uplift: 0.6 mm/yr", ""));
  CHECK(cells("", ", hardness: 0.9") != plain);
  CHECK(cells("", ", hardness: 0.9") == cells(", hardness: 0.9", ""));
  CHECK(cells(", channel_area: 300000 m2", "") == plain);
  CHECK(cells(", channel_area: 100 km2", "") != plain);
  for (const char* uplift : {"uplift: up", "uplift: 1 mm/yr"}) {
    CHECK_THROWS_WITH(cells(", uplift: 2 mm/yr", std::string(", ") + uplift),
                      Catch::Contains("'uplift' is given under 'in' and under 'with'"));
  }
  // Said once, though every step has it.
  try {
    cells("", ", uplift: 5000 mm/yr");
    FAIL("it was taken");
  } catch (const test::BuildFailed& failed) {
    const std::string said = failed.what();
    CHECK_THAT(said, Catch::Contains("'uplift'") && Catch::Contains("1000 mm/yr"));
    CHECK(said.find("error:") == said.rfind("error:"));
  }
}

TEST_CASE("where land rises the more the nearer it is to the coast, all of it drains", "[erosion.stream_power]") {
  const int side = 40;
  // Highest in the middle, at first; there nothing rises, and the coast does most.
  Land land = level(side, side, 0);
  auto options = test::eroding_options(land, 17);
  std::mt19937 random(11);
  for (int c = 0; c < side * side; ++c) {
    const int x = c % side, y = c / side;
    const int inland = std::min({x, y, side - 1 - x, side - 1 - y});
    land.z[static_cast<std::size_t>(c)] =
        inland == 0 ? -10.0f : static_cast<float>(2 * inland) + static_cast<float>(random() % 100) / 10;
    options.given["up"].cells[static_cast<std::size_t>(c)] = 2.0f * static_cast<float>(20 - inland) / 20;
  }
  options.given["z"].cells = land.z;
  for (std::size_t c = 0; c < land.z.size(); ++c) land.ocean[c] = land.z[c] > 0 ? 0.0f : 1.0f;
  for (const char* erodibility : {"1e-5", "3e-6", "1e-6"}) {
    std::string yaml = test::eroding_world(land, std::string("steps: 20, erodibility: ") + erodibility, ", uplift: up");
    yaml.replace(
        yaml.find("outputs:"), yaml.size(),
        "  f: {use: water.fill@1, in: {height: e}}\noutputs: [{layers: {e: e, f: f, o: ocean, r: rain, h: hard}}]\n");
    const test::Built built = test::build(yaml, options);
    INFO(erodibility);
    CHECK(built.cells<float>("f") == built.cells<float>("e/seabed"));

    Law law{0, std::stod(erodibility)};
    law.uplifts = options.given["up"].cells;
    CHECK(after(land, law, 20).hollows() == 0);
    // Filled but once, and each cell left where it has risen to: hollows stay.
    law.keeps_up = false;
    CHECK(after(land, law, 20).hollows() > 0);
  }
}

TEST_CASE("in the end slopes balance uplift: S = U/K A^-0.5", "[erosion.stream_power]") {
  const int side = 65;
  Land land = level(side, side, 0);
  std::mt19937 random(1);
  for (int y = 1; y + 1 < side; ++y) {
    for (int x = 1; x + 1 < side; ++x) land.z[land.at(x, y)] = static_cast<float>(1 + random() % 1000) / 8;
  }
  const auto built =
      test::build(test::eroding_world(land, "steps: 300, channel_area: 0", ""), test::eroding_options(land));
  const auto h = built.cells<float>("e/seabed"), celerity = built.cells<float>("e/step/300/celerity");
  const auto to = built.cells<std::uint16_t>("e/step/300/route");
  std::vector<double> errors;
  for (int y = 1; y + 1 < side; ++y) {
    for (int x = 1; x + 1 < side; ++x) {
      const std::size_t c = land.at(x, y), below = land.at(x + test::to_x[to[c] - 1], y + test::to_y[to[c] - 1]);
      const double length = to[c] < 5 ? 1000.0 : 1414.2135623730951;
      const double slope = static_cast<double>(h[c] - h[below]) / length;
      errors.push_back(std::fabs(slope * static_cast<double>(celerity[c]) / 5e-4 - 1));
    }
  }
  std::sort(errors.begin(), errors.end());
  CHECK(errors[errors.size() / 2] < 1e-5);
  CHECK(errors.back() < 1e-3);
}

TEST_CASE("erosion leaves no pits, and the ocean and the border as they were", "[erosion.stream_power]") {
  Land land = rough(80, 60, 5, 40);
  for (std::size_t c = 0; c < land.z.size(); ++c) land.ocean[c] = land.z[c] > 0 ? 0.0f : 1.0f;
  for (const char* with : {"", "steps: 1", "erodibility: 1, step: 1e9 yr", "erodibility: 1e-12", "uplift: 0 mm/yr"}) {
    const auto e = eroded(land, with);
    Land now = land;
    now.z = e;
    const auto filled = test::drain(now, test::straight()).filled;
    INFO(with);
    for (int y = 0; y < land.height; ++y) {
      for (int x = 0; x < land.width; ++x) {
        const std::size_t c = land.at(x, y);
        if (land.is_outlet(x, y)) REQUIRE(e[c] == land.z[c]);
        REQUIRE(filled[c] == e[c]);
      }
    }
  }
}

TEST_CASE("worlds at the ends of what there is erode too", "[erosion.stream_power]") {
  const Land sea = level(20, 10, -30), land = level(20, 10, 30);
  CHECK(eroded(sea) == sea.z);
  CHECK(eroded(level(1, 9, 5)) == std::vector<float>(9, 5));
  CHECK(eroded(level(9, 1, 5)) == std::vector<float>(9, 5));
  CHECK(eroded(level(2, 2, 5)) == std::vector<float>(4, 5));
  CHECK(eroded(level(1, 1, 5)) == std::vector<float>(1, 5));
  // Nothing cuts, so all of the inner land rises by 25 x 200 000 yr x 0.5 mm/yr.
  const auto risen = eroded(land, "erodibility: 0");
  CHECK(risen[0] == 30);
  CHECK(risen[45] == 2530);
  // Nothing rises and all is flat: nothing to cut.
  CHECK(eroded(land, "uplift: 0 mm/yr") == land.z);
  CHECK(eroded(land, "step: 0 yr") == land.z);
  // Units of the user's own.
  CHECK(eroded(land, "uplift: 0.0005 m/yr, erodibility: 1e-5 1/yr, step: 2e5 yr") == eroded(land));
}

TEST_CASE("heights and rain that are no numbers stop the erosion", "[erosion.stream_power]") {
  const Land land = level(9, 9, 30);
  auto options = test::eroding_options(land);
  options.given["z"].cells[3 * 9 + 4] = std::numeric_limits<float>::quiet_NaN();
  CHECK_THROWS_WITH(test::build(test::eroding_world(land, "", ""), options), Catch::Contains("a height is NaN"));
  options = test::eroding_options(land);
  for (const std::string layer : {"up", "hard", "rain"}) {
    const std::string port = layer == "up"     ? "uplift"
                             : layer == "hard" ? "hardness"
                                               : "rain",
                      in = ", " + port + ": " + layer;
    for (const float wrong : {-1.0f, std::numeric_limits<float>::infinity(), std::nanf("")}) {
      options.given[layer].cells[40] = wrong;
      CHECK_THROWS_WITH(test::build(test::eroding_world(land, "", in), options),
                        Catch::Contains("the " + port + " is not a finite number of 0 or more"));
    }
    // The sea is not checked.
    options.given[layer].cells[40] = 1;
    options.given[layer].cells[0] = -1;
    CHECK_NOTHROW(test::build(test::eroding_world(land, "", in), options));
  }
  options.given["rain"].cells[40] = 2e5f;
  CHECK_THROWS_WITH(test::build(test::eroding_world(land, "", ", rain: rain"), options),
                    Catch::Contains("the rain is more than 100000 mm/yr"));
  options.given["rain"].cells.assign(81, 0);
  CHECK_THROWS_WITH(test::build(test::eroding_world(land, "", ", rain: rain"), options),
                    Catch::Contains("no rain falls"));
}

TEST_CASE("a mask says where the ocean is, and rain where rivers are strong", "[erosion.stream_power]") {
  Land land = rough(33, 33, 3, 50);
  for (float& h : land.z) h += 30;
  auto options = test::eroding_options(land);
  options.given["ocean"].cells[16 * 33 + 16] = 1;
  const auto cells = [&](const std::string& in) {
    return test::build(test::eroding_world(land, "", in), options).cells<float>("e/seabed");
  };
  const auto plain = cells(""), masked = cells(", ocean: ocean");
  CHECK(masked[16 * 33 + 16] == options.given["z"].cells[16 * 33 + 16]);
  CHECK(plain[16 * 33 + 16] != masked[16 * 33 + 16]);

  // The same rain everywhere is as none given; three times as much in the west lowers it.
  CHECK(cells(", rain: rain") == plain);
  for (std::size_t c = 0; c < 33 * 33; ++c) {
    if (c % 33 < 16) options.given["rain"].cells[c] = 2400;
  }
  const auto wet_west = cells(", rain: rain");
  double west = 0, east = 0;
  for (std::size_t c = 0; c < 33 * 33; ++c) {
    (c % 33 < 16 ? west : east) += static_cast<double>(wet_west[c] - plain[c]);
  }
  CHECK(west < -100);
  CHECK(east > 100);
}

TEST_CASE("rivers do not cut across the edges of a world that wraps", "[erosion.stream_power]") {
  const Land land = level(4, 4, 10);
  std::string wrapped = test::eroding_world(land, "", "");
  wrapped.replace(wrapped.find("seed: 42"), 8, "seed: 42, wrap: both");
  CHECK_THROWS_WITH(test::build(wrapped, test::eroding_options(land)), Catch::Contains("the world wraps"));
}
