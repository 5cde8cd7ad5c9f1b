// SPDX-License-Identifier: Apache-2.0
// The characters of a config, before anything parses them.
#include <cstdio>

#include "reader.hpp"
#include "report/utf8.hpp"
#include "syntax.hpp"

namespace terrawright::config {
namespace {

std::string hexadecimal(std::uint32_t code, const char* format) {
  char text[16];
  std::snprintf(text, sizeof text, format, static_cast<unsigned>(code));
  return text;
}

bool is_utf16(std::string_view text) {
  if (text.size() < 2) return false;
  const std::string_view mark = text.substr(0, 2);
  return mark == "\xFF\xFE" || mark == "\xFE\xFF" || (text[0] == 0) != (text[1] == 0);
}

}  // namespace

bool check_characters(const Locator& locator, report::Diagnostics& diagnostics) {
  const std::string_view text = locator.text();
  if (text.size() > largest_config) {
    diagnostics.error(locator.at(0), "the file is larger than 4 MiB, the most a config may have", "is it a config?");
    static_assert(largest_config == 4u << 20);
    return false;
  }
  if (is_utf16(text)) {
    diagnostics.error(locator.at(0), "the file is UTF-16, not UTF-8", "save it as UTF-8");
    return false;
  }
  for (std::size_t i = 0; i < text.size();) {
    const report::Character c = report::character_at(text, i);
    if (!c.valid) {
      const auto byte = static_cast<std::uint32_t>(static_cast<unsigned char>(text[i]));
      diagnostics.error(locator.at(i), "the byte " + hexadecimal(byte, "0x%02X") + " is not UTF-8",
                        "save the file as UTF-8");
      return false;
    }
    const bool line_end = c.code == '\n' || (c.code == '\r' && i + 1 < text.size() && text[i + 1] == '\n');
    if (c.code == '\r' && !line_end) {
      diagnostics.error(locator.at(i), "a carriage return without a line feed",
                        "save the file with line ends of Unix or Windows");
      return false;
    }
    if ((c.code < 0x20 && c.code != '\t' && !line_end) || (c.code >= 0x7F && c.code < 0xA0)) {
      diagnostics.error(locator.at(i), "the text contains the control character " + hexadecimal(c.code, "U+%04X"),
                        "delete it; inside double quotes it can be written as an escape");
      return false;
    }
    i += c.size;
  }
  return true;
}

}  // namespace terrawright::config
