// SPDX-License-Identifier: Apache-2.0
// Row 20: the same cells with any tiles, threads and levels. (Compilers: the test "same bits".)
#include "island.hpp"
#include "stages/heights/world.hpp"

namespace terrawright::metrics {
namespace {

test::HeightsWorld square(const Law& law, int n, std::uint64_t seed) {
  const int side = (1 << n) + (law.periodic ? 0 : 1);
  return {law.stage, side, side, law.with, seed, "height"};
}

// Is every second cell of the finer world a cell of the coarser, bit for bit?
bool nests(const Law& law, std::uint64_t seed, std::uint64_t seed_of_coarse) {
  const auto fine = square(law, 8, seed), coarse = square(law, 7, seed_of_coarse);
  return test::every_second(fine.cells(), fine.width) == coarse.cells();
}

bool tiles_agree(const Law& law, std::uint64_t seed) {
  const auto world = square(law, 8, seed);
  const std::string whole = world.sha256(0, 1);
  for (const std::int64_t tile : {32, 64, 100}) {
    for (const int threads : {1, 2, 7}) {
      if (world.sha256(tile, threads) != whole) return false;
    }
  }
  return true;
}

}  // namespace

Row equality() {
  return {20,
          "equality (share of equal worlds)",
          "nesting: every second cell at 257 is the cell at 129; tiles of 32, 64, 100 and threads 1, 2, 7: as one tile",
          "order independence: every cell is a function of its position",
          2,
          [](const Scope& scope) {
            std::vector<Line> lines;
            for (const Law& law : {midpoint_corners, midpoint_edges, diamond_square, wrap, cubic}) {
              lines.push_back(share("nesting, " + law.name, scope.of(12), exactly(1),
                                    [&](std::uint64_t seed) { return nests(law, seed, seed); }));
              lines.push_back(share("tiles and threads, " + law.name, scope.of(12), exactly(1),
                                    [&](std::uint64_t seed) { return tiles_agree(law, seed); }));
            }
            lines.push_back(faulty(share("nesting in the world of the next seed", scope.of(12), exactly(1),
                                         [](std::uint64_t seed) { return nests(cubic, seed, seed + 1); })));
            return lines;
          }};
}

}  // namespace terrawright::metrics
