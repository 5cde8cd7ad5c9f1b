// SPDX-License-Identifier: Apache-2.0
// chance.hpp: words from places, so that each sign of a sheet is a little unlike the others, and the same every time.
#pragma once
#include <cstdint>

#include "terrawright/random.h"

namespace terrawright::map {

inline std::uint64_t word_of(std::uint64_t a, std::uint64_t b) {
  return terrawright_mix64(a * 0x9e3779b97f4a7c15u ^ (b + 0x165667b19e3779f9u) * 0xc2b2ae3d27d4eb4fu);
}
inline std::uint64_t word_at_place(std::int64_t x, std::int64_t y) {
  return word_of(static_cast<std::uint64_t>(x), static_cast<std::uint64_t>(y));
}
// -1 .. 1, the n-th of a word.
inline double part_of(std::uint64_t word, std::uint64_t n) {
  return static_cast<double>(static_cast<std::int64_t>(word_of(word, n) >> 40)) / 8388607.5 - 1.0;
}
// 0 .. count - 1, the n-th of a word.
inline std::size_t choice_of(std::uint64_t word, std::uint64_t n, std::size_t count) {
  return static_cast<std::size_t>((word_of(word, n) >> 33) % count);
}

}  // namespace terrawright::map
