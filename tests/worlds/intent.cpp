// SPDX-License-Identifier: Apache-2.0
// What is asked of a world by its knobs comes true: warmer, wetter, rivers, lakes.
#include <numeric>

#include "images/file_opener.hpp"
#include "support/build.hpp"
#include "support/catch.hpp"
#include "support/config_file.hpp"

using namespace terrawright;

namespace {

test::Built world(const std::string& name, const std::string& knob = "") {
  const images::FileOpener opener;
  test::Options options;
  options.opener = &opener;
  options.path = std::string(TERRAWRIGHT_ROOT "/configs/") + name + ".yaml";
  options.set = {"world.size=[257,257]"};
  if (name != "volcano" && name != "atoll") options.set.push_back("world.cell=1 km");
  if (!knob.empty()) options.set.push_back("knobs." + knob);
  return test::build(test::config_file("configs/" + name + ".yaml"), options);
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

TEST_CASE("A warmer world is so much warmer everywhere, and other things live there", "[intent]") {
  const auto usual = world("realistic"), warm = world("realistic", "warmer=12 K");
  const auto before = usual.cells<float>("temperature"), after = warm.cells<float>("temperature");
  for (std::size_t k = 0; k < before.size(); ++k) REQUIRE(after[k] == Approx(before[k] + 12).margin(1e-5));
  CHECK(usual.digest("metres") == warm.digest("metres"));
  CHECK(usual.digest("biomes") != warm.digest("biomes"));
}

TEST_CASE("Rain brings lakes and rivers", "[intent]") {
  const auto usual = world("realistic"), in_rain = world("realistic", "wet=1500 h/yr");
  CHECK(above_0(in_rain, lakes) > above_0(usual, lakes));
  CHECK(above_0(in_rain, rivers) > above_0(usual, rivers));
}

TEST_CASE("Every world of configs/ that has a knob of intent does what it says", "[intent]") {
  int turned = 0, usual_lakes = 0, more_lakes = 0;
  for (const char* name : {"archipelago", "atoll", "continent", "fjords", "hand_drawn", "island", "long_island",
                           "realistic", "two_massifs", "volcano"}) {
    INFO(name);
    const std::string text = test::config_file(std::string("configs/") + name + ".yaml");
    const auto has = [&](const std::string& knob) {
      const bool found = text.find("\n  " + knob + ": {value:") != std::string::npos;
      turned += found;
      return found;
    };
    const auto usual = world(name);
    if (has("warmer"))
      CHECK(usual.digest(made(usual, biomes)) != world(name, "warmer=-25 K").digest(made(usual, biomes)));
    if (has("wet")) {
      CHECK(sum(world(name, "wet=100 h/yr"), rain) < sum(usual, rain));
      CHECK(sum(world(name, "wet=2500 h/yr"), rain) > sum(usual, rain));
    }
    if (has("rivers")) {
      CHECK(above_0(world(name, "rivers=400 m3/s"), rivers) < above_0(usual, rivers) / 2);
      CHECK(above_0(world(name, "rivers=0.1 m3/s"), rivers) > 3 * above_0(usual, rivers) / 2);
    }
    if (has("lakes")) {
      usual_lakes += above_0(usual, lakes);
      more_lakes += above_0(world(name, name == std::string("island") ? "lakes=3 %" : "lakes=2"), lakes);
      CHECK(above_0(world(name, "lakes=0"), lakes) == 0);
    }
  }
  CHECK(turned == 33);
  // In all of them together: a small land has few hollows, and lakes flow into one another.
  CHECK(more_lakes > 1.3 * usual_lakes);
}
