// SPDX-License-Identifier: Apache-2.0
// Scalars to exact numbers: decimals only, units checked, powers of ten shifted in the decimal text.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "decimal.hpp"

namespace terrawright::config {

// The units that quantities are written in.

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

// A value, or what is wrong with the text ("'010' has a leading zero") and how to mend it ("write 10").
template <class T>
struct Reading {
  std::optional<T> value;
  std::string problem, hint;
  explicit operator bool() const { return value.has_value(); }
};

// A number in `unit`, or a bare one, which is in `unit` already. `unit` is the declared one: "m", "mm/yr", "%",
// "" or "1" for none. A unit that is not known here accepts itself only. Correctly rounded from the decimal text:
// 0.1 km is exactly 100 m. Not finite, hexadecimal, octal-looking or with underscores: refused.
Reading<double> read_real(std::string_view text, std::string_view unit);
// If `unit` is "cells or an area" (or a length), a bare number and one of cells count cells, and all others are in m2.
// As read_real; 64 bits, exact.
Reading<std::int64_t> read_integer(std::string_view text, std::string_view unit);
// `60 %`, `60%` or 60 to parts per million (600000), rounded half up (away from zero below it) in the decimal text.
Reading<std::int64_t> read_percentage(std::string_view text);
// true or false, nothing else.
Reading<bool> read_boolean(std::string_view text);
// A seed: 0 .. 2^64-1 as it is, negative down to -2^63 as two's complement, other text as FNV-1a 64 of its bytes.
// Quoted is always text.
Reading<std::uint64_t> read_seed(std::string_view text, bool quoted);
// Texts that `seed:` takes as a number if they are not quoted.
bool is_whole_number(std::string_view text);

// Warning for a bare number other than 0 if numbers have a unit: the unit it is taken in. Nothing where it counts cells
// ("cells" and what begins so).
struct Bare {
  std::string warning, hint;
};
std::optional<Bare> taken_as(std::string_view text, std::string_view unit);

// Whether `text` is a length or an area where `unit` counts cells too.
bool measures_cells(std::string_view text, std::string_view unit);
// A length or an area in cells that are `cell` metres wide, not rounded.
double in_cells(double metres, std::string_view unit, double cell);
// The unit that a number itself is in: "cells" of "cells or an area", else `unit`.
std::string_view counting_unit(std::string_view unit);

// The unit of "8 km" ("km"), empty for a bare number. Aliases are given in their short form ("°C" is "C").
std::string unit_of(std::string_view text);
// Whether a number in `unit` can be written in one declared in `declared`.
bool unit_fits(std::string_view unit, std::string_view declared);
// The units that a number declared in `unit` may be written in, the declared one first.
std::string units_fitting(std::string_view unit);
// The same with every spelling, one by one: "deg", "°". None where a number has no unit.
std::vector<std::string> unit_spellings(std::string_view unit);

// The shortest decimal that reads back as the same double.
std::string canonical(double number);
// A number of one unit in another, which fits it as unit_fits() says, by its decimal digits. Nothing where it does not.
std::optional<double> in_unit(double number, const std::string& from, const std::string& to);
// The text behind a number of `unit`: "m", "cells", "cell" behind 1.
std::string counted(double number, std::string_view unit);
// "80 km", "1200 m", "60 %", "1 cell": a number of `unit` as a person reads it.
std::string with_unit(double number, std::string_view unit);

}  // namespace terrawright::config
