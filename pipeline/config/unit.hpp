// SPDX-License-Identifier: Apache-2.0
// The units that quantities are written in.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "decimal.hpp"

namespace terrawright::config {

// One of it is numerator / denominator * 10^power of its dimension's base.
struct Unit {
  std::string_view name, dimension;  // dimension as in "is not a length"
  std::uint32_t numerator, denominator;
  std::int64_t power;
};

// The unit of a declaration: the first of that name; nullptr where it is not known here.
const Unit* find_unit(std::string_view name);
// "cells or a length" and "cells or an area": a number that counts cells, or measures them in this unit and its like.
struct OfCells {
  std::string_view unit;
  int dimensions;
};
// Nothing for any other declaration.
std::optional<OfCells> of_cells(std::string_view declared);
// Of a declaration that is not known here what may have been meant: "did you mean 'm'? known units: m, km, ..."; empty:
// it is known, or none.
std::string units_in_place_of(std::string_view declared);
// The unit of that name which measures the same as `declared`.
const Unit* find_unit(std::string_view name, const Unit& declared);
// All that measure the same, `declared` first.
std::vector<std::string> units_like(const Unit& declared);
// "°C" to "C": other spellings to the short one.
std::string_view short_unit(std::string_view written);
// The other spellings of a short one: "°C" of "C".
std::vector<std::string> spellings_of(std::string_view name);
// `number` of `from` in `to`. A ratio that is a power of ten only moves the point.
void convert(Decimal& number, const Unit& from, const Unit& to);

}  // namespace terrawright::config
