// SPDX-License-Identifier: Apache-2.0
// wanted_style.hpp: the style of a sheet: one of the program's, or that of the user's file; and the user's font.
#pragma once
#include <stdexcept>
#include <string>
#include <vector>

#include "style.hpp"
#include "terrawright/arrangement.hpp"

namespace terrawright::map {

inline Style wanted_style(const Arrangement& a, File& file, StyleName name) {
  if (file.path.empty()) return style_of(name);
  constexpr std::uint64_t most_bytes = std::uint64_t{1} << 20;
  std::vector<std::string> problems;
  Style style = changed_style(name, a.bytes(file, "style_file", most_bytes), problems);
  for (const std::string& problem : problems) a.fail("style_file", "'" + file.path + "': " + problem);
  if (!problems.empty()) throw AlreadySaid{};
  return style;
}

inline lettering::Fonts wanted_fonts(const Arrangement& a, File& file) {
  if (file.path.empty()) return {};
  constexpr std::uint64_t most_bytes = std::uint64_t{64} << 20;
  try {
    return lettering::Fonts(a.bytes(file, "font", most_bytes));
  } catch (const std::runtime_error& why) {
    throw Failure("font", "'" + file.path + "' cannot be used: " + why.what() + "; name a whole .ttf or .otf file");
  }
}

}  // namespace terrawright::map
