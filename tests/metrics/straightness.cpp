// SPDX-License-Identifier: Apache-2.0
// Row 24: how much of the rivers runs dead straight.
#include "drainage.hpp"
#include "shipped_world.hpp"

namespace terrawright::metrics {
namespace {

constexpr int long_run = 12;  // steps

// The kept island, up to its rivers; across flats by `rule`.
test::Built island(std::uint64_t seed, const std::string& rule) {
  std::string world = test::config_file("tests/worlds/earlier/island.yaml");
  const auto replace = [&](std::size_t begin, std::size_t end, const std::string& by) {
    world.replace(begin, end - begin, by);
  };
  replace(world.find("  # Life"), world.size(), "outputs: [{layers: {r: drainage_receivers, i: rivers, l: lakes}}]\n");
  const std::size_t drainage = world.find("  drainage:");
  replace(drainage, world.find('\n', drainage) + 1,
          "  drainage_filled: {use: water.fill@1, in: {height: metres, ocean: land.ocean}}\n"
          "  drainage_flats: {use: water.flats@1, in: {filled: drainage_filled, ocean: land.ocean}, with: {rule: " +
              rule +
              "}}\n"
              "  drainage_receivers: {use: water.receivers@1, in: {filled: drainage_filled, way: drainage_flats.way, "
              "ocean: land.ocean}}\n"
              "  drainage: {use: water.accumulation@1, in: {receivers: drainage_receivers, runoff: runoff, ocean: "
              "land.ocean}}\n");
  for (const std::string part : {"filled", "receivers"}) {
    for (std::size_t at; (at = world.find("drainage." + part)) != std::string::npos;) world[at + 8] = '_';
  }
  const std::size_t number = world.find("seed: 42");
  replace(number, number + 8, "seed: " + std::to_string(seed));
  return test::build(world);
}

double straight_share(const test::Built& built, bool with_lakes, const char* receivers_of = "drainage_receivers") {
  auto river = built.cells<std::uint8_t>("rivers");
  const auto lake = built.cells<std::uint8_t>("lakes");
  for (std::size_t c = 0; c < river.size(); ++c) river[c] = river[c] != 0 || (with_lakes && lake[c] != 0);
  return straight_steps(built.cells<std::uint16_t>(receivers_of), river, 1025);
}

}  // namespace

double straight_steps(const std::vector<std::uint16_t>& receivers, const std::vector<std::uint8_t>& river, int side) {
  const auto step = [&](int x, int y) -> int {
    if (x < 0 || y < 0 || x >= side || y >= side) return 0;
    const auto c = static_cast<std::size_t>(y * side + x);
    return river[c] != 0 ? receivers[c] : 0;
  };
  int all = 0, straight = 0;
  for (int y = 0; y < side; ++y) {
    for (int x = 0; x < side; ++x) {
      const int way = step(x, y);
      if (way == 0) continue;
      ++all;
      const int dx = to_x[way - 1], dy = to_y[way - 1];
      if (step(x - dx, y - dy) == way) continue;
      int run = 1;
      while (step(x + run * dx, y + run * dy) == way) ++run;
      straight += run >= long_run ? run : 0;
    }
  }
  return 100.0 * straight / all;
}

Row straight_rivers() {
  return {24,
          "Straight river steps, %",
          "steps of rivers (2 m3/s and more) in runs of 12 and more cells in one direction, over all; "
          "tests/worlds/earlier/island",
          "measured: 5.0 (up to 16.5) where a flat's water takes the shortest way; natural channels wind at all scales",
          0,
          [](const Scope& scope) {
            Line rivers{"winding", {}, {0, 0.5}, true}, lakes{"winding, lakes among them", {}, {0, 0.5}, true};
            Line before{"straight", {}, {1, 100}};
            for (int seed = 1; seed <= scope.of(12); ++seed) {
              const auto built = island(static_cast<std::uint64_t>(seed), "winding");
              rivers.values.push_back(straight_share(built, false));
              lakes.values.push_back(straight_share(built, true));
              before.values.push_back(straight_share(island(static_cast<std::uint64_t>(seed), "straight"), false));
            }
            std::vector<Line> lines = {rivers, lakes, before};
            for (const char* name : {"island", "realistic"}) {
              Line shipped{std::string("shipped ") + name, {}, {0, 0.5}};
              for (int seed = 1; seed <= scope.of(24); ++seed) {
                const auto built =
                    layers({name}, static_cast<std::uint64_t>(seed), "a: drainage.receivers, i: rivers, l: lakes");
                shipped.values.push_back(straight_share(built, false, "drainage/receivers"));
              }
              lines.push_back(shipped);
            }
            return lines;
          }};
}

}  // namespace terrawright::metrics
