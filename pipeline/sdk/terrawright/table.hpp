// SPDX-License-Identifier: Apache-2.0
// terrawright/table.hpp: rows of named columns that come out of resolve, as lakes do, or tile by tile out of paint, as
// rivers do. No layer; for a file, or for another stage (table_view.hpp). Rows can be at points or be lines on the map.
//
//   Out<Table> lakes;
//   s.port(&Lakes::lakes, "lakes", "One row a lake: area and level.").points().by_name();
//
//   Table table;
//   table.integers("lake", "1", numbers);
//   table.reals("area", "km2", areas);
//   for (const Outlet& outlet : outlets) table.point(outlet.x, outlet.y);
//   resolving.table(lakes, table);
//
// If there may be more rows than memory should hold, each tile gives the rows that it knows. A number for each sorts
// the rows of all tiles; tile.hpp describes lines that cross tiles:
//
//   s.port(&Springs::springs, "springs", "One row a spring.").points().by_tile().by_name();
//
//   tile.rows(springs, table, order);  // in paint
#pragma once
#include <cstdint>
#include <deque>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "ext/tables.h"
#include "kinds.hpp"

namespace terrawright {
inline namespace v1 {

namespace detail {

// As abi.h lists descriptors.
template <class Descriptor>
std::vector<const Descriptor*> addresses(const std::vector<Descriptor>& of) {
  std::vector<const Descriptor*> list;
  for (const Descriptor& one : of) list.push_back(&one);
  return list;
}

}  // namespace detail

class Table {
 public:
  static constexpr std::uint64_t kinds = set_of(TERRAWRIGHT_KIND_TABLE);

  // A column: its name (lower-case words joined by '_'), its unit ("1": none) and one value a row. A real that is not
  // finite is written as no value.
  void integers(std::string name, std::string unit, std::vector<std::int64_t> values) {
    add(TERRAWRIGHT_COLUMN_INTEGERS, std::move(name), std::move(unit), values.size()).integers = std::move(values);
  }
  void reals(std::string name, std::string unit, std::vector<double> values) {
    add(TERRAWRIGHT_COLUMN_REALS, std::move(name), std::move(unit), values.size()).reals = std::move(values);
  }
  void texts(std::string name, std::vector<std::string> values) {
    add(TERRAWRIGHT_COLUMN_TEXTS, std::move(name), "1", values.size()).texts = std::move(values);
  }

  // The point of the next row, in cells: (0, 0) is the centre of the top left one. For a port with points().
  void point(double x, double y) { points_.push_back({x, y}); }
  // The line of the next row, from point to point: anything with members x and y, none or at least two of them. A piece
  // of a line has any number. For a port with lines().
  template <class Iterator>
  void line(Iterator first, Iterator last) {
    for (; first != last; ++first) point(static_cast<double>(first->x), static_cast<double>(first->y));
    ends_.push_back(points_.size());
  }

  std::size_t rows() const { return rows_; }

  // Calls take(plain); what it is given lives as long as the call.
  template <class Take>
  void give_to(Take take) const {
    std::vector<terrawright_column> columns;
    std::deque<std::vector<const char*>> texts;
    for (const Column& column : columns_) {
      terrawright_column plain = {sizeof plain, column.kind, column.name.c_str(), column.unit.c_str(), nullptr,
                                  nullptr,      nullptr};
      if (column.kind == TERRAWRIGHT_COLUMN_INTEGERS) plain.integers = column.integers.data();
      if (column.kind == TERRAWRIGHT_COLUMN_REALS) plain.reals = column.reals.data();
      if (column.kind == TERRAWRIGHT_COLUMN_TEXTS) {
        auto& words = texts.emplace_back();
        for (const std::string& text : column.texts) words.push_back(text.c_str());
        plain.texts = words.data();
      }
      columns.push_back(plain);
    }
    const std::size_t places = ends_.empty() ? points_.size() : ends_.size();
    if (places != 0 && places != rows_) {
      throw std::logic_error("its code is wrong: a table of " + std::to_string(rows_) + " rows has " +
                             std::to_string(places) + " places");
    }
    const std::vector<const terrawright_column*> list = detail::addresses(columns);
    const terrawright_table plain = {sizeof plain,
                                     0,
                                     list.size(),
                                     rows_,
                                     list.data(),
                                     points_.empty() ? nullptr : points_.data(),
                                     ends_.empty() ? nullptr : ends_.data()};
    take(plain);
  }

 private:
  struct Column {
    std::uint32_t kind;
    std::string name, unit;
    std::vector<std::int64_t> integers;
    std::vector<double> reals;
    std::vector<std::string> texts;
  };

  Column& add(std::uint32_t kind, std::string name, std::string unit, std::size_t rows) {
    if (!columns_.empty() && rows != rows_) {
      throw std::logic_error("its code is wrong: the column '" + name + "' has " + std::to_string(rows) +
                             " rows, those before it " + std::to_string(rows_));
    }
    rows_ = rows;
    return columns_.emplace_back(Column{kind, std::move(name), std::move(unit), {}, {}, {}});
  }

  std::vector<Column> columns_;
  std::vector<terrawright_point> points_;
  std::vector<std::uint64_t> ends_;
  std::size_t rows_ = 0;
};

}  // namespace v1
}  // namespace terrawright
