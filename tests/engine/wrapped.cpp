// SPDX-License-Identifier: Apache-2.0
// Worlds whose ends join: a window reaches beyond the edge, and sees the other side.
#include <algorithm>

#include "support/build.hpp"
#include "support/catch.hpp"
#include "terrawright/stage.hpp"

using namespace terrawright;

namespace {

// The sum of the four cells `reach` cells away, without looking at where the world ends.
struct Cross {
  In<Height> height;
  Out<Height> sum;
  std::int64_t reach = 3;

  static void describe(Spec<Cross>& s) {
    s.stage("test.cross", "Four cells some way off.");
    s.port(&Cross::height, "height", "Any.").halo([](const Cross& self) { return self.reach; });
    s.port(&Cross::sum, "height", "Their sum.").like("height");
    s.parameter(&Cross::reach, "reach", "Cells.").range(0, 200);
  }
  void paint(Tile& tile) const {
    const auto from = tile[height];
    const auto to = tile[sum];
    const bool x_wraps = tile.world().wraps_x(), y_wraps = tile.world().wraps_y();
    const auto at = [&](std::int64_t x, std::int64_t y) {
      if (!x_wraps) x = std::clamp<std::int64_t>(x, 0, tile.world().width() - 1);
      if (!y_wraps) y = std::clamp<std::int64_t>(y, 0, tile.world().height() - 1);
      return from(x, y);
    };
    tile.each_cell([&](std::int64_t x, std::int64_t y) {
      to(x, y) = (at(x - reach, y) + at(x + reach, y)) + (at(x, y - reach) + at(x, y + reach));
    });
  }
};

test::Built built(const std::string& wrap, std::int64_t reach, std::int64_t tile) {
  test::Options options;
  options.tile = tile;
  options.stages = {stage<Cross>()};
  return test::build("terrawright: 1\nname: t\nworld: {size: [70, 50], seed: 5, wrap: " + wrap +
                         "}\nstages:\n  terrain: {use: heights.noise@1}\n"
                         "  node: {use: test.cross@1, in: {height: terrain}, with: {reach: " +
                         std::to_string(reach) + "}}\noutputs: [{layers: {x: node, terrain: terrain}}]\n",
                     options);
}

}  // namespace

TEST_CASE("Where the world wraps, a window is filled from the other side, whatever the tiles", "[wrap]") {
  const auto inside = [](std::int64_t at, std::int64_t side, bool wraps) {
    return static_cast<std::size_t>(wraps ? ((at % side) + side) % side : std::clamp<std::int64_t>(at, 0, side - 1));
  };
  for (const std::string wrap : {"none", "x", "y", "both"}) {
    const bool wraps_x = wrap == "x" || wrap == "both", wraps_y = wrap == "y" || wrap == "both";
    for (const std::int64_t reach : {1, 7, 90}) {
      for (const std::int64_t tile : {0, 16, 33}) {
        INFO(wrap << " " << reach << " " << tile);
        const auto world = built(wrap, reach, tile);
        const auto z = world.cells<float>("terrain"), sum = world.cells<float>("node");
        const auto at = [&](std::int64_t x, std::int64_t y) {
          return z[inside(y, 50, wraps_y) * 70 + inside(x, 70, wraps_x)];
        };
        bool same = true;
        for (std::int64_t y = 0; y < 50; ++y) {
          for (std::int64_t x = 0; x < 70; ++x) {
            const float expected = (at(x - reach, y) + at(x + reach, y)) + (at(x, y - reach) + at(x, y + reach));
            same = same && sum[static_cast<std::size_t>(y * 70 + x)] == expected;
          }
        }
        CHECK(same);
      }
    }
  }
}
