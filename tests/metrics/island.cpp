// SPDX-License-Identifier: Apache-2.0
#include "island.hpp"

namespace terrawright::metrics {

test::Built Island::build(std::uint64_t seed) const {
  const std::string stages = "  height: {use: heights.diamond_square@1, with: {seeding: island" +
                             (with.empty() ? "" : ", " + with) +
                             "}}\n"
                             "  sea: {use: sea.level@1, in: {height: height}, with: {percentile: " +
                             percentile +
                             "}}\n"
                             "  land: {use: sea.islets@1, in: {height: height, level: sea.level}}\n" +
                             further;
  const std::string kept = "h: height, s: sea.land, c: land.height, l: land.land" + layers;
  return test::build(world(side(), seed, stages, kept));
}

bool border_is_sea(const std::vector<std::uint8_t>& land, int side) {
  const auto at = [&](int x, int y) { return land[static_cast<std::size_t>(y * side + x)]; };
  for (int i = 0; i < side; ++i) {
    if (at(i, 0) || at(i, side - 1) || at(0, i) || at(side - 1, i)) return false;
  }
  return true;
}

}  // namespace terrawright::metrics
