// SPDX-License-Identifier: Apache-2.0
// classes.hpp: the classes of a biome layer as rows of a table, and the legend that they make.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "terrawright/arrangement.hpp"
#include "terrawright/failure.hpp"
#include "terrawright/parameter.hpp"

namespace terrawright::biome {

// Those that every scheme shares: what a cell is before its climate is asked.
enum Code : std::uint16_t {
  unknown = 0,
  deep_ocean = 1,
  shelf = 2,
  lake = 3,
  river = 4,
  ice = 5,
  sea_ice = 6,
  coast = 7,
};

struct BiomeClass {
  std::int64_t code = 0;
  std::string name;
  std::optional<Colour> colour;
  std::string glyph;
  static void describe(Parameters<BiomeClass>& row) {
    row.parameter(&BiomeClass::code, "code", "Number of the class.").range(0, UINT16_MAX);
    row.parameter(&BiomeClass::name, "name", "Name of the class, as legends show it.");
    row.parameter(&BiomeClass::colour, "colour", "Colour of the class; own: its default colour.").word("own");
    row.parameter(&BiomeClass::glyph, "glyph", "Character that stands for the class in text maps.");
  }
};

inline std::vector<BiomeClass> base_classes() {
  return {
      {unknown, "unknown", rgb(0xff00ff), "?"}, {deep_ocean, "deep ocean", rgb(0x2b5c8a), "~"},
      {shelf, "shelf", rgb(0x6fb3c8), "-"},     {lake, "lake", rgb(0x5b9dc0), "o"},
      {river, "river", rgb(0x3f7fb5), "w"},     {ice, "ice", rgb(0xeef4f7), "*"},
      {sea_ice, "sea ice", rgb(0xcfe3ec), "="}, {coast, "coast", rgb(0xe6d8a8), "."},
  };
}

inline std::vector<BiomeClass> with_base(std::vector<BiomeClass> own) {
  std::vector<BiomeClass> all = base_classes();
  all.insert(all.end(), own.begin(), own.end());
  return all;
}

// "classes[2].colour": a cell of the table of that name.
inline std::string cell_of(const char* table, std::size_t row, const char* column) {
  return std::string(table) + "[" + std::to_string(row) + "]." + column;
}

// "0 to 7, 10 to 18": the codes that there are.
inline std::string runs_of(const std::vector<LegendEntry>& entries) {
  std::vector<std::uint32_t> codes;
  for (const LegendEntry& entry : entries) codes.push_back(entry.code);
  std::sort(codes.begin(), codes.end());
  std::string text;
  for (std::size_t first = 0, last = 0; first < codes.size(); first = last) {
    for (last = first + 1; last < codes.size() && codes[last] == codes[last - 1] + 1;) ++last;
    text += (text.empty() ? "" : ", ") + std::to_string(codes[first]);
    if (last > first + 1) text += " to " + std::to_string(codes[last - 1]);
  }
  return text;
}

// The classes of a scheme, with what the parameter `classes` says of them. `may_add`: it may bring classes of its own.
// Says all that is wrong; `good` is false then.
inline std::vector<LegendEntry> legend_of(const Arrangement& a, const std::vector<BiomeClass>& own,
                                          const std::vector<BiomeClass>& given, bool may_add, bool& good) {
  std::vector<LegendEntry> entries;
  for (const BiomeClass& c : own) {
    entries.push_back({static_cast<std::uint16_t>(c.code), c.name, *c.colour, c.glyph});
  }
  const auto wrong = [&](std::size_t row, const char* column, const std::string& text) {
    a.fail(cell_of("classes", row, column), text);
    good = false;
  };
  std::set<std::int64_t> codes;
  for (std::size_t row = 0; row < given.size(); ++row) {
    const BiomeClass& c = given[row];
    const std::string code = std::to_string(c.code);
    if (!codes.insert(c.code).second)
      wrong(row, "code", "the class " + code + " is given twice; delete one of the rows");
    LegendEntry entry{static_cast<std::uint16_t>(c.code), c.name, c.colour.value_or(Colour{}), c.glyph};
    bool known = false;
    for (LegendEntry& e : entries) {
      if (e.code != entry.code) continue;
      if (!c.colour) entry.colour = e.colour;
      e = entry;
      known = true;
    }
    if (!known && may_add && !c.colour)
      wrong(row, "colour", "the class " + code + " is not in the scheme and needs a colour; write \"#rrggbb\"");
    if (!known && !may_add) wrong(row, "code", "there is no class " + code + "; write one of " + runs_of(entries));
    if (!known && may_add) entries.push_back(entry);
  }
  return entries;
}
// Throws after all was said.
inline std::vector<LegendEntry> legend_of(const Arrangement& a, const std::vector<BiomeClass>& own,
                                          const std::vector<BiomeClass>& given) {
  bool good = true;
  std::vector<LegendEntry> entries = legend_of(a, own, given, false, good);
  if (!good) throw AlreadySaid{};
  return entries;
}

}  // namespace terrawright::biome
