// SPDX-License-Identifier: Apache-2.0
#include "utf8.hpp"

#include <algorithm>

namespace terrawright::report {

Character character_at(std::string_view text, std::size_t offset) {
  constexpr Character broken = {0xFFFD, 1, false};
  const auto byte = [&](std::size_t i) { return static_cast<std::uint32_t>(static_cast<unsigned char>(text[i])); };
  const std::uint32_t first = byte(offset);
  if (first < 0x80) return {first, 1, true};
  std::size_t size = 0;
  std::uint32_t code = 0, least = 0;
  if (first >= 0xC2 && first < 0xE0) {
    size = 2, code = first & 0x1F, least = 0x80;
  } else if (first >= 0xE0 && first < 0xF0) {
    size = 3, code = first & 0x0F, least = 0x800;
  } else if (first >= 0xF0 && first < 0xF5) {
    size = 4, code = first & 0x07, least = 0x10000;
  }
  if (size == 0 || offset + size > text.size()) return broken;
  for (std::size_t i = 1; i < size; ++i) {
    if ((byte(offset + i) & 0xC0) != 0x80) return broken;
    code = code << 6 | (byte(offset + i) & 0x3F);
  }
  if (code < least || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000)) return broken;
  return {code, size, true};
}

std::size_t not_utf8_at(std::string_view text) {
  const char* const bytes = text.data();
  for (std::size_t i = 0; i < text.size();) {
    const Character character = static_cast<signed char>(bytes[i]) >= 0 ? Character() : character_at(text, i);
    if (!character.valid) return i;
    i += character.size;
  }
  return std::string_view::npos;
}

int display_width(std::uint32_t code) {
  struct Range {
    std::uint32_t first, last;
  };
  // The blocks that matter, after Unicode's EastAsianWidth.txt.
  constexpr Range none[] = {{0x300, 0x36F}, {0x200B, 0x200F}, {0x20D0, 0x20FF}, {0xFE00, 0xFE0F}, {0xFEFF, 0xFEFF}};
  constexpr Range wide[] = {{0x1100, 0x115F},   {0x2E80, 0x303E},   {0x3041, 0xA4CF},   {0xAC00, 0xD7A3},
                            {0xF900, 0xFAFF},   {0xFE30, 0xFE6F},   {0xFF00, 0xFF60},   {0xFFE0, 0xFFE6},
                            {0x1F300, 0x1F64F}, {0x1F680, 0x1F6FF}, {0x1F900, 0x1FAFF}, {0x20000, 0x3FFFD}};
  for (const Range& r : none)
    if (code >= r.first && code <= r.last) return 0;
  for (const Range& r : wide)
    if (code >= r.first && code <= r.last) return 2;
  return 1;
}

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  for (std::size_t i = 0; i < text.size();) {
    const Character c = character_at(text, i);
    width += static_cast<std::size_t>(display_width(c.code));
    i += c.size;
  }
  return width;
}

bool is_control(std::uint32_t code) {
  return code < 0x20 || (code >= 0x7F && code < 0xA0) || code == 0x2028 || code == 0x2029 ||
         (code >= 0x202A && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
}

std::string printable(std::string_view text) {
  std::string clean;
  for (std::size_t i = 0; i < text.size();) {
    const Character c = character_at(text, i);
    if (c.valid && !is_control(c.code)) {
      clean.append(text.substr(i, c.size));
    } else {
      clean += "\xEF\xBF\xBD";
    }
    i += c.size;
  }
  return clean;
}

std::string ascii_lower(std::string_view text) {
  std::string small(text);
  for (char& c : small)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return small;
}

std::string printable_lines(std::string_view text) {
  std::string clean;
  for (const std::string& line : split(text, "\n")) clean += printable(line) + '\n';
  clean.pop_back();
  return clean;
}

std::string one_line(std::string_view text) {
  std::string line;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find_first_of("\r\n", begin), text.size());
    if (end > begin) line += (line.empty() ? "" : "; ") + printable(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return line;
}

std::string percent_encoded(std::string_view path) {
  constexpr char digits[] = "0123456789ABCDEF";
  std::string uri;
  for (const char c : path) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       std::string_view("/-._~").find(c) != std::string_view::npos;
    const auto byte = static_cast<unsigned char>(c);
    if (plain)
      uri += c;
    else
      uri += {'%', digits[byte / 16], digits[byte % 16]};
  }
  return uri;
}

}  // namespace terrawright::report
