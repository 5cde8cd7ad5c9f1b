// SPDX-License-Identifier: Apache-2.0
// Rows with the numbers that put them in order, and pieces of lines put together.
#pragma once
#include <cstdint>
#include <functional>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "engine/stored_table.hpp"

namespace terrawright::engine {

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
    if (any_ && made_.places == Places::lines && made_.points.size() - begin_ == 1)
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

}  // namespace terrawright::engine
