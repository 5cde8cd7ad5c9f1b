// SPDX-License-Identifier: Apache-2.0
// climate_grid.hpp: the coarse grid on which wind and rain are solved, for every size of the world.
//
// width x height nodes at the cells x = i * block, y = j * block. A node stands for the cells x with
// i * block - block / 2 < x <= i * block + block / 2 (likewise y) that lie in the world.
#pragma once
#include <algorithm>
#include <cstdint>

#include "terrawright/magnify.hpp"

namespace terrawright::climate {

struct ClimateGrid {
  std::int64_t width, height;  // nodes
  std::int64_t block;          // cells between nodes, a power of two
};

inline std::int64_t nodes_along(std::int64_t cells, std::int64_t block) { return (cells - 1 + block - 1) / block + 1; }

// The smallest block for which the longer side has at most `resolution` nodes; resolution >= 2.
inline ClimateGrid climate_grid(std::int64_t width, std::int64_t height, std::int64_t resolution) {
  std::int64_t block = 1;
  while (nodes_along(std::max(width, height), block) > resolution) block *= 2;
  return {nodes_along(width, block), nodes_along(height, block), block};
}

// The node that stands for cell x of an axis.
inline std::int64_t node_of(std::int64_t x, std::int64_t block) { return block == 1 ? x : (x + block / 2 - 1) / block; }

// Number of an axis' cells that node i represents. The last node may stand for none.
inline std::int64_t cells_of(std::int64_t i, std::int64_t block, std::int64_t cells) {
  if (block == 1) return 1;
  const std::int64_t first = std::max<std::int64_t>(i * block - block / 2 + 1, 0);
  const std::int64_t last = std::min(i * block + block / 2, cells - 1);
  return std::max<std::int64_t>(last - first + 1, 0);
}

// Positions of the cells between the nodes.
inline MagnifyAxis cells_between(std::int64_t nodes, std::int64_t block) { return {1, block, nodes}; }

}  // namespace terrawright::climate
