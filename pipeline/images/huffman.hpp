// SPDX-License-Identifier: Apache-2.0
// Canonical Huffman codes of limited length, as deflate wants them (RFC 1951, 3.2.2).
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

namespace terrawright::images {

struct Code {
  std::uint32_t bits = 0;    // the code, its first bit lowest
  std::uint32_t length = 0;  // 0: the symbol does not occur
};

// One code per frequency, none longer than `longest` bits. Fewer than 2^longest symbols may occur. A symbol that
// occurs alone has one bit.
std::vector<Code> huffman(const std::vector<std::uint32_t>& frequencies, std::uint32_t longest);

}  // namespace terrawright::images
