// SPDX-License-Identifier: Apache-2.0
// Tables that flow into a node, as its resolve sees them: whole, in memory, whatever they were before.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "engine/product.hpp"

namespace terrawright::engine {

class InputTables {
 public:
  // One entry per port. Throws std::exception where rows that wait on the disk cannot be read.
  explicit InputTables(const std::vector<Product>& inputs);
  InputTables(const InputTables&) = delete;
  InputTables& operator=(const InputTables&) = delete;

  // NULL where no table flows in.
  const terrawright_table* of(std::uint32_t port) const { return list_.at(port); }

 private:
  struct Table {
    std::shared_ptr<const StoredTable> rows;
    std::vector<terrawright_column> columns;
    std::vector<const terrawright_column*> list;
    std::vector<std::vector<const char*>> texts;
    terrawright_table plain;
  };
  std::vector<std::unique_ptr<Table>> tables_;
  std::vector<const terrawright_table*> list_;
};

}  // namespace terrawright::engine
