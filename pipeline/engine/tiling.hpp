// SPDX-License-Identifier: Apache-2.0
// How a world is cut into tiles, numbered row by row from the top left.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "terrawright/abi.h"

namespace terrawright::engine {

constexpr std::int64_t whole_world = 0;

// Squares of `side` cells, clipped at the right and bottom; `whole_world`: one tile.
inline std::vector<terrawright_rect> tiles_of(std::int64_t width, std::int64_t height, std::int64_t side) {
  std::vector<terrawright_rect> tiles;
  const std::int64_t step_x = side == whole_world ? width : side, step_y = side == whole_world ? height : side;
  for (std::int64_t y = 0; y < height; y += step_y) {
    for (std::int64_t x = 0; x < width; x += step_x) {
      tiles.push_back({x, y, std::min(step_x, width - x), std::min(step_y, height - y)});
    }
  }
  return tiles;
}

inline terrawright_rect clipped(const terrawright_rect& area, std::int64_t width, std::int64_t height) {
  const std::int64_t left = std::clamp<std::int64_t>(area.x, 0, width);
  const std::int64_t top = std::clamp<std::int64_t>(area.y, 0, height);
  const std::int64_t right = std::clamp<std::int64_t>(area.x + area.width, left, width);
  const std::int64_t bottom = std::clamp<std::int64_t>(area.y + area.height, top, height);
  return {left, top, right - left, bottom - top};
}

}  // namespace terrawright::engine
