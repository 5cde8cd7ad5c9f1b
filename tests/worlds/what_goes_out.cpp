// SPDX-License-Identifier: Apache-2.0
// The heights that the worlds of configs/ give away are those that their water used, and their land stays land.
#include <algorithm>
#include <cmath>

#include "support/catch.hpp"
#include "support/shipped.hpp"

using namespace terrawright;

namespace {

// By the codes 1 .. 8 of receivers.
constexpr int to_x[8] = {1, 0, -1, 0, 1, -1, -1, 1};
constexpr int to_y[8] = {0, -1, 0, 1, -1, -1, 1, 1};

// River cells whose water would have to climb, and by how much at most.
struct Climbs {
  int rivers = 0, cells = 0;
  float most = 0;
};

Climbs climbs(const test::Built& built, const std::string& heights, const std::string& nodes, int side) {
  const auto height = built.cells<float>(heights);
  const auto receivers = built.cells<std::uint16_t>(nodes + "drainage/receivers");
  const auto river = built.cells<float>(nodes + "rivers.width");
  Climbs found;
  for (int c = 0; c < side * side; ++c) {
    const auto cell = static_cast<std::size_t>(c);
    if (!(river[cell] > 0) || receivers[cell] == 0) continue;
    ++found.rivers;
    const int way = receivers[cell] - 1, next = c + to_y[way] * side + to_x[way];
    const float rise = height[static_cast<std::size_t>(next)] - height[cell];
    found.cells += rise > 0 ? 1 : 0;
    found.most = std::max(found.most, rise);
  }
  return found;
}

}  // namespace

TEST_CASE("No river of the island worlds climbs in the heights that go out", "[configs]") {
  constexpr int side = 257;
  for (const char* name : {"island", "realistic", "fjords", "delta", "long_island", "two_massifs", "continent"}) {
    int rivers = 0;
    for (int seed = 1; seed <= 4; ++seed) {
      INFO(name << ", seed " << seed);
      const test::Shipped world{name};
      // If a composite holds climate and water, they are its parts.
      const std::string nodes = world.yaml.find("massif.nature") == std::string::npos ? "" : "nature/";
      const std::string rivers_out = nodes.empty() ? ", river: rivers.width" : ", river: nature.rivers";
      const auto built = world.layers(seed, side, world.heights_out() + rivers_out);
      const Climbs found = climbs(built, world.heights(), nodes, side);
      rivers += found.rivers;
      CHECK(found.cells == 0);
      CHECK(found.most == 0);
    }
    CHECK(rivers > 100);
  }
}

TEST_CASE("Land stays land in 16 bits, and sea sea", "[configs]") {
  constexpr int side = 257;
  for (const char* name :
       {"island", "realistic", "fjords", "delta", "long_island", "two_massifs", "continent", "archipelago", "atoll"}) {
    for (int seed = 1; seed <= 4; ++seed) {
      INFO(name << ", seed " << seed);
      const test::Shipped world{name};
      const auto built = world.layers(seed, side, world.heights_out() + ", land: land.land");
      const auto heights = built.cells<float>(world.heights());
      const auto land = built.cells<std::uint8_t>("land.land");
      const double low = static_cast<double>(world.lowest()), room = static_cast<double>(world.highest()) - low;
      int changed = 0;
      for (std::size_t c = 0; c < heights.size(); ++c) {
        const double code = std::nearbyint((static_cast<double>(heights[c]) - low) / room * 65535);
        changed += (low + code / 65535 * room > 0) != (land[c] != 0) ? 1 : 0;
      }
      CHECK(changed == 0);
    }
  }
}

TEST_CASE("Lakes that the cells show cover 0.3 to 0.8 % of the island's land", "[configs]") {
  double sum = 0;
  constexpr int seeds = 12;
  for (int seed = 1; seed <= seeds; ++seed) {
    const double share = test::Shipped{"island"}.layers(seed, 513, "lake: lakes.depth").number("lakes.share");
    INFO("seed " << seed);
    CHECK(share >= 0.3);
    CHECK(share <= 0.8);
    sum += share;
  }
  CHECK(sum / seeds == Approx(0.45).margin(0.1));
}
