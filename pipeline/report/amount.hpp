// SPDX-License-Identifier: Apache-2.0
// Numbers as text: times and sizes as a person reads them, digits of bytes.
#pragma once
#include <cstddef>
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
// Two hexadecimal digits a byte, a to f in lower case.
std::string hex(const void* bytes, std::size_t size);

}  // namespace terrawright::report
