// SPDX-License-Identifier: Apache-2.0
#include "encode/csv.hpp"

#include <cmath>

#include "terrawright/numbers.hpp"

namespace terrawright::encode {
namespace {

template <class Number>
void add_number(std::string& csv, Number number) {
  char text[32];
  csv.append(text, write_number(text, text + sizeof text, number).ptr);
}

void add_real(std::string& csv, double real) {
  if (std::isfinite(real)) add_number(csv, real);
}

void add_value(std::string& csv, const terrawright_column& column, std::uint64_t row) {
  if (column.kind == TERRAWRIGHT_COLUMN_INTEGERS) add_number(csv, column.integers[row]);
  if (column.kind == TERRAWRIGHT_COLUMN_REALS) add_real(csv, column.reals[row]);
  if (column.kind == TERRAWRIGHT_COLUMN_TEXTS) add_csv_text(csv, column.texts[row]);
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

void add_csv_header(std::string& csv, const terrawright_table& table, bool points) {
  for (std::uint64_t i = 0; i < table.n_columns; ++i) {
    if (i != 0) csv += ',';
    const std::string name = table.columns[i]->name, unit = table.columns[i]->unit;
    add_csv_text(csv, unit == "1" ? name : name + " (" + unit + ")");
  }
  csv += points ? ",x (cells),y (cells)\r\n" : "\r\n";
}

void add_csv_records(std::string& csv, const terrawright_table& table) {
  const bool points = table.points != nullptr && table.ends == nullptr;
  for (std::uint64_t row = 0; row < table.n_rows; ++row) {
    for (std::uint64_t i = 0; i < table.n_columns; ++i) {
      if (i != 0) csv += ',';
      add_value(csv, *table.columns[i], row);
    }
    if (points) {
      csv += ',';
      add_real(csv, table.points[row].x);
      csv += ',';
      add_real(csv, table.points[row].y);
    }
    csv += "\r\n";
  }
}

}  // namespace terrawright::encode
