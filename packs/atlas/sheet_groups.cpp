// SPDX-License-Identifier: Apache-2.0
#include "packs/atlas/sheet_groups.hpp"

#include <map>
#include <memory>
#include <utility>

#include "graph/sha256.hpp"
#include "packs/atlas/sheet.hpp"

namespace terrawright::images {

std::string groups_of(const DisplayListView& list) {
  std::string csv = "group,operations,sha256\n", name = "\"\"";
  std::map<std::string, int> times;
  std::uint64_t operations = 0;
  auto hash = std::make_unique<graph::Sha256>();
  const auto end = [&] {
    if (operations != 0) csv += name + ',' + std::to_string(operations) + ',' + hash->hex() + '\n';
  };
  bool is_head = true;
  text_of(list, [&](std::string_view line) {
    if (std::exchange(is_head, false)) return;
    constexpr std::string_view group = "group \"";
    if (line.substr(0, group.size()) == group) {
      end();
      operations = 0;
      hash = std::make_unique<graph::Sha256>();
      name = std::string(line.substr(group.size(), line.size() - group.size() - 2));
      if (const int again = ++times[name]; again > 1) name += " " + std::to_string(again);
      std::string doubled;
      for (const char c : name) doubled += c == '"' ? "\"\"" : std::string(1, c);
      name = '"' + doubled + '"';
    }
    ++operations;
    hash->add(line.data(), line.size());
  });
  end();
  return csv;
}

}  // namespace terrawright::images
