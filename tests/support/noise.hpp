// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <cstdint>

namespace terrawright::test {

// Some value per cell, the same everywhere: 0 .. 2^24 - 1.
inline std::uint32_t noise(std::size_t i) {
  std::uint64_t z = (static_cast<std::uint64_t>(i) + 1) * 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  return static_cast<std::uint32_t>(z >> 40);
}

}  // namespace terrawright::test
