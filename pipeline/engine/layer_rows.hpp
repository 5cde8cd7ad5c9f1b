// SPDX-License-Identifier: Apache-2.0
// A layer from top to bottom, for who reads a few rows at a time: the chunks that they lie in stay in memory meanwhile.
#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include "engine/layer.hpp"

namespace terrawright::engine {

class LayerRows {
 public:
  explicit LayerRows(const Layer& layer) : layer_(layer) {}

  // Whole rows from `first` on, without gaps.
  void read(std::int64_t first, std::int64_t rows, void* to) {
    const std::int64_t width = layer_.facts().width;
    for (std::int64_t y = first; y < first + rows;) {
      const std::int64_t next = std::min((y / schedule::chunk_side + 1) * schedule::chunk_side, first + rows);
      if (held_from_ != y / schedule::chunk_side) {
        held_.clear();
        held_ = layer_.held_row(y);
        held_from_ = y / schedule::chunk_side;
      }
      layer_.read({0, y, width, next - y}, static_cast<unsigned char*>(to) + (y - first) * width * layer_.cell_bytes(),
                  width);
      y = next;
    }
  }

 private:
  const Layer& layer_;
  std::int64_t held_from_ = -1;  // row of chunks
  std::vector<std::shared_ptr<const Layer::Cells>> held_;
};

}  // namespace terrawright::engine
