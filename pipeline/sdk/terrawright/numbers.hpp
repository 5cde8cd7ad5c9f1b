// SPDX-License-Identifier: Apache-2.0
// Texts to floating-point numbers and back, with the bits of std::from_chars and std::to_chars also where the C++
// library has none of them (libc++ before 20). Results decide pixels and keys. The locale decides nothing.
#pragma once
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <string>
#include <system_error>
#include <type_traits>

namespace terrawright {
namespace portable {

inline float nearest(const char* text, float) { return std::strtof(text, nullptr); }
inline double nearest(const char* text, double) { return std::strtod(text, nullptr); }

inline bool is_digit(char c) { return c >= '0' && c <= '9'; }

inline std::from_chars_result read_number(const char* begin, const char* end, double& number) {
  const char* at = begin;
  const bool is_negative = at != end && *at == '-';
  if (is_negative) ++at;
  for (const char* word : {"infinity", "inf", "nan"}) {
    const char* letter = at;
    for (; *word != 0 && letter != end && (*letter | 0x20) == *word; ++word) ++letter;
    if (*word != 0) continue;
    number = word[-1] == 'n' ? std::numeric_limits<double>::quiet_NaN() : std::numeric_limits<double>::infinity();
    if (is_negative) number = -number;
    return {letter, std::errc()};
  }
  // Digits without a point, whose sign depends on the locale.
  std::string plain = is_negative ? "-" : "";
  long long exponent = 0;
  bool has_digits = false, is_zero = true, is_behind = false;
  for (; at != end && (is_digit(*at) || (*at == '.' && !is_behind)); ++at) {
    if (*at == '.') {
      is_behind = true;
      continue;
    }
    has_digits = true;
    is_zero = is_zero && *at == '0';
    plain += *at;
    exponent -= is_behind ? 1 : 0;
  }
  if (!has_digits) return {begin, std::errc::invalid_argument};
  if (at != end && (*at == 'e' || *at == 'E')) {
    const char* digit = at + 1;
    const bool is_below = digit != end && *digit == '-';
    if (digit != end && (*digit == '-' || *digit == '+')) ++digit;
    long long more = 0;
    const char* const first = digit;
    for (; digit != end && is_digit(*digit); ++digit) more = more > 1000000 ? more : more * 10 + (*digit - '0');
    if (digit != first) {
      exponent += is_below ? -more : more;
      at = digit;
    }
  }
  const double found = std::strtod((plain + "e" + std::to_string(exponent)).c_str(), nullptr);
  if (!is_zero &&
      (found == 0 || found > std::numeric_limits<double>::max() || found < -std::numeric_limits<double>::max()))
    return {at, std::errc::result_out_of_range};
  number = found;
  return {at, std::errc()};
}

// The fewest digits that read back as the number, of those the nearest; `exponent` is that of the first one.
template <class Number>
std::string digits_of(Number number, int& exponent) {
  using Limits = std::numeric_limits<Number>;
  const bool is_subnormal = number < Limits::min();
  for (int count = is_subnormal ? 1 : Limits::digits10;; ++count) {
    char text[64];
    std::snprintf(text, sizeof text, "%.*e", count - 1, static_cast<double>(number));
    const char* const e = std::strchr(text, 'e');
    std::string digits;
    for (const char* c = text; c != e; ++c) {
      if (is_digit(*c)) digits += *c;
    }
    exponent = std::atoi(e + 1);
    const auto reads_back = [&] {
      return nearest((digits + "e" + std::to_string(exponent + 1 - count)).c_str(), number) == number;
    };
    bool is_found = reads_back() || count == Limits::max_digits10;
    if (!is_found && digits.back() != '9') {  // below a power of two numbers are closer
      ++digits.back();
      is_found = reads_back();
    }
    if (!is_found) continue;
    while (digits.size() > 1 && digits.back() == '0') digits.pop_back();
    return digits;
  }
}

inline std::to_chars_result put(char* begin, char* end, const std::string& text) {
  if (static_cast<std::size_t>(end - begin) < text.size()) return {end, std::errc::value_too_large};
  return {std::copy(text.begin(), text.end(), begin), std::errc()};
}

inline std::to_chars_result write_fixed(char* begin, char* end, double number, int places) {
  char text[512];
  const auto size = static_cast<std::size_t>(std::snprintf(text, sizeof text, "%.*f", places, number));
  if (places > 0 && number - number == 0) text[size - static_cast<std::size_t>(places) - 1] = '.';
  return put(begin, end, {text, size});
}

template <class Number>
std::to_chars_result write_number(char* begin, char* end, Number number, bool is_fixed = false) {
  std::string text;
  if (std::signbit(number)) {
    text = "-";
    number = -number;
  }
  if (number != number) return put(begin, end, text + "nan");
  if (number == 0) return put(begin, end, text + "0");
  if (number > std::numeric_limits<Number>::max()) return put(begin, end, text + "inf");
  int exponent = 0;
  const std::string digits = digits_of(number, exponent);
  const int count = static_cast<int>(digits.size()), size_of_exponent = exponent > 99 || exponent < -99 ? 5 : 4;
  const int size = exponent < 0 ? count - exponent + 1 : exponent + 1 >= count ? exponent + 1 : count + 1;
  if (is_fixed || size <= count + (count > 1 ? 1 : 0) + size_of_exponent) {
    if (exponent < 0) {
      text += "0." + std::string(static_cast<std::size_t>(-exponent) - 1, '0') + digits;
    } else if (exponent + 1 < count) {
      const auto whole = static_cast<std::size_t>(exponent) + 1;
      text += digits.substr(0, whole) + "." + digits.substr(whole);
    } else {
      char whole[400];  // all digits of a whole number, also those that are not needed
      std::snprintf(whole, sizeof whole, "%.0f", static_cast<double>(number));
      text += whole;
    }
  } else {
    text += digits.substr(0, 1);
    if (count > 1) text += "." + digits.substr(1);
    const std::string power = std::to_string(exponent < 0 ? -exponent : exponent);
    text += (exponent < 0 ? "e-" : "e+") + std::string(power.size() < 2 ? "0" : "") + power;
  }
  return put(begin, end, text);
}

}  // namespace portable

#if defined(__cpp_lib_to_chars)
inline std::from_chars_result read_number(const char* begin, const char* end, double& number) {
  return std::from_chars(begin, end, number);
}
// The shortest text that reads back as the same number.
template <class Number>
std::to_chars_result write_number(char* begin, char* end, Number number) {
  return std::to_chars(begin, end, number);
}
// The same without an exponent.
inline std::to_chars_result write_fixed(char* begin, char* end, double number) {
  return std::to_chars(begin, end, number, std::chars_format::fixed);
}
inline std::to_chars_result write_fixed(char* begin, char* end, double number, int places) {
  return std::to_chars(begin, end, number, std::chars_format::fixed, places);
}
#else
using portable::read_number, portable::write_fixed;
template <class Number>
std::to_chars_result write_number(char* begin, char* end, Number number) {
  if constexpr (std::is_integral_v<Number>) {
    return std::to_chars(begin, end, number);
  } else {
    return portable::write_number(begin, end, number);
  }
}
inline std::to_chars_result write_fixed(char* begin, char* end, double number) {
  return portable::write_number(begin, end, number, true);
}
#endif

template <class Whole, class = std::enable_if_t<std::is_integral_v<Whole>>>
std::from_chars_result read_number(const char* begin, const char* end, Whole& number) {
  return std::from_chars(begin, end, number);
}

template <class Number>
std::string number_text(Number number) {
  char text[64];
  return {text, write_number(text, text + sizeof text, number).ptr};
}

}  // namespace terrawright
