// SPDX-License-Identifier: Apache-2.0
// Tables as CSV text (RFC 4180): a header, then one record a row, in lines that end in CRLF.
#pragma once
#include <string>
#include <string_view>

#include "terrawright/ext/tables.h"

namespace terrawright::encode {

// Adds a field that is a text, in quotes where it needs them.
void add_csv_text(std::string& csv, std::string_view text);

// Adds the header. A field is the column's name, with its unit if it has one: `area (km2)`. Rows at `points` have two
// fields more, `x (cells)` and `y (cells)`.
void add_csv_header(std::string& csv, const terrawright_table& table, bool points);

// Adds the records of all rows. A real is the shortest decimal that reads back as the same double; one that is not
// finite is an empty field. Points of lines are left out.
void add_csv_records(std::string& csv, const terrawright_table& table);

}  // namespace terrawright::encode
