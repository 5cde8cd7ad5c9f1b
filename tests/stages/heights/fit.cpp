// SPDX-License-Identifier: Apache-2.0
// Worlds of any size show the map of their seed.
#include <algorithm>
#include <string>
#include <vector>

#include "reference_stretch.hpp"
#include "support/catch.hpp"
#include "world.hpp"

using namespace terrawright;
using test::at;
using test::HeightsWorld;
using test::Size;

namespace {

HeightsWorld diamonds(std::int64_t width, std::int64_t height, const std::string& with) {
  return {"diamond_square", width, height, with};
}

std::int64_t lattice_of(std::int64_t cells) {
  std::int64_t points = 2;
  while (points < cells) points = 2 * points - 1;
  return points;
}

}  // namespace

TEST_CASE("worlds of other sizes than 2^n+1 are the lattice's, stretched", "[heights.diamond_square]") {
  for (const Size& size : {Size{66, 66}, Size{100, 37}, Size{64, 64}, Size{34, 129}, Size{65, 33}, Size{3, 50},
                           Size{129, 2}, Size{1, 20}, Size{200, 1}, Size{2, 1}}) {
    const std::int64_t points = lattice_of(std::max(size.width, size.height));
    const reference::Stretch stretch{points, size.width, size.height};
    for (const std::string stage : {"diamond_square", "midpoint_displacement"}) {
      const std::string with = stage == "diamond_square" ? "stencil: cubic, substep: auto" : "centre_from: edges";
      const auto expected = stretch.cells(HeightsWorld{stage, points, points, with}.cells());
      for (const std::int64_t tile : {0, 7, 64}) {
        INFO(stage << ", " << size.width << " x " << size.height << ", tile " << tile);
        CHECK(HeightsWorld{stage, size.width, size.height, with}.cells(tile) == expected);
      }
    }
    // In an island, no cell is lower than the border, which is written and not computed.
    const std::string island = "seeding: island, stencil: cubic, ring: [0.15, 0.1], nodes: 2";
    auto expected = stretch.cells(diamonds(points, points, island).cells());
    for (std::int64_t y = 0; y < size.height; ++y) {
      for (std::int64_t x = 0; x < size.width; ++x) {
        float& cell = expected[at(x, y, size.width)];
        const bool border = x == 0 || y == 0 || x + 1 == size.width || y + 1 == size.height;
        cell = border ? 0.15f : std::max(cell, 0.15f);
      }
    }
    for (const std::int64_t tile : {0, 7, 64}) {
      INFO(size.width << " x " << size.height << ", tile " << tile);
      CHECK(diamonds(size.width, size.height, island).cells(tile) == expected);
    }
  }
}

TEST_CASE("extend: a longer side has more of the same hills", "[heights.diamond_square]") {
  const std::string extend = "seeding: island, border: free, ring: [], nodes: 3, stencil: cubic, fit: extend";
  const std::string stretch = extend.substr(0, extend.find(", fit"));
  CHECK(diamonds(100, 100, extend).sha256() == diamonds(100, 100, stretch).sha256());
  // The nodes of the square are those of the longer world.
  const auto square = diamonds(65, 65, extend).cells();
  for (const Size& size : {Size{193, 65}, Size{65, 193}}) {
    const auto longer = diamonds(size.width, size.height, extend).cells();
    for (std::int64_t y = 0; y < 64; y += 8)
      for (std::int64_t x = 0; x < 64; x += 8) REQUIRE(longer[at(x, y, size.width)] == square[at(x, y, 65)]);
    CHECK(diamonds(size.width, size.height, extend).cells(7) == longer);
  }
  // Three cells are four points of the lattice, along both sides.
  const auto lattice = diamonds(193, 65, extend).cells(), cells = diamonds(145, 49, extend).cells();
  for (std::int64_t y = 0; y < 17; ++y)
    for (std::int64_t x = 0; x < 49; ++x) REQUIRE(cells[at(3 * x, 3 * y, 145)] == lattice[at(4 * x, 4 * y, 193)]);
  for (const Size& size : {Size{1, 20}, Size{200, 1}, Size{2, 1}, Size{3, 50}})
    CHECK(diamonds(size.width, size.height, extend).cells(7) == diamonds(size.width, size.height, extend).cells());
}

TEST_CASE("squares of 2^n+1 cells need no stretching", "[heights.diamond_square][heights.midpoint_displacement]") {
  for (const std::int64_t side : {2, 3, 33, 129}) {
    for (const std::string with : {"", "stencil: cubic", "seeding: island", "slope: 0.01", "edge: wrap"}) {
      CHECK(diamonds(side, side, with).sha256() ==
            diamonds(side, side, with + (with.empty() ? "" : ", ") + "fit: crop").sha256());
    }
    CHECK(HeightsWorld{"midpoint_displacement", side, side}.sha256() ==
          HeightsWorld{"midpoint_displacement", side, side, "fit: crop"}.sha256());
  }
  CHECK(diamonds(100, 100, "").sha256() != diamonds(100, 100, "fit: crop").sha256());
}

TEST_CASE("a periodic map of any size is the lattice's, stretched once round", "[heights.diamond_square]") {
  for (const std::string more : {"", ", stencil: cubic", ", seeding: island, border: free, nodes: 2"}) {
    for (const Size& size : {Size{50, 50}, Size{64, 64}, Size{96, 40}, Size{65, 40}, Size{33, 65}, Size{1, 12}}) {
      const bool closed = lattice_of(size.width) == size.width;
      const bool closed_down = lattice_of(size.height) == size.height;
      const std::int64_t points =
          lattice_of(std::max(size.width + (closed ? 0 : 1), size.height + (closed_down ? 0 : 1)));
      const auto lattice = diamonds(points, points, "edge: wrap" + more).cells();
      const auto expected = reference::Stretch{points, size.width, size.height, true}.cells(lattice);
      for (const std::int64_t tile : {0, 7, 64}) {
        INFO(size.width << " x " << size.height << ", tile " << tile << more);
        CHECK(diamonds(size.width, size.height, "edge: wrap" + more).cells(tile) == expected);
      }
    }
  }
}

TEST_CASE("no seam shows where a stretched map is joined with itself", "[heights.diamond_square]") {
  const auto cells = diamonds(100, 100, "edge: wrap, stencil: cubic, hurst: 1").cells();
  double steps = 0, cut = 0;
  for (std::int64_t y = 0; y < 100; ++y) {
    for (std::int64_t x = 0; x < 100; ++x) {
      const double step = static_cast<double>(cells[at((x + 1) % 100, y, 100)] - cells[at(x, y, 100)]);
      (x == 99 ? cut : steps) += step * step;
    }
  }
  CHECK(cut / 100 < 3 * steps / 9900);
}

TEST_CASE("stretched heights have the golden cells", "[heights.diamond_square]") {
  const auto golden = [](std::int64_t width, std::int64_t height) {
    HeightsWorld world = diamonds(width, height,
                                  "seeding: island, border: free, ring: [], base: -0.5, range: 1, amplitude: 0.5, "
                                  "reduction: 0.63, nodes: 3, stencil: cubic, substep: auto");
    world.node = "terrain";
    return world;
  };
  CHECK(golden(513, 513).sha256().substr(0, 16) == "fbfb32b8e14e3447");
  CHECK(golden(500, 400).sha256().substr(0, 16) == "94b2294465dd50e4");
  CHECK(golden(500, 400).cells()[17 * 500 + 33] == -0.21947026252746582f);
}

TEST_CASE("slopes are of the world's cells at every size", "[heights.diamond_square]") {
  // The first level's amplitude is 0.01 times half the longer side in cells.
  const double scale = 99.0 / 128.0;
  const auto stretched = diamonds(100, 100, "seeding: equal_corners, slope: 0.01").cells();
  const auto by_hand = diamonds(100, 100, "seeding: equal_corners, amplitude: " + std::to_string(0.64 * scale)).cells();
  for (std::size_t k = 0; k < stretched.size(); ++k) REQUIRE(stretched[k] == Approx(by_hand[k]).margin(1e-4));
}

TEST_CASE("tiles do not show in stretched worlds", "[heights.diamond_square][heights.midpoint_displacement]") {
  for (const Size& size : {Size{777, 513}, Size{1100, 700}, Size{30, 1000}}) {
    CHECK(diamonds(size.width, size.height, "seeding: island, stencil: cubic").same_under_all_tiles());
    CHECK(HeightsWorld{"midpoint_displacement", size.width, size.height}.same_under_all_tiles());
  }
}

TEST_CASE("long narrow worlds make only the points that they need", "[heights.diamond_square]") {
  // All of the lattice would be 2^36 points.
  CHECK(diamonds(1 << 18, 3, "stencil: cubic").cells().size() == std::size_t{3} << 18);
  CHECK(diamonds(2, 1 << 18, "seeding: island").cells().size() == std::size_t{2} << 18);
}
