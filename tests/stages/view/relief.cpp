// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "drawing.hpp"
#include "support/build.hpp"
#include "support/catch.hpp"

using namespace terrawright;

namespace {

struct Pixel {
  std::uint8_t red, green, blue, alpha;
};

std::string world(const std::string& with) {
  return R"(
terrawright: 1
name: t
world: {size: [64, 64], cell: 1 km, seed: 42}
stages:
  z: {use: test.given@1, with: {name: z}}
  r: {use: view.relief@1, in: {height: z}, with: {)" +
         with + R"(}}
outputs: [{layers: {r: r}}]
)";
}

// A cone in the sea: its summit in the middle, the shore 24 cells from it.
test::Options cone(double scale) {
  test::Options options;
  test::Given& z = options.given["z"];
  z = {"m", 64, 64, {}};
  for (int y = 0; y < 64; ++y) {
    for (int x = 0; x < 64; ++x) {
      z.cells.push_back(static_cast<float>(scale * (24 - std::hypot(x - 31.5, y - 31.5))));
    }
  }
  return options;
}

int brightness(const Pixel& p) { return p.red + p.green + p.blue; }

}  // namespace

TEST_CASE("light comes from the north-west", "[view.relief]") {
  const auto picture = test::build(world(""), cone(80)).cells<Pixel>("r");
  const auto at = [&](int x, int y) { return picture[static_cast<std::size_t>(y * 64 + x)]; };
  CHECK(brightness(at(24, 24)) > brightness(at(39, 39)) + 60);
  CHECK(at(5, 5).alpha == 255);
  // Turned round, the other side is lit.
  const auto turned = test::build(world("light_from: 135 deg"), cone(80)).cells<Pixel>("r");
  CHECK(brightness(turned[24 * 64 + 24]) + 60 < brightness(turned[39 * 64 + 39]));
}

TEST_CASE("the sea is blue and darkens with depth, the land is not blue", "[view.relief]") {
  const auto picture = test::build(world("contrast: 0"), cone(80)).cells<Pixel>("r");
  const Pixel shallow = picture[31 * 64 + 5], deep = picture[0], land = picture[31 * 64 + 20];
  CHECK(shallow.blue > shallow.red);
  CHECK(deep.blue > deep.red);
  CHECK(brightness(shallow) > brightness(deep) + 60);
  CHECK(land.green > land.blue);
}

TEST_CASE("each depth has its colour, whatever lies around: shelf, break, slope and the deep sea", "[view.relief]") {
  struct Depth {
    float metres;
    int red, green, blue;
  };
  constexpr Depth depths[] = {
      {0, 0xa5, 0xd2, 0xd7}, {40, 0x82, 0xb9, 0xcd}, {150, 0x5c, 0x96, 0xbe}, {4000, 0x18, 0x34, 0x64}};
  test::Options options;
  test::Given& z = options.given["z"];
  z = {"m", 64, 64, {}};
  for (int y = 0; y < 64; ++y) z.cells.insert(z.cells.end(), 64, -depths[y / 16].metres);
  const auto picture = test::build(world("contrast: 0"), options).cells<Pixel>("r");
  for (std::size_t band = 0; band < 4; ++band) {
    INFO(depths[band].metres << " m");
    const Pixel& seen = picture[(16 * band + 8) * 64 + 32];
    CHECK(std::abs(seen.red - depths[band].red) <= 3);
    CHECK(std::abs(seen.green - depths[band].green) <= 3);
    CHECK(std::abs(seen.blue - depths[band].blue) <= 3);
  }
}

TEST_CASE("an automatic exaggeration draws flat and steep worlds alike", "[view.relief]") {
  const auto low = test::build(world(""), cone(2)).cells<Pixel>("r");
  const auto high = test::build(world(""), cone(200)).cells<Pixel>("r");
  int most = 0;
  for (std::size_t k = 0; k < low.size(); ++k)
    most = std::max(most, std::abs(brightness(low[k]) - brightness(high[k])));
  CHECK(most <= 12);
  const auto flat = test::build(world("exaggeration: 0"), cone(200)).cells<Pixel>("r");
  CHECK(brightness(flat[24 * 64 + 24]) == Approx(brightness(flat[39 * 64 + 39])).margin(1));
}

TEST_CASE("light shows hills of a plain beside mountains ten times as high", "[view.relief]") {
  test::Options options;
  test::Given& z = options.given["z"];
  z = {"m", 64, 64, {}};
  for (int y = 0; y < 64; ++y) {
    for (int x = 0; x < 64; ++x) {
      const double hills = std::sin(0.5 * x) * std::sin(0.5 * y);
      z.cells.push_back(static_cast<float>(500 + (y < 32 ? 30 : 300) * hills));
    }
  }
  // From light and shadow, not from colours by height.
  const auto shades = [&](const std::string& with) {
    const auto lit = test::build(world(with), options).cells<Pixel>("r");
    const auto flat = test::build(world("contrast: 0"), options).cells<Pixel>("r");
    double plain = 0, mountains = 0;
    for (std::size_t k = 0; k < lit.size(); ++k) {
      const int y = static_cast<int>(k / 64);
      const double shade = std::abs(brightness(lit[k]) - brightness(flat[k]));
      if (y > 3 && y < 28) plain += shade;
      if (y > 35 && y < 60) mountains += shade;
    }
    return std::pair(plain, mountains);
  };
  const auto [plain, mountains] = shades("");
  CHECK(plain > 0.35 * mountains);
  CHECK(plain < mountains);
  const auto [plain_without, mountains_without] = shades("plains: 0");
  CHECK(plain_without < 0.25 * mountains_without);
  CHECK(mountains == Approx(mountains_without).epsilon(0.15));
}

TEST_CASE("a height that is NaN is an error at its cell amid land too", "[view.relief]") {
  test::Drawing drawing{"relief", "height", 9, 5, std::vector<float>(45, 100.0f), "m"};
  drawing.cells[2 * 9 + 4] = std::numeric_limits<float>::quiet_NaN();
  CHECK_THAT(drawing.refusal(),
             Catch::Contains("the height is not a finite number of metres below 1e9") && Catch::Contains("(4, 2)"));
}
