// SPDX-License-Identifier: Apache-2.0
// Content of a port of kind table, checked and owned.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "engine/layers/layer.hpp"
#include "graph/graph.hpp"
#include "terrawright/abi.h"

namespace terrawright::engine {

// Places of the rows of a table, as its port declares them.
enum class RowGeometry { none, points, lines };
RowGeometry geometry_of(const graph::Flow& flow);

struct StoredTable {
  struct Column {
    std::string name, unit;  // unit "1": none
    std::variant<std::vector<std::int64_t>, std::vector<double>, std::vector<std::string>> values;
  };

  std::vector<Column> columns;
  std::uint64_t rows = 0;
  RowGeometry places = RowGeometry::none;
  std::vector<terrawright_point> points;  // in cells; (0, 0) is the centre of the top left one
  std::vector<std::uint64_t> ends;        // of lines: where the points of each row end
  std::vector<std::uint64_t> breaks;      // of lines that a window cut: the points that begin a row's further pieces

  // The values of a column, by its name. Throws std::out_of_range or std::bad_variant_access.
  const std::vector<std::int64_t>& integers(const std::string& name) const;
  const std::vector<double>& reals(const std::string& name) const;
  const std::vector<std::string>& texts(const std::string& name) const;
  // The points of a row that is a line.
  std::vector<terrawright_point> line(std::uint64_t row) const;

 private:
  const Column& column(const std::string& name) const;
};

// Whether rows that are lines are whole, or pieces that are put together later.
enum class Lines { whole, pieces };

// A copy of what a stage hands out. Throws std::invalid_argument: what is wrong with it.
StoredTable copied(const terrawright_table& table, RowGeometry places, Lines lines = Lines::whole);

// The columns and places of a table, without its rows.
StoredTable without_rows(const StoredTable& table);
bool same_columns(const StoredTable& a, const StoredTable& b);
// For tables with the same columns: appends a row.
void add_row(StoredTable& to, const StoredTable& from, std::uint64_t row);
// For tables with the same columns: appends all rows.
void add_rows(StoredTable& to, const StoredTable& from);
// Bytes of memory that a row takes, about.
std::uint64_t bytes_of_row(const StoredTable& table, std::uint64_t row);

// Names, sizes and bytes one after another, each with its length: what a digest is taken over. A column is the number
// of its values, then their bytes; of texts each with its length.
class TableBytes {
 public:
  using Take = std::function<void(const void* bytes, std::size_t size)>;
  explicit TableBytes(Take take) : take_(std::move(take)) {}

  void begin(const StoredTable& table, std::uint64_t rows);
  void begin(const StoredTable::Column& column, std::uint64_t rows);
  void values(const StoredTable::Column& column);
  void number(std::uint64_t number) { take_(&number, sizeof number); }
  void text(const std::string& text);

 private:
  const Take take_;
};

// Over names, units, values and places.
Digest digest_of(const StoredTable& table);

// A table of more rows than memory should hold: it is read part by part, from its first row to its last.
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
