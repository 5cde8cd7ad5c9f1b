// SPDX-License-Identifier: Apache-2.0
// fill.hpp: raises every cell to the lowest level from which water reaches an outlet without rising.
//
// The level is unique: of all ways to an outlet through the eight neighbours, the one whose highest cell is lowest.
// Source: priority flood with a queue of its own for the cells of a pit, Barnes, Lehman & Mulla 2014.
#pragma once
#include <cstdint>
#include <cstring>
#include <functional>
#include <queue>
#include <vector>

#include "neighbours.hpp"

namespace terrawright::erosion {

// Ascends with the float.
inline std::uint32_t ascending(float value) {
  std::uint32_t bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  return bits & 0x80000000u ? ~bits : bits | 0x80000000u;
}

// `level`: heights in m, each of them a float32; then the filled levels. `outlet`: 1 where water leaves, as everywhere
// on the border. `pit`: room for as many cells.
template <class Poll>
void fill(const Raster& raster, const std::vector<std::uint8_t>& outlet, std::vector<double>& level,
          std::vector<std::uint32_t>& pit, Poll poll) {
  std::priority_queue<std::uint64_t, std::vector<std::uint64_t>, std::greater<>> front;
  const auto wait = [&](std::size_t cell) {
    front.push(std::uint64_t{ascending(static_cast<float>(level[cell]))} << 32 | cell);
  };
  // The flood begins only at the shore, not at other outlets.
  std::vector<std::uint8_t> reached = outlet;
  for (std::size_t cell = 0; cell < raster.cells(); ++cell) {
    if (!outlet[cell]) continue;
    bool shore = false;
    raster.each_beside(cell, [&](std::size_t beside) { shore = shore || !outlet[beside]; });
    if (shore) wait(cell);
  }
  std::size_t first = 0, last = 0, visited = 0;
  while (first < last || !front.empty()) {
    if (visited++ % 65536 == 0) poll();
    std::size_t cell = 0;
    if (first < last) {
      cell = pit[first++];
    } else {
      cell = front.top() & 0xffffffffu;
      front.pop();
      first = last = 0;
    }
    raster.each_beside(cell, [&](std::size_t beside) {
      if (reached[beside]) return;
      reached[beside] = 1;
      if (level[beside] > level[cell]) return wait(beside);
      level[beside] = level[cell];
      pit[last++] = static_cast<std::uint32_t>(beside);
    });
  }
}

}  // namespace terrawright::erosion
