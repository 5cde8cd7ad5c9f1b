// SPDX-License-Identifier: Apache-2.0
#include "quantity.hpp"

#include <terrawright/random.h>

#include <array>
#include <charconv>
#include <cmath>

#include "decimal.hpp"
#include "report/diagnostic.hpp"
#include "report/suggest.hpp"
#include "report/utf8.hpp"
#include "terrawright/numbers.hpp"

namespace terrawright::config {
namespace {

// A name may measure two things: a millimetre of rain is a kilogram of water per square metre.
constexpr Unit units[] = {
    {"m", "a length", 1, 1, 0},
    {"km", "a length", 1, 1, 3},
    {"cm", "a length", 1, 1, -2},
    {"mm", "a length", 1, 1, -3},
    {"m2", "an area", 1, 1, 0},
    {"km2", "an area", 1, 1, 6},
    {"ha", "an area", 1, 1, 4},
    {"m/s", "a speed", 1, 1, 0},
    {"km/h", "a speed", 5, 18, 0},
    {"m3/s", "a discharge", 1, 1, 0},
    {"deg", "an angle", 1, 1, 0},
    {"s", "a time", 1, 1, 0},
    {"min", "a time", 60, 1, 0},
    {"h", "a time", 3600, 1, 0},
    {"d", "a time", 86400, 1, 0},
    {"yr", "a time", 31557600, 1, 0},  // Julian: 365.25 d
    {"C", "a temperature", 1, 1, 0},
    {"K", "a temperature difference", 1, 1, 0},
    {"K/km", "a lapse rate", 1, 1, 0},
    {"kg/m2", "an amount of water", 1, 1, 0},
    {"mm", "an amount of water", 1, 1, 0},
    {"m/yr", "a rate per year", 1, 1, 0},
    {"cm/yr", "a rate per year", 1, 1, -2},
    {"mm/yr", "a rate per year", 1, 1, -3},
    {"m2/yr", "a diffusivity", 1, 1, 0},
    {"m3/yr", "a flux of sediment", 1, 1, 0},
    {"h/yr", "a share of the year", 1, 1, 0},
    {"d/yr", "a share of the year", 24, 1, 0},
    {"1/yr", "a share per year", 1, 1, 0},
    {"%", "a percentage", 1, 1, 0},
    {"MB", "a size of a file", 1, 1, 0},
    {"kB", "a size of a file", 1, 1, -3},
    {"GB", "a size of a file", 1, 1, 3},
};

struct Spelling {
  std::string_view written, name;
};
constexpr Spelling spellings[] = {
    {"\u00B0", "deg"},   {"\u00B0C", "C"},      {"kg/m\u00B2", "kg/m2"}, {"m\u00B2", "m2"},
    {"km\u00B2", "km2"}, {"m\u00B3/s", "m3/s"}, {"cell", "cells"},
};

}  // namespace

const Unit* find_unit(std::string_view name) {
  for (const Unit& unit : units)
    if (unit.name == name) return &unit;
  return nullptr;
}

std::optional<OfCells> of_cells(std::string_view declared) {
  if (declared == "cells or a length") return OfCells{"m", 1};
  if (declared == "cells or an area") return OfCells{"m2", 2};
  return std::nullopt;
}

std::string units_in_place_of(std::string_view declared) {
  if (declared.empty() || declared == "1" || declared == "cells" || of_cells(declared) || find_unit(declared))
    return {};
  std::vector<std::string> names;
  for (const Unit& unit : units)
    if (find_unit(unit.name) == &unit) names.emplace_back(unit.name);
  // By the beginnings of words, too, which are no spellings.
  constexpr Spelling words[] = {{"metre", "m"}, {"meter", "m"}, {"kilomet", "km"}, {"degree", "deg"}, {"second", "s"},
                                {"hour", "h"},  {"day", "d"},   {"year", "yr"},    {"percent", "%"},  {"celsius", "C"}};
  std::string near = report::suggest(declared, names);
  for (const Spelling& word : words)
    if (report::ascii_lower(declared).compare(0, word.written.size(), word.written) == 0) near = word.name;
  return (near.empty() ? "" : "did you mean '" + near + "'? ") + "known units: " + report::join(names) + ", cells";
}

const Unit* find_unit(std::string_view name, const Unit& declared) {
  for (const Unit& unit : units)
    if (unit.name == name && unit.dimension == declared.dimension) return &unit;
  return nullptr;
}

std::vector<std::string> units_like(const Unit& declared) {
  std::vector<std::string> names{std::string(declared.name)};
  for (const Unit& unit : units)
    if (unit.dimension == declared.dimension && unit.name != declared.name) names.emplace_back(unit.name);
  return names;
}

std::string_view short_unit(std::string_view written) {
  for (const Spelling& spelling : spellings)
    if (spelling.written == written) return spelling.name;
  return written;
}

std::vector<std::string> spellings_of(std::string_view name) {
  std::vector<std::string> others;
  for (const Spelling& spelling : spellings)
    if (spelling.name == name) others.emplace_back(spelling.written);
  return others;
}

void convert(Decimal& number, const Unit& from, const Unit& to) {
  number.exponent += from.power - to.power;
  const std::uint64_t up = std::uint64_t{from.numerator} * to.denominator;
  const std::uint64_t down = std::uint64_t{from.denominator} * to.numerator;
  if (up == down) return;
  number.multiply(from.numerator);
  number.multiply(to.denominator);
  if (from.denominator != 1) number.divide(from.denominator);
  if (to.numerator != 1) number.divide(to.numerator);
}

namespace {

using report::quote;

constexpr std::size_t longest_number = 400;

bool is_dimensionless(std::string_view unit) { return unit.empty() || unit == "1"; }

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

bool begins_with(std::string_view text, std::string_view beginning) {
  return text.substr(0, beginning.size()) == beginning;
}

// The unit that others are converted to.
const Unit* base_unit(std::string_view unit) {
  const auto of = of_cells(unit);
  return find_unit(of ? of->unit : unit);
}

// The declared one first.
std::vector<std::string> names_fitting(std::string_view unit) {
  const Unit* base = base_unit(unit);
  std::vector<std::string> names = base ? units_like(*base) : std::vector{std::string(unit)};
  if (of_cells(unit)) names.insert(names.begin(), "cells");
  return names;
}

struct Wrong {
  std::string problem, hint;
};

// Why nothing that begins `text` is a number; an empty problem where one does.
Wrong wrong_number(std::string_view text, const Scanned& scanned) {
  const std::string small = report::ascii_lower(text);
  std::string_view bare = small;
  if (begins_with(bare, "-") || begins_with(bare, "+")) bare.remove_prefix(1);
  if (text.size() > longest_number)
    return {"the number has " + std::to_string(text.size()) + " characters", "shorten it"};
  if (bare == ".nan" || bare == "nan" || bare == ".inf" || bare == "inf" || bare == "infinity")
    return {quote(text) + " is not a finite number", "write a finite number, as 1.5"};
  if (bare.size() > 1 && bare[0] == '0' && (bare[1] == 'x' || bare[1] == 'o' || bare[1] == 'b'))
    return {quote(text) + " is not a decimal number", "write it with the digits 0 to 9, as 16 for 0x10"};
  if (begins_with(text, "+") && scan_decimal(text.substr(1)).size > 0)
    return {quote(text) + " begins with '+'", "leave the '+' out"};
  if (begins_with(bare, ".") && bare.size() > 1 && bare[1] >= '0' && bare[1] <= '9')
    return {quote(text) + " has no digit before the point",
            "write " + std::string(small[0] == '-' ? "-0" : "0") + std::string(bare)};
  if (scanned.size == 0) return {quote(text) + " is not a number", ""};
  const std::string_view rest = text.substr(scanned.size);
  if (scanned.leading_zero) {
    const std::size_t sign = text[0] == '-' ? 1 : 0;
    std::string_view digits = text.substr(sign);
    while (digits.size() > 1 && digits[0] == '0' && digits[1] >= '0' && digits[1] <= '9') digits.remove_prefix(1);
    return {quote(text) + " has a leading zero", "write " + std::string(sign, '-') + std::string(digits)};
  }
  if (begins_with(rest, "_")) return {quote(text) + " has a '_' in it", "write the digits without a break"};
  if (begins_with(rest, "."))
    return {quote(text) + " has no digit behind the point", "delete the point or add a digit"};
  if (begins_with(rest, ",")) return {quote(text) + " has a ',' in it", "the decimal mark is a point: 1.5"};
  return {};
}

Wrong wrong_unit(std::string_view text, std::string_view number, std::string_view written, std::string_view unit) {
  if (is_dimensionless(unit)) {
    const Reading<double> percent = written == "%" ? read_real(number, "") : Reading<double>{};
    return {quote(text) + " has a unit where none belongs",
            "write " + (percent ? canonical(*percent.value / 100.0) : std::string(number))};
  }
  const Unit* declared = base_unit(unit);
  if (!declared)
    return {quote(text) + " is not in " + quote(unit), "write " + std::string(number) + " " + std::string(unit)};
  if (find_unit(written))
    return {quote(text) + " is not " + std::string(declared->dimension), "units that fit: " + units_fitting(unit)};
  return {quote(text) + " has an unknown unit", report::did_you_mean(written, names_fitting(unit), "units that fit")};
}

// The number of `text` in `unit`, still as digits.
Reading<Decimal> read_decimal(std::string_view given, std::string_view unit) {
  const std::string_view text = trimmed(given);
  Scanned scanned = scan_decimal(text.substr(0, longest_number + 1));
  Wrong wrong = wrong_number(text, scanned);
  if (!wrong.problem.empty()) return {std::nullopt, wrong.problem, wrong.hint};
  const std::string_view number = text.substr(0, scanned.size);
  const std::string_view written = short_unit(trimmed(text.substr(scanned.size)));
  if (written.empty() || (written == counting_unit(unit) && !is_dimensionless(unit)))
    return {std::move(scanned.number), "", ""};
  const Unit* declared = base_unit(unit);
  const Unit* from = declared ? find_unit(written, *declared) : nullptr;
  if (!from) {
    wrong = wrong_unit(text, number, written, unit);
    return {std::nullopt, wrong.problem, wrong.hint};
  }
  convert(scanned.number, *from, *declared);
  return {std::move(scanned.number), "", ""};
}

}  // namespace

Reading<double> read_real(std::string_view text, std::string_view unit) {
  const Reading<Decimal> decimal = read_decimal(text, unit);
  if (!decimal) return {std::nullopt, decimal.problem, decimal.hint};
  const std::optional<double> number = decimal.value->to_double();
  if (number) return {number, "", ""};
  const bool tiny = decimal.value->exponent + static_cast<std::int64_t>(decimal.value->digits.size()) < 0;
  return {std::nullopt, quote(text) + (tiny ? " is too small to tell from 0" : " is too large"),
          tiny ? "write 0" : "write at most 1.7e308"};
}

Reading<std::int64_t> read_integer(std::string_view text, std::string_view unit) {
  const Reading<Decimal> decimal = read_decimal(text, unit);
  if (!decimal) return {std::nullopt, decimal.problem, decimal.hint};
  const std::optional<std::int64_t> number = decimal.value->to_integer();
  if (number) return {number, "", ""};
  Decimal rounded = *decimal.value;
  rounded.round();
  const std::optional<std::int64_t> near = rounded.to_integer();
  if (!near) return {std::nullopt, quote(text) + " is beyond 64 bits", "write at most 9223372036854775807"};
  const std::string behind = is_dimensionless(unit) ? "" : " " + std::string(unit);
  return {std::nullopt, quote(text) + " is not a whole number", "the nearest is " + std::to_string(*near) + behind};
}

Reading<std::int64_t> read_percentage(std::string_view text) {
  Reading<Decimal> decimal = read_decimal(text, "%");
  if (!decimal) return {std::nullopt, decimal.problem, decimal.hint};
  decimal.value->exponent += 4;
  decimal.value->round();
  const std::optional<std::int64_t> parts = decimal.value->to_integer();
  if (!parts) return {std::nullopt, quote(text) + " is too large", "write a share of the whole, as 60 %"};
  return {parts, "", ""};
}

Reading<bool> read_boolean(std::string_view text) {
  if (text == "true") return {true, "", ""};
  if (text == "false") return {false, "", ""};
  const std::string small = report::ascii_lower(text);
  for (const char* word : {"yes", "on", "y", "1", "true"})
    if (small == word) return {std::nullopt, quote(text) + " is neither true nor false", "write true"};
  for (const char* word : {"no", "off", "n", "0", "false"})
    if (small == word) return {std::nullopt, quote(text) + " is neither true nor false", "write false"};
  return {std::nullopt, quote(text) + " is neither true nor false", "write true or false"};
}

Reading<std::uint64_t> read_seed(std::string_view text, bool quoted) {
  const std::uint64_t of_text = terrawright_fnv1a64(text.data(), text.size());
  if (quoted) return {of_text, "", ""};
  const bool negative = begins_with(text, "-");
  const std::string_view digits = text.substr(negative ? 1 : 0);
  const bool whole = !digits.empty() && digits.find_first_not_of("0123456789") == std::string_view::npos;
  if (!whole) {
    const Scanned scanned = scan_decimal(text);
    const Wrong wrong = wrong_number(text, scanned);
    const bool number = scanned.size == text.size() || (scanned.size == 0 && !wrong.hint.empty()) ||
                        (scanned.size > 0 && text[scanned.size] == '_') ||
                        wrong.problem.find("decimal") != std::string::npos;
    if (!number) return {of_text, "", ""};
    return {std::nullopt, quote(text) + " is not a whole number", "put it in quotes to use it as a text"};
  }
  if (digits.size() > 1 && digits[0] == '0') {
    const Wrong wrong = wrong_number(text, scan_decimal(text));
    return {std::nullopt, wrong.problem, wrong.hint + ", or put it in quotes to use it as a text"};
  }
  std::int64_t below = 0;
  std::uint64_t number = 0;
  const char* const end = text.data() + text.size();
  const bool fits = negative ? std::from_chars(text.data(), end, below).ec == std::errc()
                             : std::from_chars(text.data(), end, number).ec == std::errc();
  if (!fits)
    return {std::nullopt, quote(text) + " is beyond 64 bits",
            "write -9223372036854775808 to 18446744073709551615, or a text in quotes"};
  return {negative ? static_cast<std::uint64_t>(below) : number, "", ""};
}

bool is_whole_number(std::string_view text) {
  const std::string_view digits = text.substr(begins_with(text, "-") ? 1 : 0);
  return !digits.empty() && digits.find_first_not_of("0123456789") == std::string_view::npos &&
         read_seed(text, false).value.has_value();
}

std::optional<Bare> taken_as(std::string_view given, std::string_view unit) {
  const std::string_view text = trimmed(given);
  const Scanned scanned = scan_decimal(text);
  const bool bare = scanned.size > 0 && scanned.size == text.size() && !scanned.number.digits.empty();
  if (!bare || is_dimensionless(unit) || begins_with(unit, "cells")) return std::nullopt;
  const std::string number(text), in_unit = number + " " + std::string(unit);
  const Unit* declared = find_unit(unit);
  std::vector<std::string> others = declared ? units_like(*declared) : std::vector<std::string>{std::string(unit)};
  others.erase(others.begin());
  // A share is the likely slip: 0.6 where 60 % is meant.
  if (unit == "%" && std::fabs(scanned.number.to_double().value_or(1.0)) < 1.0)
    return Bare{number + " is taken as " + in_unit + ", less than one percent",
                "a share like 0.6 is written 60 %; to mean it, write " + in_unit};
  return Bare{number + " has no unit and is taken as " + in_unit,
              "write " + in_unit + (others.empty() ? "" : ", or the unit that is meant: " + report::join(others))};
}

bool measures_cells(std::string_view text, std::string_view unit) {
  const std::string written = unit_of(text);
  return of_cells(unit) && !written.empty() && written != "cells";
}

double in_cells(double metres, std::string_view unit, double cell) {
  const auto of = of_cells(unit);
  return of && of->dimensions == 2 ? metres / (cell * cell) : metres / cell;
}

std::string_view counting_unit(std::string_view unit) { return of_cells(unit) ? "cells" : unit; }

std::string unit_of(std::string_view given) {
  const std::string_view text = trimmed(given);
  return std::string(short_unit(trimmed(text.substr(scan_decimal(text).size))));
}

bool unit_fits(std::string_view unit, std::string_view declared) {
  const Unit* known = find_unit(declared);
  return unit == declared || (known && find_unit(short_unit(unit), *known));
}

std::string units_fitting(std::string_view unit) { return report::join(names_fitting(unit)); }

std::vector<std::string> unit_spellings(std::string_view unit) {
  if (is_dimensionless(unit)) return {};
  const std::vector<std::string> names = names_fitting(unit);
  std::vector<std::string> all = names;
  for (const std::string& name : names)
    for (std::string& other : spellings_of(name)) all.push_back(std::move(other));
  return all;
}

std::string canonical(double number) {
  if (number == 0.0) return "0";
  std::array<char, 400> text{};
  const double size = std::fabs(number);
  const bool fixed = size >= 1e-6 && size < 1e16;
  const auto result = fixed ? write_fixed(text.data(), text.data() + text.size(), number)
                            : write_number(text.data(), text.data() + text.size(), number);
  return {text.data(), result.ptr};
}

std::optional<double> in_unit(double number, const std::string& from, const std::string& to) {
  return read_real(canonical(number) + " " + from, to).value;
}

std::string counted(double number, std::string_view unit) {
  const std::string_view counting = counting_unit(unit);
  return std::string(number == 1.0 && counting == "cells" ? "cell" : counting);
}

std::string with_unit(double number, std::string_view unit) {
  if (is_dimensionless(unit)) return canonical(number);
  const bool in_kilometres = unit == "m" && std::fabs(number) >= 10000.0 && std::fmod(number, 1000.0) == 0.0;
  return in_kilometres ? canonical(number / 1000.0) + " km" : canonical(number) + " " + counted(number, unit);
}

}  // namespace terrawright::config
