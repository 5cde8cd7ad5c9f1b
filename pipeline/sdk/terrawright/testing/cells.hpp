// SPDX-License-Identifier: Apache-2.0
// terrawright/testing/cells.hpp: a cell of any layer, by its kind.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "terrawright/abi.h"

namespace terrawright {
inline namespace v1 {
namespace testing {
namespace detail {

// Bytes of a cell; 0: the kind is no layer.
inline std::size_t cell_bytes(std::uint32_t kind) {
  constexpr std::size_t bytes[] = {0, 4, 4, 4, 1, 2, 8, 8, 4};
  return kind < sizeof bytes / sizeof bytes[0] ? bytes[kind] : 0;
}
// Of a layer that has one number a cell.
inline double number_of(std::uint32_t kind, const unsigned char* cell) {
  const auto as = [&](auto value) {
    std::memcpy(&value, cell, sizeof value);
    return static_cast<double>(value);
  };
  switch (kind) {
    case TERRAWRIGHT_KIND_MASK:
      return as(std::uint8_t{});
    case TERRAWRIGHT_KIND_CLASS:
      return as(std::uint16_t{});
    case TERRAWRIGHT_KIND_COUNT:
      return as(std::int64_t{});
    default:
      return as(float{});
  }
}

}  // namespace detail
}  // namespace testing
}  // namespace v1
}  // namespace terrawright
