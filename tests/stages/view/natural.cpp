// SPDX-License-Identifier: Apache-2.0
#include "view/natural/natural.hpp"

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "drawing.hpp"
#include "support/build.hpp"
#include "support/catch.hpp"
#include "view/colour_rows.hpp"

using namespace terrawright;

namespace {

constexpr int natural_side = 96;

// Heights by place, with what more the stage takes.
test::Drawing natural_of(double (*height)(double x, double y), const std::string& with = "") {
  test::Drawing drawing{"natural", "height", natural_side, natural_side, {}, "m", with};
  for (int y = 0; y < natural_side; ++y) {
    for (int x = 0; x < natural_side; ++x) drawing.cells.push_back(static_cast<float>(height(x - 47.5, y - 47.5)));
  }
  return drawing;
}
double cone(double x, double y) { return 8000 - 150 * std::hypot(x, y); }
double island(double x, double y) { return 150 * (30 - std::hypot(x, y)); }
double ridge(double x, double) { return 4000 - 60 * std::fabs(x); }
double level(double, double) { return 100; }

struct Rgb {
  int red, green, blue;
  bool operator==(const Rgb& other) const { return red == other.red && green == other.green && blue == other.blue; }
};
int brightness(const Rgb& c) { return c.red + c.green + c.blue; }
Rgb seen(const Colour& c) { return {c.red, c.green, c.blue}; }
Rgb at(const std::vector<Colour>& picture, int x, int y) {
  return seen(picture[static_cast<std::size_t>(y * natural_side + x)]);
}

// The same numbers everywhere on the land, through a formula of the heights.
test::Drawing in_climate(test::Drawing drawing, const std::string& rain, const std::string& temperature) {
  drawing.more_stages =
      "  rain: {use: shape.formula@1, in: {a: z}, with: {formula: \"scalar = " + rain +
      " + 0 * a\", unit: mm/yr}}\n  cold: {use: shape.formula@1, in: {a: z}, with: {formula: \"scalar = " +
      temperature + " + 0 * a\", unit: C}}\n";
  drawing.more_inputs = ", rain: rain.scalar, temperature: cold.scalar";
  return drawing;
}

}  // namespace

TEST_CASE("suns stand in the north-west, the north and the west, and each may be moved", "[view.natural]") {
  const auto picture = natural_of(cone, "noise: 0, texture: 0").picture();
  CHECK(brightness(at(picture, 30, 30)) > brightness(at(picture, 65, 65)) + 60);
  CHECK(brightness(at(picture, 47, 20)) > brightness(at(picture, 47, 75)) + 60);
  const auto turned = natural_of(cone, "noise: 0, texture: 0, suns: [{from: 135 deg}]").picture();
  CHECK(brightness(at(turned, 30, 30)) + 60 < brightness(at(turned, 65, 65)));
  CHECK_THAT(natural_of(cone, "suns: []").refusal(), Catch::Contains("suns"));
}

TEST_CASE("suns give flat ground 1 together, and none what faces away from it", "[view.natural]") {
  const auto beams = view::beams_of({{315, 45, 0.5}, {0, 45, 0.25}, {270, 45, 0.25}});
  float flat = 0;
  for (const view::Beam& beam : beams) flat += beam.up;
  CHECK(flat == Approx(1));
  const auto one = view::beams_of({{0, 45, 3}});  // from the north: what rises to the south faces it
  float towards = 0, away = 0;
  const float gx = 0, down = 1, up = -1, length = std::sqrt(2.0f);
  view::add_beam(one[0], &gx, &down, &length, &towards, 1);
  view::add_beam(one[0], &gx, &up, &length, &away, 1);
  CHECK(towards == Approx(std::sqrt(2.0)));
  CHECK(away == Approx(0).margin(1e-6));
}

TEST_CASE("texture shading lights crests and shades valleys, whatever way they run", "[view.natural]") {
  const std::string alone = "noise: 0, exaggeration: 0, texture: ";
  const auto crest = natural_of(ridge, alone + "1").picture();
  CHECK(brightness(at(crest, 47, 48)) > brightness(at(crest, 30, 48)) + 20);
  const auto valley = natural_of([](double x, double) { return 100 + 60 * std::fabs(x); }, alone + "1").picture();
  CHECK(brightness(at(valley, 47, 48)) + 20 < brightness(at(valley, 30, 48)));
  const auto turned = natural_of([](double, double y) { return ridge(y, 0); }, alone + "1").picture();
  CHECK(at(turned, 48, 47) == at(crest, 47, 48));
  const auto none = natural_of(ridge, alone + "0, rock_above: 99 km").picture();
  CHECK(at(none, 47, 48) == at(none, 30, 48));
}

TEST_CASE("ground has the colour of its rain, by the rows of a table", "[view.natural]") {
  const std::string table =
      "noise: 0, land: [{rain: 100 mm/yr, colour: \"#ff0000\"}, {rain: 400 mm/yr, colour: \"#0000ff\"}]";
  const auto colour = [&](const char* rain) {
    return at(in_climate(natural_of(level, table), rain, "20").picture(), 47, 47);
  };
  CHECK(colour("100") == seen(rgb(0xff0000)));
  CHECK(colour("20") == seen(rgb(0xff0000)));
  CHECK(colour("400") == seen(rgb(0x0000ff)));
  CHECK(colour("9000") == seen(rgb(0x0000ff)));
  // Half way by the logarithm.
  const Rgb middle = colour("200");
  CHECK(std::abs(middle.red - 128) <= 1);
  CHECK(std::abs(middle.blue - 128) <= 1);
  CHECK_THAT(natural_of(level, "land: [{rain: 5 mm/yr}, {rain: 5 mm/yr}]").refusal(), Catch::Contains("must ascend"));
  CHECK_THAT(natural_of(level, "sea: []").refusal(), Catch::Contains("at least one row"));
}

TEST_CASE("logarithms and roots of tables are near those of libm, and the same at the ends of each octave",
          "[view.natural]") {
  for (double value = 1; value < 1e6; value *= 1.037) {
    const auto given = static_cast<float>(value);
    CHECK(static_cast<double>(view::logarithm(given)) == Approx(std::log2(value)).margin(4e-5));
    CHECK(static_cast<double>(view::root(given)) == Approx(std::pow(value, 29.0 / 64)).epsilon(1e-5));
  }
  CHECK(view::logarithm(1024) == 10.0f);
  CHECK(view::root(0) == 0.0f);
}

TEST_CASE("snow lies where it is cold, less of it on steep ground, and rock is steep and high", "[view.natural]") {
  const std::string plain = "noise: 0, contrast: 0";
  const auto colour = [&](double (*of)(double, double), const char* temperature) {
    return at(in_climate(natural_of(of, plain), "2000", temperature).picture(), 47, 70);
  };
  const Rgb snow = seen(rgb(0xe0e6f0)), wet = seen(rgb(0x335c30));
  CHECK(colour(level, "-3") == snow);
  CHECK(colour(level, "10") == wet);
  // Tundra between them.
  CHECK(brightness(colour(level, "2")) > brightness(wet) + 100);
  CHECK(brightness(colour(level, "2")) < brightness(snow) - 100);
  const auto steep = [](double x, double) { return 40000 + 700 * x; };  // 35 degrees
  CHECK(colour(steep, "-30") == snow);
  // Cells of 1 km: four of them uphill it is 18 C colder, and the rim is as wide.
  CHECK(brightness(colour(steep, "-3")) > brightness(colour(steep, "6")) + 100);
  CHECK(brightness(colour(steep, "6")) > brightness(colour(steep, "20")) + 10);
  CHECK(brightness(colour(steep, "0.3")) < brightness(colour(level, "0.3")) - 100);
  const Rgb stone = colour(steep, "20"),
            low = colour([](double x, double) { return x < -1  ? 0.1
                                                       : x < 0 ? 100.0
                                                               : 1400.0; }, "20");
  CHECK(stone.red > wet.red + 40);
  CHECK(low == wet);
}

TEST_CASE("the sea darkens with depth, foam and sand lie only where a shore is", "[view.natural]") {
  const auto picture = natural_of(island, "noise: 0").picture();
  CHECK(at(picture, 2, 2).blue > at(picture, 2, 2).red + 20);
  CHECK(brightness(at(picture, 2, 2)) < brightness(at(picture, 14, 47)));
  const auto without = natural_of(island, "noise: 0, foam: 0, beach: 0.001 m").picture();
  int changed = 0;
  for (int y = 0; y < natural_side; ++y) {
    for (int x = 0; x < natural_side; ++x) {
      const bool by_the_shore = std::fabs(std::hypot(x - 47.5, y - 47.5) - 30) < 6;
      if (at(picture, x, y) == at(without, x, y)) continue;
      ++changed;
      CHECK(by_the_shore);
    }
  }
  CHECK(changed > 100);
}

TEST_CASE("a height that is no number is an error at its cell", "[view.natural]") {
  test::Drawing drawing = natural_of(level);
  drawing.cells[2 * natural_side + 4] = std::numeric_limits<float>::quiet_NaN();
  CHECK_THAT(drawing.refusal(), Catch::Contains("the height is NaN") || Catch::Contains("a height is NaN"));
}

TEST_CASE("the picture has the same bits in any tiles and on any threads, and joins where a world wraps",
          "[view.natural]") {
  const std::string begin = "terrawright: 1\nname: t\nworld: {size: [",
                    middle = "], cell: 1 km, seed: 42, latitude: 60 deg";
  const std::string stages = R"yaml(}
stages:
  terrain: {use: heights.noise@1, with: {wavelength: 60 km, lowest: -2500, highest: 2500}}
  metres: {use: shape.formula@1, in: {a: terrain}, with: {formula: "a", unit: m}}
  rain: {use: shape.formula@1, in: {a: metres}, with: {formula: "scalar = max(a, 300)", unit: mm/yr}}
  cold: {use: shape.formula@1, in: {a: metres}, with: {formula: "scalar = 8 - a / 150", unit: C}}
  r: {use: view.natural@1, in: {height: metres, rain: rain.scalar, temperature: cold.scalar}}
  plain: {use: view.natural@1, in: {height: metres}}
outputs: [{layers: {r: r, p: plain}}]
)yaml";
  for (const std::string& world : {begin + "300, 231" + middle, begin + "160, 128" + middle + ", wrap: both"}) {
    const test::Built whole = test::build(world + stages, {0, 1});
    CHECK(whole.sha256("r") != whole.sha256("plain"));
    for (const std::int64_t tile : {7, 64, 300}) {
      INFO(tile);
      const test::Built tiled = test::build(world + stages, {tile, 2});
      CHECK(tiled.sha256("r") == whole.sha256("r"));
      CHECK(tiled.sha256("plain") == whole.sha256("plain"));
    }
  }
}
