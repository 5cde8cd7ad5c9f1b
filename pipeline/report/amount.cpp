// SPDX-License-Identifier: Apache-2.0
#include "report/amount.hpp"

#include <cstdio>

#include "terrawright/numbers.hpp"

namespace terrawright::report {

std::string formatted(const char* format, double number) {
  char text[400];
  std::snprintf(text, sizeof text, format, number);
  return text;
}

std::string seconds_text(double seconds) {
  return seconds < 1.0 ? formatted("%.0f ms", seconds * 1e3) : formatted("%.2f s", seconds);
}

std::string bytes_text(std::uint64_t count) {
  const auto bytes = static_cast<double>(count);
  if (bytes < 1e6) return formatted("%.1f kB", bytes / 1e3);
  return bytes < 1e9 ? formatted("%.1f MB", bytes / 1e6) : formatted("%.2f GB", bytes / 1e9);
}

std::string shortest(double number) { return number_text(number); }

std::string hex(const void* bytes, std::size_t size) {
  constexpr char digits[] = "0123456789abcdef";
  std::string text(2 * size, '0');
  char* to = text.data();
  for (const auto* byte = static_cast<const unsigned char*>(bytes); size > 0; ++byte, --size) {
    *to++ = digits[*byte >> 4];
    *to++ = digits[*byte & 15];
  }
  return text;
}

}  // namespace terrawright::report
