// SPDX-License-Identifier: Apache-2.0
// A table of more rows than memory should hold: it is read part by part, from its first row to its last.
#pragma once
#include <cstdint>
#include <memory>

#include "engine/product.hpp"
#include "engine/stored_table.hpp"

namespace terrawright::engine {

class LongTable {
 public:
  LongTable(StoredTable head, std::uint64_t rows) : head_(std::move(head)), rows_(rows) {}
  virtual ~LongTable() = default;
  LongTable(const LongTable&) = delete;
  LongTable& operator=(const LongTable&) = delete;

  const StoredTable& head() const { return head_; }  // columns and places, without rows
  std::uint64_t rows() const { return rows_; }
  const Digest& digest() const { return digest_; }  // that of a StoredTable of the same rows
  virtual std::size_t parts() const = 0;
  // Throws std::exception where what is stored cannot be read. Any thread.
  virtual StoredTable part(std::size_t i) const = 0;

 protected:
  Digest digest_{};

 private:
  const StoredTable head_;
  const std::uint64_t rows_;
};

}  // namespace terrawright::engine
