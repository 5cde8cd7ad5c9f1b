// SPDX-License-Identifier: Apache-2.0
// The rows of a table, a few at a time, as those outside see them.
#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include "engine/input_tables.hpp"
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

}  // namespace terrawright::engine
