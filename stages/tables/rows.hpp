// SPDX-License-Identifier: Apache-2.0
// Tables that are written row by row.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "terrawright/table.hpp"

namespace terrawright::tables {

struct Column {
  const char *name, *unit;
};

// `Values`: std::int64_t, double or std::string, for each of the columns.
template <class... Values>
class Rows {
 public:
  explicit Rows(const Column (&columns)[sizeof...(Values)]) {
    std::copy_n(columns, sizeof...(Values), columns_.begin());
  }

  void add(Values... values) {
    std::apply([&](auto&... column) { (column.push_back(std::move(values)), ...); }, values_);
  }
  // All rows, which are not here after it.
  Table table() {
    const Column* next = columns_.data();
    std::apply([&](auto&... column) { (give(*next++, std::move(column)), ...); }, values_);
    return std::move(places);
  }

  Table places;  // their points or lines

 private:
  void give(const Column& of, std::vector<std::int64_t> values) {
    places.integers(of.name, of.unit, std::move(values));
  }
  void give(const Column& of, std::vector<double> values) { places.reals(of.name, of.unit, std::move(values)); }
  void give(const Column& of, std::vector<std::string> values) { places.texts(of.name, std::move(values)); }

  std::array<Column, sizeof...(Values)> columns_{};
  std::tuple<std::vector<Values>...> values_;
};

}  // namespace terrawright::tables
