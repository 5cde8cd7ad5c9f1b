// SPDX-License-Identifier: Apache-2.0
// Numbers as the digits they are written in, so that changing a unit loses nothing.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace terrawright::config {

// (-1)^negative * digits * 10^exponent. No leading zeros; no digits is zero.
struct Decimal {
  bool negative = false;
  std::string digits;
  std::int64_t exponent = 0;

  void multiply(std::uint32_t factor);
  // To 40 places more; a remainder leaves a digit that keeps the rounding right.
  void divide(std::uint32_t divisor);
  // To a whole number, halves away from zero.
  void round();
  // Correctly rounded; nothing where it is beyond a double's range, at either end.
  std::optional<double> to_double() const;
  // Nothing where it is not whole or beyond 64 bits.
  std::optional<std::int64_t> to_integer() const;
};

struct Scanned {
  Decimal number;
  std::size_t size = 0;       // bytes of the number, 0: none begins here
  bool leading_zero = false;  // as 010
};

// The longest [-]digits[.digits][e[+-]digits] that `text` begins with.
Scanned scan_decimal(std::string_view text);

}  // namespace terrawright::config
