// SPDX-License-Identifier: Apache-2.0
// The knobs of the worlds in configs/ do what their texts say, over several seeds.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "readers/opened_file.hpp"
#include "support/catch.hpp"
#include "support/shipped.hpp"

using namespace terrawright;

namespace {

constexpr int side = 129;

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

// Effects of a world's knobs.
struct Shown {
  double rain, rivers, elongation, summit, land;
};

// sqrt of the ratio of the eigenvalues of the land's covariance.
double elongation(const std::vector<std::uint8_t>& land) {
  double n = 0, x = 0, y = 0, xx = 0, xy = 0, yy = 0;
  for (int cell = 0; cell < side * side; ++cell) {
    if (!land[static_cast<std::size_t>(cell)]) continue;
    const double column = cell % side, row = cell / side;
    n += 1, x += column, y += row, xx += column * column, xy += column * row, yy += row * row;
  }
  x /= n, y /= n;
  const double a = xx / n - x * x, b = xy / n - x * y, c = yy / n - y * y;
  const double half = (a + c) / 2, apart = std::sqrt((a - c) * (a - c) / 4 + b * b);
  return std::sqrt((half + apart) / (half - apart));
}

Shown shown(int seed, const std::vector<std::string>& set) {
  const auto built = test::Shipped{"realistic"}.layers(
      seed, side, "land: land.land, rain: rain.annual, river: rivers, height: metres", set);
  const auto land = built.cells<std::uint8_t>("land.land");
  const auto rain = built.cells<float>("rain.annual");
  const auto river = built.cells<std::uint8_t>("rivers");
  std::vector<double> on_land;
  double rivers = 0;
  for (std::size_t c = 0; c < land.size(); ++c) {
    if (land[c]) on_land.push_back(static_cast<double>(rain[c]));
    rivers += river[c];
  }
  const double cells = static_cast<double>(on_land.size());
  return {median(on_land), rivers / cells, elongation(land), static_cast<double>(built.statistics("metres").maximum),
          cells / (side * side)};
}

// Medians over seeds.
Shown medians(const std::vector<std::string>& set, int seeds) {
  std::vector<double> all[5];
  for (int seed = 1; seed <= seeds; ++seed) {
    const Shown one = shown(seed, set);
    const double values[5] = {one.rain, one.rivers, one.elongation, one.summit, one.land};
    for (int i = 0; i < 5; ++i) all[i].push_back(values[i]);
  }
  return {median(all[0]), median(all[1]), median(all[2]), median(all[3]), median(all[4])};
}

// The first of these names that the world makes; empty for none of them.
std::string made(const test::Built& built, const std::vector<std::string>& names) {
  for (const std::string& name : names)
    if (built.is_layer(name)) return name;
  return "";
}

const std::vector<std::string> biomes = {"biomes", "nature/biomes"};
const std::vector<std::string> rain = {"rain.annual", "rain", "nature/rain.annual"};
const std::vector<std::string> rivers = {"rivers.width", "nature/rivers.width"};
const std::vector<std::string> lakes = {"lakes.depth", "nature/lakes.depth"};

int above_0(const test::Built& built, const std::vector<std::string>& names) {
  int count = 0;
  for (const float value : built.cells<float>(made(built, names))) count += value > 0;
  return count;
}

double sum(const test::Built& built, const std::vector<std::string>& names) {
  const auto cells = built.cells<float>(made(built, names));
  return std::accumulate(cells.begin(), cells.end(), 0.0);
}

}  // namespace

TEST_CASE("wet: more hours of rain give more rain and more rivers", "[configs][knobs]") {
  const Shown dry = medians({"knobs.wet=250 h/yr"}, 6), usual = medians({}, 6),
              wet = medians({"knobs.wet=1000 h/yr"}, 6);
  CHECK(usual.rain == Approx(2 * dry.rain).epsilon(0.02));
  CHECK(wet.rain == Approx(2 * usual.rain).epsilon(0.02));
  CHECK(usual.rivers > 1.3 * dry.rivers);
  CHECK(wet.rivers > 1.3 * usual.rivers);
}

TEST_CASE("length: longer mountains make longer islands", "[configs][knobs]") {
  const double round = medians({"knobs.length=0.2"}, 12).elongation, usual = medians({}, 12).elongation,
               longer = medians({"knobs.length=1.5"}, 12).elongation;
  INFO(round << " " << usual << " " << longer);
  CHECK(round < 1.6);
  CHECK(usual > round + 0.3);
  CHECK(longer > usual + 0.5);
}

TEST_CASE("peak: summits are as high as it says, whatever the age", "[configs][knobs]") {
  const double usual = medians({}, 8).summit;
  for (const double factor : {0.5, 2.0}) {
    const double summit = medians({"knobs.peak=" + std::to_string(2400 * factor) + " m"}, 8).summit;
    CHECK(summit == Approx(factor * usual).epsilon(0.05));
  }
  for (const char* age : {"4", "25"}) CHECK(medians({"knobs.age=" + std::string(age)}, 8).summit / usual > 0.75);
}

TEST_CASE("sea: a higher sea leaves less land", "[configs][knobs]") {
  CHECK(medians({"knobs.sea=80 %"}, 6).land < 0.75 * medians({}, 6).land);
}

TEST_CASE("warmer: a world is so much warmer everywhere, and other things live there", "[configs][knobs]") {
  const test::Shipped world{"realistic"};
  const auto usual = world.build(42, 257), warm = world.build(42, 257, {"knobs.warmer=12 K"});
  const auto before = usual.cells<float>("temperature"), after = warm.cells<float>("temperature");
  for (std::size_t k = 0; k < before.size(); ++k) REQUIRE(after[k] == Approx(before[k] + 12).margin(1e-5));
  CHECK(usual.digest("metres") == warm.digest("metres"));
  CHECK(usual.digest("biomes") != warm.digest("biomes"));
}

TEST_CASE("Rain brings rivers", "[configs][knobs]") {
  const test::Shipped world{"realistic"};
  const auto usual = world.build(42, 257), in_rain = world.build(42, 257, {"knobs.wet=1500 h/yr"});
  CHECK(above_0(in_rain, rivers) > above_0(usual, rivers));
}

TEST_CASE("Every world of configs/ that has a knob of intent does what it says", "[configs][knobs]") {
  const readers::FileOpener opener;
  int turned = 0, usual_lakes = 0, more_lakes = 0;
  for (const char* name : {"archipelago", "atoll", "continent", "delta", "fjords", "hand_drawn", "island",
                           "long_island", "realistic", "two_massifs", "volcano"}) {
    INFO(name);
    const test::Shipped world{name};
    const auto with = [&](const std::string& knob) { return world.build(42, 257, {"knobs." + knob}, &opener); };
    const auto has = [&](const std::string& knob) {
      const bool found = world.yaml.find("\n  " + knob + ": {value:") != std::string::npos;
      turned += found;
      return found;
    };
    const auto usual = world.build(42, 257, {}, &opener);
    if (has("warmer")) CHECK(usual.digest(made(usual, biomes)) != with("warmer=-25 K").digest(made(usual, biomes)));
    if (has("wet")) {
      CHECK(sum(with("wet=100 h/yr"), rain) < sum(usual, rain));
      CHECK(sum(with("wet=2500 h/yr"), rain) > sum(usual, rain));
    }
    if (has("rivers")) {
      CHECK(above_0(with("rivers=400 m3/s"), rivers) < above_0(usual, rivers) / 2);
      CHECK(above_0(with("rivers=0.1 m3/s"), rivers) > 3 * above_0(usual, rivers) / 2);
    }
    if (has("lakes")) {
      usual_lakes += above_0(usual, lakes);
      more_lakes += above_0(with(name == std::string("fjords") ? "lakes=10" : "lakes=2.5"), lakes);
      CHECK(above_0(with("lakes=0"), lakes) == 0);
    }
  }
  CHECK(turned == 37);
  // In all of them together: a small land has few valleys that are wide enough.
  CHECK(more_lakes > 1.3 * usual_lakes);
}
