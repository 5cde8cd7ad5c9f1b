// SPDX-License-Identifier: Apache-2.0
// A seed is one island at every size: its land agrees with that of the world of 1025 x 1025 cells.
#include <algorithm>
#include <string>
#include <vector>

#include "support/build.hpp"
#include "support/catch.hpp"
#include "support/shipped.hpp"

using namespace terrawright;

namespace {

struct Land {
  std::int64_t width, height;
  std::vector<std::uint8_t> cells;
  bool at(std::int64_t x, std::int64_t y) const { return cells[static_cast<std::size_t>(y * width + x)] != 0; }
};

Land island(int seed, std::int64_t width, std::int64_t height, const std::string& fit) {
  const auto built = test::build(
      "terrawright: 1\nname: t\nworld: {size: [" + std::to_string(width) + ", " + std::to_string(height) +
      "], seed: " + std::to_string(seed) +
      "}\nstages:\n"
      "  terrain: {use: heights.diamond_square@1, with: {seeding: island, ring_metric: round, stencil: cubic, substep: "
      "auto, fit: " +
      fit +
      "}}\n"
      "  dome: {use: island.particle_roll@1}\n"
      "  shaped: {use: shape.blend@1, in: {a: terrain, b: dome}, with: {mode: multiply}}\n"
      "  sea: {use: sea.level@1, in: {height: shaped}}\n"
      "  land: {use: sea.islets@1, in: {height: shaped, level: sea.level}, with: {max_pond: 100000}}\n"
      "outputs: [{layers: {l: land.land}}]\n");
  return {width, height, built.cells<std::uint8_t>("land.land")};
}

// Land of both over land of either, where cells are matched at equal shares of the sides.
double agreement(const Land& one, const Land& other) {
  std::int64_t both = 0, either = 0;
  for (std::int64_t y = 0; y < one.height; ++y) {
    for (std::int64_t x = 0; x < one.width; ++x) {
      const auto nearest = [](std::int64_t p, std::int64_t side, std::int64_t of) {
        return (2 * p * (of - 1) + (side - 1)) / (2 * (side - 1));
      };
      const bool a = one.at(x, y),
                 b = other.at(nearest(x, one.width, other.width), nearest(y, one.height, other.height));
      both += a && b;
      either += a || b;
    }
  }
  return static_cast<double>(both) / static_cast<double>(either);
}

}  // namespace

TEST_CASE("Every size shows the island of its seed", "[sizes]") {
  std::vector<double> all;
  for (int seed = 1; seed <= 5; ++seed) {
    const Land usual = island(seed, 1025, 1025, "stretch");
    for (const auto& [width, height] :
         {std::pair(500, 500), std::pair(513, 513), std::pair(514, 514), std::pair(700, 700), std::pair(800, 800),
          std::pair(1000, 1000), std::pair(1024, 1024), std::pair(1026, 1026), std::pair(1100, 1100),
          std::pair(1000, 700), std::pair(1920, 1080)}) {
      const double agree = agreement(island(seed, width, height, "stretch"), usual);
      INFO("seed " << seed << ", " << width << " x " << height << ": " << agree);
      CHECK(agree >= 0.93);
      all.push_back(agree);
    }
    // As it was: one cell more, and another island.
    CHECK(agreement(island(seed, 1026, 1026, "crop"), usual) < 0.7);
  }
  std::sort(all.begin(), all.end());
  INFO("median " << all[all.size() / 2]);
  CHECK(all[all.size() / 2] >= 0.97);
}

namespace {

// For configs/realistic.yaml: its outline before rivers cut into it and the sea drowns it, or the remaining land.
Land realistic(int seed, std::int64_t width, std::int64_t height, const std::string& layer) {
  std::string yaml = test::config_file("configs/realistic.yaml");
  yaml.replace(yaml.find("\noutputs:"), std::string::npos, "\noutputs: [{layers: {l: " + layer + ".land}}]\n");
  test::Options options;
  options.path = TERRAWRIGHT_ROOT "/configs/realistic.yaml";
  options.set = {"world.seed=" + std::to_string(seed),
                 "world.size=[" + std::to_string(width) + "," + std::to_string(height) + "]",
                 "world.cell=" + std::to_string(256000.0 / static_cast<double>(width - 1)) + " m"};
  const auto built = test::build(yaml, options);
  return {width, height, built.cells<std::uint8_t>(layer == "outline" ? "outline/land.land" : "land.land")};
}

}  // namespace

TEST_CASE("Every size shows the realistic island of its seed", "[sizes]") {
  for (int seed = 1; seed <= 4; ++seed) {
    const Land usual = realistic(seed, 1025, 1025, "outline");
    for (const auto& [width, height] : {std::pair(500, 500), std::pair(514, 514), std::pair(1024, 1024),
                                        std::pair(1026, 1026), std::pair(1000, 700), std::pair(1920, 1080)}) {
      const double agree = agreement(realistic(seed, width, height, "outline"), usual);
      INFO("seed " << seed << ", " << width << " x " << height << ": " << agree);
      CHECK(agree >= 0.9);  // bays and isthmuses of a few cells are others where the grid is another
    }
  }
  // The shore that rivers build up and the sea drowns is another with other cells, but for little.
  const Land usual = realistic(1, 1025, 1025, "land");
  for (const int side : {513, 1026}) CHECK(agreement(realistic(1, side, side, "land"), usual) >= 0.93);
}
