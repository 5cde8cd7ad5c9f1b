// SPDX-License-Identifier: Apache-2.0
#include "unit.hpp"

#include "report/diagnostic.hpp"
#include "report/suggest.hpp"
#include "report/utf8.hpp"

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

}  // namespace terrawright::config
