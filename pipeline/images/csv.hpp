// SPDX-License-Identifier: Apache-2.0
// Tables as text.
#pragma once
#include <functional>
#include <string>
#include <string_view>

#include "engine/product.hpp"

namespace terrawright::images {

// The table as CSV (RFC 4180): a header, then one record a row, lines that end in CRLF, fields in quotes where they
// need them. A header is the column's name, with its unit if it has one: `area (km2)`. Rows at points have two columns
// more, `x (cells)` and `y (cells)`; lines are in GeoJSON only. Reals are the shortest decimals that read back as the
// same double; one that is not finite is an empty field.
// Given piece by piece, so that no table need be in memory as a whole.
using TakeText = std::function<void(std::string_view)>;
void csv_of(const engine::Product& table, const TakeText& take);

// Adds a field that is a text.
void add_csv_text(std::string& csv, std::string_view text);

}  // namespace terrawright::images
