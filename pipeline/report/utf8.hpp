// SPDX-License-Identifier: Apache-2.0
// UTF-8 as far as messages need it: characters, their columns, and how wide a terminal draws them.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "report/diagnostic.hpp"

namespace terrawright::report {

struct Character {
  std::uint32_t code = 0;  // U+FFFD where the bytes are none
  std::size_t size = 1;    // bytes
  bool valid = true;
};

// The character at a byte offset within `text`.
Character character_at(std::string_view text, std::size_t offset);
// The first byte that begins no character; npos: all of it is UTF-8.
std::size_t not_utf8_at(std::string_view text);
// Columns of a terminal: 0 (combining), 1, or 2 (East Asian wide, pictographs).
int display_width(std::uint32_t code);
std::size_t display_width(std::string_view text);
bool is_control(std::uint32_t code);
// With a to z in the place of A to Z; nothing else changes.
std::string ascii_lower(std::string_view text);
// Without characters that would move or colour a terminal; line ends and tabs too become U+FFFD.
std::string printable(std::string_view text);
// The same of each line.
std::string printable_lines(std::string_view text);
// The message of a library, which may have several lines, as one: "first; second".
std::string one_line(std::string_view text);

// A path as a part of a URI: what is not plain there stands as %20.
std::string percent_encoded(std::string_view path);
// Text between the tags of XML and HTML, and in their attributes.
inline std::string xml_text(std::string_view plain) {
  std::string text(plain);
  for (const auto& [from, to] :
       {std::pair("&", "&amp;"), std::pair("<", "&lt;"), std::pair(">", "&gt;"), std::pair("\"", "&quot;")})
    text = replaced(std::move(text), from, to);
  return text;
}

}  // namespace terrawright::report
