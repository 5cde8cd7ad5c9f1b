// SPDX-License-Identifier: Apache-2.0
#include "images/table_text.hpp"

#include <string>

#include "encode/csv.hpp"
#include "engine/long_table.hpp"
#include "engine/row_batches.hpp"

namespace terrawright::images {

void text_of_table(const engine::Product& table, const TakeText& take) {
  constexpr std::uint64_t rows_at_once = 4096;
  engine::RowBatches batches(table);
  std::string text;
  bool begun = false;
  while (const terrawright_table* rows = batches.next(rows_at_once)) {
    if (!begun) encode::add_csv_header(text, *rows, engine::head_of(table).places == engine::Places::points);
    begun = true;
    encode::add_csv_records(text, *rows);
    take(text);
    text.clear();
  }
}

}  // namespace terrawright::images
