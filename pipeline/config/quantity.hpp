// SPDX-License-Identifier: Apache-2.0
// Scalars to exact numbers: decimals only, units checked, powers of ten shifted in the decimal text.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace terrawright::config {

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
// The text behind a number of `unit`: "m", "cells", "cell" behind 1.
std::string counted(double number, std::string_view unit);
// "80 km", "1200 m", "60 %", "1 cell": a number of `unit` as a person reads it.
std::string with_unit(double number, std::string_view unit);

}  // namespace terrawright::config
