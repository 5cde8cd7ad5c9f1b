// SPDX-License-Identifier: Apache-2.0
// Texts of changes.
#pragma once
#include <string>

namespace terrawright::build {

// "percentile 60 % -> 55 %"; of what is long only that it changed.
inline std::string change(const std::string& name, const std::string& from, const std::string& to) {
  constexpr std::size_t most = 40;
  if (from.size() > most || to.size() > most) return name + " changed";
  return name + " " + from + " -> " + to;
}

}  // namespace terrawright::build
