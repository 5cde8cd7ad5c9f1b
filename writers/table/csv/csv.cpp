// SPDX-License-Identifier: Apache-2.0
#include "encode/csv.hpp"

#include "terrawright/table.hpp"
#include "terrawright/writer.hpp"

namespace terrawright::table {
namespace {

struct Csv {
  static void describe(WriterSpec<Csv>& s) {
    s.writer("table.csv", "One table as text: a header, then one line a row.");
    s.source("RFC 4180");
    s.ending(".csv");
    s.port("table", Table::kinds,
           "Any table. Rows at points have the columns x and y in cells; the points of lines are left out.");
  }

  void write(Writing& writing) const {
    constexpr std::uint64_t rows_at_once = 4096;
    auto file = writing.open();
    std::string text;
    while (const terrawright_table* rows = writing.rows(0, rows_at_once)) {
      writing.go_on();
      if (file.size() == 0) encode::add_csv_header(text, *rows, writing.item(0).places == TERRAWRIGHT_PORT_POINTS);
      encode::add_csv_records(text, *rows);
      file.add(text);
      text.clear();
    }
  }
};

}  // namespace
}  // namespace terrawright::table

TERRAWRIGHT_WRITER(table, csv, terrawright::table::Csv)
