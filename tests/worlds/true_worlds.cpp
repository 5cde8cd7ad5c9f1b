// SPDX-License-Identifier: Apache-2.0
// Properties of every island, over many seeds.
#include <algorithm>
#include <numeric>

#include "support/build.hpp"
#include "support/catch.hpp"
#include "support/config_file.hpp"
#include "support/length.hpp"

using namespace terrawright;

namespace {

// These layers of it and what they need.
test::Built island(int seed, int side, const std::string& wanted, const std::vector<std::string>& set = {}) {
  test::Options options;
  options.path = TERRAWRIGHT_ROOT "/configs/island.yaml";  // what it includes lies beside it
  options.set = {"world.seed=" + std::to_string(seed),
                 "world.size=[" + std::to_string(side) + "," + std::to_string(side) + "]",
                 "outputs=[{layers: {" + wanted + "}}]"};
  options.set.insert(options.set.end(), set.begin(), set.end());
  return test::build(test::config_file("configs/island.yaml"), options);
}

// Islands by flood fill over 4 neighbours: the plain way.
int islands(std::vector<std::uint8_t> land, std::int64_t width) {
  const auto size = static_cast<std::int64_t>(land.size());
  int count = 0;
  std::vector<std::int64_t> open;
  for (std::int64_t begin = 0; begin < size; ++begin) {
    if (!land[static_cast<std::size_t>(begin)]) continue;
    ++count;
    open.push_back(begin);
    land[static_cast<std::size_t>(begin)] = 0;
    while (!open.empty()) {
      const std::int64_t cell = open.back();
      open.pop_back();
      const auto visit = [&](std::int64_t other, bool on_map) {
        if (!on_map || !land[static_cast<std::size_t>(other)]) return;
        land[static_cast<std::size_t>(other)] = 0;
        open.push_back(other);
      };
      visit(cell - 1, cell % width != 0);
      visit(cell + 1, cell % width != width - 1);
      visit(cell - width, cell >= width);
      visit(cell + width, cell + width < size);
    }
  }
  return count;
}

}  // namespace

TEST_CASE("Whatever the seed: sea all around, one island, and the land share that was asked for", "[island][length]") {
  constexpr int side = 129;
  const int seeds = test::at_length() ? 1000 : 250;
  for (int seed = 1; seed <= seeds; ++seed) {
    const auto world = island(seed, side, "land: land.land, height: shaped.height, rain: rain.annual");
    const auto land = world.cells<std::uint8_t>("land.land");
    int on_border = 0;
    for (int i = 0; i < side; ++i) {
      for (const int cell : {i, (side - 1) * side + i, i * side, i * side + side - 1}) {
        on_border += land[static_cast<std::size_t>(cell)];
      }
    }
    INFO("seed " << seed);
    REQUIRE(on_border == 0);
    REQUIRE(islands(land, side) == 1);
    // Water is at or below the level: at least 60 % of the cells, more only by ties.
    const auto heights = world.cells<float>("shaped.height");
    const auto level = static_cast<float>(world.number("sea.level"));
    const auto water = std::count_if(heights.begin(), heights.end(), [&](float h) { return h <= level; });
    const auto ties = std::count(heights.begin(), heights.end(), level);
    const std::int64_t asked = (600000ll * side * side + 999999) / 1000000;
    REQUIRE(water >= asked);
    REQUIRE(water - asked <= ties - 1);
    REQUIRE(std::abs(world.number("rain.balance")) <= 1e-12);
  }
}

TEST_CASE("The windward side of an island is wetter than the lee", "[island]") {
  double sum = 0;
  constexpr int seeds = 12, side = 257;
  for (int seed = 1; seed <= seeds; ++seed) {
    const auto world =
        island(seed, side, "land: land.land, rain: rain.annual", {"world.cell=1 km", "knobs.wind=270 deg"});
    const auto land = world.cells<std::uint8_t>("land.land");
    const auto rain = world.cells<float>("rain");
    double west = 0, east = 0, west_cells = 0, east_cells = 0;
    for (int y = 0; y < side; ++y) {
      for (int x = 0; x < side; ++x) {
        const auto cell = static_cast<std::size_t>(y * side + x);
        if (!land[cell]) continue;
        (x < side / 2 ? west : east) += static_cast<double>(rain[cell]);
        (x < side / 2 ? west_cells : east_cells) += 1;
      }
    }
    const double ratio = (west / west_cells) / (east / east_cells);
    INFO("seed " << seed);
    CHECK(ratio >= 1.1);
    sum += ratio;
  }
  CHECK(sum / seeds > 1.25);
}
