// SPDX-License-Identifier: Apache-2.0
// Rows of one table from all tiles, put in order: in memory as long as they are few, else in sorted runs in an unnamed
// file, which are merged at the end. The table does not depend on the tiles, their order and the bound.
#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "engine/product.hpp"
#include "engine/tables/stored_table.hpp"
#include "schedule/bytes.hpp"
#include "store/spill.hpp"

namespace terrawright::engine {

// Rows with the numbers that put them in order, and pieces of lines put together.

// In the place of a piece's number: the row is whole.
constexpr std::uint64_t whole_row = std::numeric_limits<std::uint64_t>::max();

struct OrderedRows {
  StoredTable rows;
  std::vector<std::uint64_t> order, part;
  std::uint64_t bytes = 0;  // of memory, about

  explicit OrderedRows(StoredTable head = {}) : rows(std::move(head)) {}
  void add(const OrderedRows& from, std::size_t row) {
    add_row(rows, from.rows, row);
    order.push_back(from.order[row]);
    part.push_back(from.part[row]);
    bytes += bytes_of_row(from.rows, row) + 2 * sizeof(std::uint64_t);
  }
  void clear() { *this = OrderedRows(without_rows(rows)); }
  bool before(std::size_t row, const OrderedRows& other, std::size_t others) const {
    return order[row] != other.order[others] ? order[row] < other.order[others] : part[row] < other.part[others];
  }
};

// The rows of a table are wrong together, each by itself is not.
struct WrongRows : std::runtime_error {
  explicit WrongRows(const std::string& what, std::int64_t at_x = -1, std::int64_t at_y = -1)
      : std::runtime_error(what), x(at_x), y(at_y) {}
  std::int64_t x, y;
};

// Takes rows in order, puts pieces together and hands tables on, of so many bytes each and no row cut.
class JoinedRows {
 public:
  JoinedRows(const StoredTable& head, std::uint64_t bytes, std::function<void(StoredTable)> take)
      : made_(without_rows(head)), most_(bytes), take_(std::move(take)) {}

  // Throws WrongRows.
  void add(const OrderedRows& from, std::size_t row) {
    const std::uint64_t order = from.order[row], part = from.part[row];
    const bool goes_on = any_ && order == order_;
    if (goes_on && (part == whole_row || part == part_)) {
      throw WrongRows("it gives two rows of order " + std::to_string(order) +
                      (part == whole_row ? std::string() : " and part " + std::to_string(part)));
    }
    if (goes_on) {
      join(from, row);
    } else {
      end_row();
      if (bytes_ >= most_) flush();
      begin_ = made_.points.size();
      add_row(made_, from.rows, row);
    }
    bytes_ += bytes_of_row(from.rows, row);
    any_ = true;
    order_ = order;
    part_ = part;
  }
  // Hands on the last ones, if there are any.
  void end() {
    end_row();
    if (made_.rows != 0) flush();
  }

 private:
  // The last row goes on: its values are those of this piece.
  void join(const OrderedRows& from, std::size_t row) {
    for (StoredTable::Column& column : made_.columns) {
      std::visit([](auto& values) { values.pop_back(); }, column.values);
    }
    made_.ends.pop_back();
    --made_.rows;
    add_row(made_, from.rows, row);
  }
  void end_row() const {
    if (any_ && made_.places == RowGeometry::lines && made_.points.size() - begin_ == 1)
      throw WrongRows("its row of order " + std::to_string(order_) + " is a line of one point");
  }
  void flush() {
    StoredTable next = without_rows(made_);
    std::swap(next, made_);
    bytes_ = 0;
    take_(std::move(next));
  }

  StoredTable made_;
  const std::uint64_t most_;
  const std::function<void(StoredTable)> take_;
  std::uint64_t bytes_ = 0, order_ = 0, part_ = 0;
  std::size_t begin_ = 0;  // of the last row's points
  bool any_ = false;
};

// Rows outside memory, column by column.

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
  std::vector<store::Spill::Block> blocks_;
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
  struct SpilledPart {
    SpilledRows rows;
    SpilledBytes order, part;
  };
  std::vector<std::unique_ptr<SpilledPart>> parts_;
};

// Unless somebody says otherwise.
constexpr std::uint64_t usual_rows_in_memory = schedule::rows_in_memory;

class CollectedRows {
 public:
  // No folder: all rows stay in memory.
  CollectedRows(RowGeometry places, std::uint64_t most_bytes, const std::filesystem::path& folder);

  // Rows that a tile gives, as `rows` of abi.h: `part` may be null. Any thread. Throws std::invalid_argument where they
  // are wrong by themselves, store::SpillFailed.
  void add(const Rect& tile, const terrawright_table& rows, const std::uint64_t* order, const std::uint64_t* part);

  // Once all rows are there: the table of the product, whole or long; none where no tile gave a table. Throws
  // WrongRows, store::SpillFailed.
  void finish(Product& made);

  // In a run of several processes: the rows of this one's tiles go to a file instead of finish(); one process adds the
  // files of the others before its own. The file holds bytes of this machine's order. Throws std::runtime_error.
  void write(const std::filesystem::path& file);
  void read(const std::filesystem::path& file);

 private:
  class Source;
  // Tiles in the order of a raster.
  struct Corner {
    std::int64_t y, x;
    bool operator<(const Corner& other) const { return y != other.y ? y < other.y : x < other.x; }
  };

  bool takes_columns(const StoredTable& table, const Corner& tile);
  void require_one_kind_of_columns() const;
  void spill();
  using Take = std::function<void(const OrderedRows& rows, std::size_t row)>;
  void merge(std::vector<SpilledRun>& runs, const Take& take) const;
  void all_in_order(const Take& take);
  SpilledRun merged(std::vector<SpilledRun> runs) const;

  const RowGeometry places_;
  const std::uint64_t most_bytes_, part_bytes_;
  const std::shared_ptr<store::Spill> spill_;  // none: all stays in memory
  std::mutex mutex_;
  bool begun_ = false;
  StoredTable head_;  // columns of the rows that are kept
  OrderedRows rows_;
  std::vector<SpilledRun> runs_;
  std::map<std::string, Corner> columns_;  // what tiles gave, as a sentence names it, and the first of them
};

}  // namespace terrawright::engine
