// SPDX-License-Identifier: Apache-2.0
// The tables and files that the calls of a node read.
#pragma once
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "engine/product.hpp"
#include "graph/input_file.hpp"
#include "terrawright/abi.h"

namespace terrawright::engine {

// Tables that flow into a node, as its resolve sees them: whole, in memory, whatever they were before.
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

// The files that one node reads, for as long as it runs.
class NodeFiles {
 public:
  explicit NodeFiles(const std::vector<std::shared_ptr<const graph::InputFile>>& files)
      : files_(files), samples_(files.size()) {}

  // The samples of a rectangle, row by row. A file is decoded once, when it is first read. Any thread. Throws
  // std::runtime_error.
  void read(std::int64_t file, const terrawright_rect& area, float* samples, std::int64_t stride);

 private:
  const std::vector<std::shared_ptr<const graph::InputFile>>& files_;
  std::mutex decoding_;
  std::vector<std::vector<float>> samples_;
};

}  // namespace terrawright::engine
