// SPDX-License-Identifier: Apache-2.0
// examples/400-guided keeps its word: land is where the coast was drawn, mountains where the ridges were, the river
// runs downhill into the sea, and the road is as high as it was drawn.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <queue>
#include <utility>
#include <vector>

#include "readers/opened_file.hpp"
#include "support/build.hpp"
#include "support/catch.hpp"
#include "support/config_file.hpp"

using namespace terrawright;

namespace {

constexpr int side = 257;

test::Built guided(std::int64_t tile) {
  static const readers::FileOpener opener;
  test::Options options;
  options.tile = tile;
  options.opener = &opener;
  options.path = TERRAWRIGHT_ROOT "/examples/400-guided/world.yaml";
  options.set = {"world.size=[257,257]", "world.cell=80 m"};
  return test::build(test::config_file("examples/400-guided/world.yaml"), options);
}

// Level of water that comes from everywhere and leaves into the sea.
std::vector<float> filled_of(const std::vector<float>& height) {
  std::vector<float> filled(height.size(), std::numeric_limits<float>::infinity());
  using Level = std::pair<float, std::size_t>;
  std::priority_queue<Level, std::vector<Level>, std::greater<>> next;
  for (std::size_t i = 0; i < height.size(); ++i) {
    if (height[i] <= 0) next.emplace(filled[i] = height[i], i);
  }
  while (!next.empty()) {
    const auto [level, i] = next.top();
    next.pop();
    const int x = static_cast<int>(i) % side, y = static_cast<int>(i) / side;
    for (int k = 0; k < 9; ++k) {
      const int u = x + k % 3 - 1, v = y + k / 3 - 1;
      if (u < 0 || v < 0 || u >= side || v >= side) continue;
      const auto to = static_cast<std::size_t>(v * side + u);
      if (filled[to] <= std::max(level, height[to])) continue;
      next.emplace(filled[to] = std::max(level, height[to]), to);
    }
  }
  return filled;
}

}  // namespace

TEST_CASE("the guided island is as it was drawn, whatever the tiles", "[guided]") {
  const auto world = guided(0), tiled = guided(64);
  for (const std::string& layer : world.layers()) CHECK(world.digest(layer) == tiled.digest(layer));

  const auto height = world.cells<float>("floor"), coast = world.cells<float>("coast");
  const auto crest = world.cells<float>("ridges"), course = world.cells<float>("course"),
             road = world.cells<float>("road");
  const auto bed = world.cells<float>("level"), wanted = world.cells<float>("road.value");
  const std::vector<float> filled = filled_of(height);
  const auto channel = world.cells<std::uint8_t>("ground.mask");
  double wrong = 0, ridge = 0, on_ridge = 0, plain = 0, off_ridge = 0, below = 0;
  int pits = 0, river = 0, on_road = 0, as_drawn = 0;
  for (int y = 1; y + 1 < side; ++y) {
    for (int x = 1; x + 1 < side; ++x) {
      const auto i = static_cast<std::size_t>(y * side + x);
      if (coast[i] < -1000 && height[i] <= 0) ++wrong;
      if (coast[i] > 1000 && height[i] > 0) ++wrong;
      if (height[i] > 0 && crest[i] < 300) ridge += static_cast<double>(height[i]), ++on_ridge;
      if (height[i] > 0 && crest[i] > 2000) plain += static_cast<double>(height[i]), ++off_ridge;
      if (height[i] > 0.25f && channel[i] != 0) {
        ++river;
        pits += filled[i] != height[i];
        below += height[i] <= std::max(bed[i], 0.5f) + 0.01f;
      }
      if (height[i] > 1 && road[i] < 18 && course[i] > 100) {
        ++on_road;
        as_drawn += std::abs(height[i] - wanted[i]) < 0.01f;
      }
    }
  }
  CHECK(wrong == 0);
  CHECK(ridge / on_ridge > 4 * plain / off_ridge);
  CHECK(river > 20);
  CHECK(pits == 0);
  CHECK(below == river);
  CHECK(on_road > 50);
  CHECK(as_drawn == on_road);
}
