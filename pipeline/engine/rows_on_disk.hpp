// SPDX-License-Identifier: Apache-2.0
// Rows outside memory, column by column.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/rows_in_order.hpp"
#include "store/spill.hpp"

namespace terrawright::engine {

// A column's values as bytes: numbers as they are, of a text its size in 64 bits before it.
std::string bytes_of(const StoredTable::Column& column);
// Into a column that is empty and has its kind. Throws std::out_of_range where the bytes are no values.
void read(std::string_view bytes, StoredTable::Column& column);
template <class Number>
std::string bytes_of(const std::vector<Number>& numbers) {
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(Number)};
}
template <class Number>
void read(std::string_view bytes, std::vector<Number>& numbers) {
  if (bytes.size() % sizeof(Number) != 0) throw std::out_of_range("numbers");
  numbers.resize(bytes.size() / sizeof(Number));
  if (!bytes.empty()) std::memcpy(numbers.data(), bytes.data(), bytes.size());
}

// Bytes in the file of what does not fit into memory, however many.
class SpilledBytes {
 public:
  // Throws store::SpillFailed.
  SpilledBytes(const std::shared_ptr<store::Spill>& spill, std::string_view bytes, std::size_t type_size);
  ~SpilledBytes();
  SpilledBytes(SpilledBytes&& other) noexcept = default;
  SpilledBytes& operator=(SpilledBytes&&) = delete;
  SpilledBytes(const SpilledBytes&) = delete;
  SpilledBytes& operator=(const SpilledBytes&) = delete;

  // Throws store::SpillFailed.
  std::string get() const;

 private:
  std::shared_ptr<store::Spill> spill_;
  std::vector<store::Spill::Place> places_;
  std::uint64_t size_;
};

// Some rows of a table: each column and the places for themselves, so that one can be read without the others.
class SpilledRows {
 public:
  SpilledRows(const std::shared_ptr<store::Spill>& spill, const StoredTable& rows);
  std::uint64_t rows() const { return rows_; }
  StoredTable get(const StoredTable& head) const;
  std::string column(std::size_t i) const { return columns_[i].get(); }
  std::string points() const { return columns_[columns_.size() - 2].get(); }
  std::string ends() const { return columns_.back().get(); }

 private:
  std::uint64_t rows_;
  std::vector<SpilledBytes> columns_;  // then points and ends
};

// A sorted run: its rows part by part, with their numbers.
class SpilledRun {
 public:
  void add(const std::shared_ptr<store::Spill>& spill, const OrderedRows& rows);
  std::size_t parts() const { return parts_.size(); }
  OrderedRows part(std::size_t i, const StoredTable& head) const;
  void drop(std::size_t i) { parts_[i].reset(); }

 private:
  struct Part {
    SpilledRows rows;
    SpilledBytes order, part;
  };
  std::vector<std::unique_ptr<Part>> parts_;
};

}  // namespace terrawright::engine
