// SPDX-License-Identifier: Apache-2.0
#include "decimal.hpp"

#include <charconv>
#include <cmath>

#include "terrawright/numbers.hpp"

namespace terrawright::config {
namespace {

constexpr std::int64_t largest_exponent = 100000;

std::size_t digits_at(std::string_view text, std::size_t begin) {
  std::size_t end = begin;
  while (end < text.size() && text[end] >= '0' && text[end] <= '9') ++end;
  return end - begin;
}

void drop_leading_zeros(std::string& digits) { digits.erase(0, digits.find_first_not_of('0')); }

}  // namespace

void Decimal::multiply(std::uint32_t factor) {
  std::uint64_t carry = 0;
  for (std::size_t i = digits.size(); i-- > 0;) {
    carry += static_cast<std::uint64_t>(digits[i] - '0') * factor;
    digits[i] = static_cast<char>('0' + carry % 10);
    carry /= 10;
  }
  for (; carry > 0; carry /= 10) digits.insert(digits.begin(), static_cast<char>('0' + carry % 10));
}

void Decimal::divide(std::uint32_t divisor) {
  constexpr std::size_t places = 40;
  digits.append(places, '0');
  exponent -= static_cast<std::int64_t>(places);
  std::uint64_t rest = 0;
  for (char& digit : digits) {
    rest = rest * 10 + static_cast<std::uint64_t>(digit - '0');
    digit = static_cast<char>('0' + rest / divisor);
    rest %= divisor;
  }
  if (rest != 0) {
    digits += '1';
    --exponent;
  }
  drop_leading_zeros(digits);
}

void Decimal::round() {
  if (exponent >= 0) return;
  const std::uint64_t dropped = static_cast<std::uint64_t>(-exponent);
  exponent = 0;
  if (dropped > digits.size()) {
    digits.clear();
    return;
  }
  const std::size_t kept = digits.size() - static_cast<std::size_t>(dropped);
  const bool up = digits[kept] >= '5';
  digits.resize(kept);
  if (!up) return;
  std::size_t i = kept;
  while (i > 0 && digits[i - 1] == '9') digits[--i] = '0';
  if (i > 0) {
    ++digits[i - 1];
  } else {
    digits.insert(digits.begin(), '1');
  }
}

std::optional<double> Decimal::to_double() const {
  if (digits.empty()) return 0.0;
  const std::string text = (negative ? "-" : "") + digits + 'e' + std::to_string(exponent);
  double number = 0.0;
  const auto result = read_number(text.data(), text.data() + text.size(), number);
  if (result.ec != std::errc() || !std::isfinite(number)) return std::nullopt;
  return number;
}

std::optional<std::int64_t> Decimal::to_integer() const {
  if (digits.empty()) return 0;
  std::string whole = digits;
  std::int64_t zeros = exponent;
  for (; zeros < 0 && whole.back() == '0'; ++zeros) whole.pop_back();
  if (zeros < 0 || zeros > 20) return std::nullopt;
  whole.append(static_cast<std::size_t>(zeros), '0');
  if (negative) whole.insert(whole.begin(), '-');
  std::int64_t number = 0;
  const auto result = std::from_chars(whole.data(), whole.data() + whole.size(), number);
  if (result.ec != std::errc()) return std::nullopt;
  return number;
}

Scanned scan_decimal(std::string_view text) {
  Scanned scanned;
  std::size_t i = 0;
  if (i < text.size() && text[i] == '-') scanned.number.negative = true, ++i;
  const std::size_t whole = digits_at(text, i);
  if (whole == 0) return scanned;
  scanned.leading_zero = whole > 1 && text[i] == '0';
  scanned.number.digits = text.substr(i, whole);
  i += whole;
  if (i + 1 < text.size() && text[i] == '.') {
    const std::size_t places = digits_at(text, i + 1);
    scanned.number.digits += text.substr(i + 1, places);
    scanned.number.exponent = -static_cast<std::int64_t>(places);
    if (places > 0) i += 1 + places;
  }
  if (i + 1 < text.size() && (text[i] == 'e' || text[i] == 'E')) {
    const bool down = text[i + 1] == '-';
    const std::size_t begin = i + 1 + (down || text[i + 1] == '+' ? 1 : 0);
    const std::size_t size = digits_at(text, begin);
    std::int64_t exponent = 0;
    for (std::size_t k = begin; k < begin + size && exponent < largest_exponent; ++k)
      exponent = exponent * 10 + (text[k] - '0');
    if (size > 0) {
      scanned.number.exponent += down ? -exponent : exponent;
      i = begin + size;
    }
  }
  drop_leading_zeros(scanned.number.digits);
  if (scanned.number.digits.empty()) scanned.number = Decimal{};
  scanned.size = i;
  return scanned;
}

}  // namespace terrawright::config
