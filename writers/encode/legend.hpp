// SPDX-License-Identifier: Apache-2.0
// The legend of classes as JSON.
#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "terrawright/arrangement.hpp"

namespace terrawright::encode {

// Shares of a layer's classes.

// Cells by code.
using ClassCounts = std::map<std::uint16_t, std::uint64_t>;

struct ClassShare {
  std::uint16_t code;
  const LegendEntry* entry;  // null: the legend does not know the code
  std::uint64_t cells;
  double share;  // of all cells, 0 to 1
};

// Those of the legend in its order, then the codes that it does not know but that have cells.
inline std::vector<ClassShare> class_shares(const std::vector<LegendEntry>& legend, ClassCounts cells) {
  std::uint64_t all = 0;
  for (const auto& [code, count] : cells) all += count;
  std::vector<ClassShare> shares;
  const auto add = [&](std::uint16_t code, const LegendEntry* entry, std::uint64_t count) {
    const double share = all == 0 ? 0.0 : static_cast<double>(count) / static_cast<double>(all);
    shares.push_back({code, entry, count, share});
  };
  for (const LegendEntry& entry : legend) add(entry.code, &entry, cells[entry.code]);
  for (const LegendEntry& entry : legend) cells.erase(entry.code);
  for (const auto& [code, count] : cells) add(code, nullptr, count);
  return shares;
}

// Counts classes while their cells go by.
class ClassCounter {
 public:
  // Runs of one code are counted at once.
  void add(const std::uint16_t* codes, std::int64_t count) {
    for (std::int64_t i = 0; i < count;) {
      const std::int64_t begin = i;
      while (i < count && codes[i] == codes[begin]) ++i;
      cells_[codes[begin]] += static_cast<std::uint64_t>(i - begin);
    }
  }
  ClassCounts counts() const {
    ClassCounts all;
    for (std::size_t code = 0; code < cells_.size(); ++code)
      if (cells_[code] != 0) all.emplace_hint(all.end(), static_cast<std::uint16_t>(code), cells_[code]);
    return all;
  }

 private:
  std::vector<std::uint64_t> cells_ = std::vector<std::uint64_t>(65536);
};

// As one line, for the metadata of a file.
std::string legend_line(const std::vector<LegendEntry>& legend);

// As a file that lies beside a picture: code, name, colour, glyph, cells and their share. Codes that the legend does
// not know but that have cells follow, without a name. `window` stands there where the picture is of one; "": it is
// not.
std::string legend_file(const std::string& layer, const std::vector<LegendEntry>& legend, const ClassCounts& cells,
                        const std::string& window = "");

}  // namespace terrawright::encode
