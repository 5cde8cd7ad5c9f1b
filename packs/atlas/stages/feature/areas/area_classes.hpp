// SPDX-License-Identifier: Apache-2.0
// The classes that make areas, by words of their names, and which of them an area is mostly of.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "feature/feature_grid.hpp"

namespace terrawright::feature {

class AreaClasses {
 public:
  AreaClasses() = default;
  // Throws Failure where a word is in no name.
  AreaClasses(const std::vector<LegendEntry>& legend, const std::vector<std::string>& words) : has_(65536, 0) {
    std::string names;
    for (const LegendEntry& entry : legend) names += (names.empty() ? "" : ", ") + entry.name;
    if (words.empty()) throw Failure("classes", "which classes make the areas? There are: " + names);
    for (std::size_t w = 0; w < words.size(); ++w) {
      bool found = false;
      for (const LegendEntry& entry : legend) {
        if (words[w].empty() || small(entry.name).find(small(words[w])) == std::string::npos) continue;
        has_[entry.code] = 1;
        name_[entry.code] = entry.name;
        found = true;
      }
      if (!found)
        throw Failure("classes[" + std::to_string(w) + "]",
                      "no class has '" + words[w] + "' in its name; there are: " + names);
    }
  }

  bool has(std::uint16_t code) const { return has_[code] != 0; }

  // Ties of frequency: the class of the smallest code.
  std::string most_frequent(const Items<std::uint32_t>& blocks, const std::vector<std::uint16_t>& codes) const {
    std::map<std::uint16_t, std::size_t> count;
    for (const std::uint32_t c : blocks) {
      if (has(codes[c])) ++count[codes[c]];
    }
    if (count.empty()) return "";
    const auto best =
        std::max_element(count.begin(), count.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
    return name_.at(best->first);
  }

 private:
  static std::string small(std::string text) {
    for (char& c : text) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return text;
  }

  std::vector<std::uint8_t> has_;  // by code
  std::map<std::uint16_t, std::string> name_;
};

// A section of a note, after that of the blocks: the class of each block's middle cell, where the tile has it. None
// where there are no classes.
inline void survey_classes(Blob& note, const Tile& tile, const FeatureGrid& grid,
                           const View<const std::uint16_t>& code) {
  const Rect blocks = blocks_of(tile.area(), grid);
  std::vector<std::uint16_t> codes;
  for (std::int64_t j = blocks.y; code && j < blocks.y + blocks.height; ++j) {
    for (std::int64_t i = blocks.x; i < blocks.x + blocks.width; ++i) {
      const std::int64_t x = std::min(i * grid.block + grid.block / 2, grid.world_width - 1);
      const std::int64_t y = std::min(j * grid.block + grid.block / 2, grid.world_height - 1);
      const bool here = x >= tile.left() && x < tile.right() && y >= tile.top() && y < tile.bottom();
      codes.push_back(here ? code(x, y) : std::uint16_t{0});
    }
  }
  note.add(codes);
}

// `blocks`: the section of the blocks; `section`: that of the classes.
inline std::vector<std::uint16_t> join_classes(const Notes<Blob>& notes, std::size_t blocks_section,
                                               std::size_t section, const FeatureGrid& grid) {
  std::vector<std::uint16_t> all(grid.size(), 0);
  for (std::size_t n = 0; n < notes.size(); ++n) {
    const Items<std::uint16_t> codes = notes[n].items<std::uint16_t>(section);
    each_block(notes[n], blocks_section, grid,
               [&](std::size_t c, std::size_t next) { all[c] = std::max(all[c], codes[next]); });
  }
  return all;
}

}  // namespace terrawright::feature
