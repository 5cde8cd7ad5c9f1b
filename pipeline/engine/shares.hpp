// SPDX-License-Identifier: Apache-2.0
// Assigns parts of a world to processes: the same number of chunks for each, in Morton order, so that a share has few
// neighbours.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "schedule/tiling.hpp"
#include "terrawright/tile.hpp"

namespace terrawright::engine {

class Shares {
 public:
  Shares(std::int64_t width, std::int64_t height, std::size_t ranks);
  // Owner of the chunk that holds a cell; chunks are numbered row by row.
  std::size_t of_cell(std::int64_t x, std::int64_t y) const;
  std::size_t of_chunk(std::size_t chunk) const { return owners_[chunk]; }
  // Whether a chunk of `rank` holds a cell of the area.
  bool touch(const Rect& area, std::size_t rank) const;

 private:
  std::int64_t columns_;
  std::vector<std::uint16_t> owners_;  // by chunk
};

}  // namespace terrawright::engine
