// SPDX-License-Identifier: Apache-2.0
// Heights and their eight neighbours, row by row, for derivatives. Beyond the world's edge heights go on in a
// straight line, so that a slope at the edge is the one-sided difference and nothing bends there; a world one cell
// wide is level across.
#pragma once
#include <cstdint>
#include <vector>

#include "terrawright/stage.hpp"

namespace terrawright::shape {

class Neighbourhood {
 public:
  // `heights` covers the tile and one cell around it, as far as the world reaches.
  Neighbourhood(View<const float> heights, std::int64_t world_width, std::int64_t world_height, const Tile& tile)
      : heights_(heights),
        world_width_(world_width),
        world_height_(world_height),
        left_(tile.left()),
        width_(tile.width()) {
    for (auto& line : lines_) line.resize(static_cast<std::size_t>(width_ + 2));
    beyond_.resize(static_cast<std::size_t>(width_ + 2));
  }

  void go_to(std::int64_t y) {
    for (std::int64_t k = -1; k <= 1; ++k) read(y + k, lines_[k + 1]);
  }
  // Row -1 (above), 0 or 1 (below); index 0 is the cell left of the tile, 1 the tile's first.
  const double* row(int k) const { return lines_[k + 1].data(); }

 private:
  void read(std::int64_t y, std::vector<double>& line) {
    if (y >= 0 && y < world_height_) return read_inside(y, line);
    const std::int64_t edge = y < 0 ? 0 : world_height_ - 1;
    read_inside(edge, line);
    if (world_height_ == 1) return;
    read_inside(y < 0 ? 1 : world_height_ - 2, beyond_);
    for (std::size_t i = 0; i < line.size(); ++i) line[i] = 2.0 * line[i] - beyond_[i];
  }
  void read_inside(std::int64_t y, std::vector<double>& line) const {
    const auto at = [&](std::int64_t x) { return static_cast<double>(heights_(x, y)); };
    const auto outside = [&](std::int64_t edge, std::int64_t inner) {
      return world_width_ == 1 ? at(edge) : 2.0 * at(edge) - at(inner);
    };
    for (std::int64_t i = 0; i < width_ + 2; ++i) {
      const std::int64_t x = left_ - 1 + i;
      double& value = line[static_cast<std::size_t>(i)];
      if (x < 0) {
        value = outside(0, 1);
      } else if (x >= world_width_) {
        value = outside(world_width_ - 1, world_width_ - 2);
      } else {
        value = at(x);
      }
    }
  }

  View<const float> heights_;
  std::int64_t world_width_, world_height_, left_, width_;
  std::vector<double> lines_[3], beyond_;
};

}  // namespace terrawright::shape
