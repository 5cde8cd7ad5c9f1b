// SPDX-License-Identifier: Apache-2.0
#include "document.hpp"

namespace terrawright::config {

const Entry* Value::find(std::string_view key) const {
  for (const Entry& entry : entries)
    if (entry.key == key) return &entry;
  return nullptr;
}

Entry* Value::find(std::string_view key) { return const_cast<Entry*>(static_cast<const Value*>(this)->find(key)); }

std::vector<std::string> Value::keys() const {
  std::vector<std::string> keys;
  for (const Entry& entry : entries) keys.push_back(entry.key);
  return keys;
}

std::string Value::description() const {
  if (is_list()) return "a list";
  if (is_map()) return "a map";
  if (is_null()) return "nothing";
  return report::quote(text);
}

}  // namespace terrawright::config
