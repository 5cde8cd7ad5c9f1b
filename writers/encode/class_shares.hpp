// SPDX-License-Identifier: Apache-2.0
// Shares of a layer's classes.
#pragma once
#include <cstdint>
#include <map>
#include <vector>

#include "terrawright/arrangement.hpp"

namespace terrawright::encode {

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

}  // namespace terrawright::encode
