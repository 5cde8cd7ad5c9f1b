// SPDX-License-Identifier: Apache-2.0
// terrawright/table_view.hpp: the rows of an input table, as resolve sees them.
//
//   In<Table> rivers;
//   s.port(&Courses::rivers, "rivers", "Reaches, as water.rivers gives them.").lines();
//
//   const TableView reaches = resolving[rivers];
//   const double* discharge = reaches.reals("discharge", "m3/s");  // a Failure where there is no such column
//   for (std::size_t r = 0; r < reaches.rows(); ++r) walk(reaches.line(r), discharge[r]);
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

#include "blob.hpp"
#include "failure.hpp"
#include "table.hpp"

namespace terrawright {
inline namespace v1 {

class TableView {
 public:
  TableView() = default;
  explicit TableView(const terrawright_table* plain) : plain_(plain) {}

  explicit operator bool() const { return plain_ != nullptr; }  // connected
  std::size_t rows() const { return plain_ == nullptr ? 0 : static_cast<std::size_t>(plain_->n_rows); }
  std::size_t columns() const { return plain_ == nullptr ? 0 : static_cast<std::size_t>(plain_->n_columns); }
  const terrawright_column& column(std::size_t i) const { return *plain_->columns[i]; }

  // A column by its name; nullptr where there is none.
  const terrawright_column* find(const char* name) const {
    for (std::size_t i = 0; i < columns(); ++i) {
      if (std::strcmp(column(i).name, name) == 0) return &column(i);
    }
    return nullptr;
  }
  // The values of a column of this name, kind and unit, one a row. Failure where the table has none.
  const std::int64_t* integers(const char* name, const char* unit = "1") const {
    return needed(name, TERRAWRIGHT_COLUMN_INTEGERS, unit).integers;
  }
  const double* reals(const char* name, const char* unit = "1") const {
    return needed(name, TERRAWRIGHT_COLUMN_REALS, unit).reals;
  }
  const char* const* texts(const char* name) const { return needed(name, TERRAWRIGHT_COLUMN_TEXTS, "1").texts; }

  // The point of row r, in cells. For a table of points.
  bool has_points() const { return plain_ != nullptr && plain_->points != nullptr && plain_->ends == nullptr; }
  const terrawright_point& point(std::size_t r) const { return plain_->points[r]; }
  // The line that row r is, none or at least two points. For a table of lines.
  struct Line {
    const terrawright_point *first, *last;
    const terrawright_point* begin() const { return first; }
    const terrawright_point* end() const { return last; }
    std::size_t size() const { return static_cast<std::size_t>(last - first); }
    const terrawright_point& operator[](std::size_t i) const { return first[i]; }
  };
  bool has_lines() const { return plain_ != nullptr && plain_->ends != nullptr; }
  Line line(std::size_t r) const {
    const std::uint64_t begin = r == 0 ? 0 : plain_->ends[r - 1];
    return {plain_->points + begin, plain_->points + plain_->ends[r]};
  }

  // All of it once more, for a stage that adds columns.
  Table copy() const {
    Table table = without_places();
    for (std::size_t r = 0; r < rows(); ++r) {
      if (has_points()) table.point(point(r).x, point(r).y);
      if (has_lines()) table.line(line(r).begin(), line(r).end());
    }
    return table;
  }
  // Its columns, for a stage that puts rows elsewhere.
  Table without_places() const {
    Table table;
    for (std::size_t i = 0; i < columns(); ++i) {
      const terrawright_column& from = column(i);
      const std::size_t n = rows();
      if (from.kind == TERRAWRIGHT_COLUMN_INTEGERS)
        table.integers(from.name, from.unit, {from.integers, from.integers + n});
      if (from.kind == TERRAWRIGHT_COLUMN_REALS) table.reals(from.name, from.unit, {from.reals, from.reals + n});
      if (from.kind == TERRAWRIGHT_COLUMN_TEXTS) {
        std::vector<std::string> words;
        words.reserve(n);
        for (std::size_t r = 0; r < n; ++r) words.emplace_back(from.texts[r] == nullptr ? "" : from.texts[r]);
        table.texts(from.name, std::move(words));
      }
    }
    return table;
  }

 private:
  const terrawright_column& needed(const char* name, std::uint32_t kind, const char* unit) const {
    const terrawright_column* found = find(name);
    const char* kinds[] = {"", "whole numbers", "numbers", "texts"};
    const std::string wanted = "the table has no column '" + std::string(name) + "' of " + kinds[kind] +
                               (std::strcmp(unit, "1") == 0 ? "" : " in " + std::string(unit));
    if (found == nullptr) throw Failure("", wanted);
    if (found->kind != kind || std::strcmp(found->unit, unit) != 0)
      throw Failure("", wanted + "; its '" + name + "' is of " + kinds[found->kind] + " in " + found->unit);
    return *found;
  }

  const terrawright_table* plain_ = nullptr;
};

}  // namespace v1
}  // namespace terrawright
