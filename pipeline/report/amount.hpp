// SPDX-License-Identifier: Apache-2.0
// Times and sizes as a person reads them.
#pragma once
#include <cstdint>
#include <string>

namespace terrawright::report {

// `number` as printf writes it.
std::string formatted(const char* format, double number);

// "0.31 s", "420 ms".
std::string seconds_text(double seconds);
// "36.2 MB".
std::string bytes_text(std::uint64_t bytes);
// With as few digits as say the same number.
std::string shortest(double number);

}  // namespace terrawright::report
