// SPDX-License-Identifier: Apache-2.0
#include "images/csv.hpp"

#include <charconv>
#include <cmath>
#include <string>

#include "engine/long_table.hpp"

namespace terrawright::images {
namespace {

template <class Number>
void add(std::string& csv, Number number) {
  char text[32];
  csv.append(text, std::to_chars(text, text + sizeof text, number).ptr);
}

void add_real(std::string& csv, double real) {
  if (std::isfinite(real)) add(csv, real);
}

void add_value(std::string& csv, const engine::StoredTable::Column& column, std::size_t row) {
  if (const auto* integers = std::get_if<std::vector<std::int64_t>>(&column.values)) add(csv, (*integers)[row]);
  if (const auto* reals = std::get_if<std::vector<double>>(&column.values)) add_real(csv, (*reals)[row]);
  if (const auto* texts = std::get_if<std::vector<std::string>>(&column.values)) add_csv_text(csv, (*texts)[row]);
}

void add_header(std::string& csv, const engine::StoredTable& table) {
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    if (i != 0) csv += ',';
    const engine::StoredTable::Column& column = table.columns[i];
    add_csv_text(csv, column.unit == "1" ? column.name : column.name + " (" + column.unit + ")");
  }
  csv += table.places == engine::Places::points ? ",x (cells),y (cells)\r\n" : "\r\n";
}

void add_record(std::string& csv, const engine::StoredTable& table, std::size_t row) {
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    if (i != 0) csv += ',';
    add_value(csv, table.columns[i], row);
  }
  if (table.places == engine::Places::points) {
    csv += ',';
    add_real(csv, table.points[row].x);
    csv += ',';
    add_real(csv, table.points[row].y);
  }
  csv += "\r\n";
}

}  // namespace

void add_csv_text(std::string& csv, std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) {
    csv += text;
    return;
  }
  csv += '"';
  for (const char c : text) csv.append(c == '"' ? 2 : 1, c);
  csv += '"';
}

void csv_of(const engine::Product& table, const TakeText& take) {
  constexpr std::size_t much = 1 << 20;
  std::string csv;
  add_header(csv, engine::head_of(table));
  engine::each_part(table, [&](const engine::StoredTable& part) {
    for (std::size_t row = 0; row < part.rows; ++row) {
      add_record(csv, part, row);
      if (csv.size() < much) continue;
      take(csv);
      csv.clear();
    }
  });
  take(csv);
}

}  // namespace terrawright::images
