// SPDX-License-Identifier: Apache-2.0
// terrawright/cells.hpp: what a kind is called, and what a cell of a layer is, by its kind.
#pragma once
#include <cstdint>
#include <cstring>

#include "abi.h"

namespace terrawright {
inline namespace v1 {

// "height", "scalar" ...
constexpr const char* kind_name(std::uint32_t kind) {
  constexpr const char* names[] = {"nothing", "height", "scalar", "weight", "mask", "class", "count",
                                   "vector",  "colour", "number", "grid",   "text", "table"};  // in the order of abi.h
  return kind < sizeof names / sizeof names[0] ? names[kind] : "unknown";
}
// The first kind of a set; 0: it is empty.
constexpr std::uint32_t first_kind(std::uint64_t kinds) {
  std::uint32_t kind = 0;
  while (kind <= TERRAWRIGHT_KIND_TABLE && !(kinds >> kind & 1)) ++kind;
  return kind <= TERRAWRIGHT_KIND_TABLE ? kind : 0;
}
// Bytes of a cell; 0: the kind is no layer.
constexpr std::uint32_t cell_bytes(std::uint32_t kind) {
  constexpr std::uint32_t bytes[] = {0, 4, 4, 4, 1, 2, 8, 8, 4};  // in the order of abi.h
  return kind < sizeof bytes / sizeof bytes[0] ? bytes[kind] : 0;
}
// Numbers of a cell, and their type as NumPy writes it.
constexpr std::uint32_t cell_numbers(std::uint32_t kind) {
  return kind == TERRAWRIGHT_KIND_VECTOR ? 2 : kind == TERRAWRIGHT_KIND_COLOUR ? 4 : 1;
}
constexpr const char* number_type(std::uint32_t kind) {
  constexpr const char* types[] = {"", "<f4", "<f4", "<f4", "|u1", "<u2", "<i8", "<f4", "|u1"};
  return kind < sizeof types / sizeof types[0] ? types[kind] : "";
}
// Value of a cell in a layer with one number a cell.
inline double cell_number(std::uint32_t kind, const unsigned char* cell) {
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

}  // namespace v1
}  // namespace terrawright
