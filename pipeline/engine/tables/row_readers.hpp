// SPDX-License-Identifier: Apache-2.0
// Tables and layers, a few rows at a time, as those outside see them.
#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include "engine/layers/layer.hpp"
#include "engine/nodes/stage_inputs.hpp"
#include "engine/product.hpp"

namespace terrawright::engine {

class RowBatches {
 public:
  // For a finished table.
  explicit RowBatches(Product table);
  // The next rows, at most so many, until the next call; nullptr after the last one. The first batch is there whether
  // or not there are rows. Throws std::exception where what is stored cannot be read.
  const terrawright_table* next(std::uint64_t most);
  bool begun() const { return rows_ != nullptr; }
  // For the last batch: StoredTable::breaks.
  const std::vector<std::uint64_t>& breaks() const { return rows_->breaks; }

 private:
  bool read_part();

  const Product table_;
  const StoredTable head_;
  std::size_t part_ = 0;     // the next one
  StoredTable read_;         // the last one
  std::uint64_t given_ = 0;  // of its rows
  bool begun_ = false;
  std::shared_ptr<const StoredTable> rows_;  // of the batch that was given out
  std::unique_ptr<InputTables> batch_;
};

// A layer from top to bottom, for who reads a few rows at a time: the chunks that they lie in stay in memory meanwhile.
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
