// SPDX-License-Identifier: Apache-2.0
// What came out of a port of kind table, checked and owned.
#pragma once
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "engine/layer.hpp"
#include "terrawright/abi.h"

namespace terrawright::engine {

// Where the rows of a table are, as its port declares it.
enum class Places { none, points, lines };
Places places_of(const terrawright_port& port);

struct StoredTable {
  struct Column {
    std::string name, unit;  // unit "1": none
    std::variant<std::vector<std::int64_t>, std::vector<double>, std::vector<std::string>> values;
  };

  std::vector<Column> columns;
  std::uint64_t rows = 0;
  Places places = Places::none;
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

// A copy of what a stage hands out. Throws std::invalid_argument: what is wrong with it.
StoredTable copied(const terrawright_table& table, Places places);

// Over names, units, values and places.
Digest digest_of(const StoredTable& table);

}  // namespace terrawright::engine
