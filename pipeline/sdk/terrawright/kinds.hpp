// SPDX-License-Identifier: Apache-2.0
// terrawright/kinds.hpp: the kinds of layers as C++ types, and the ports of a stage as members.
#pragma once
#include <cstdint>

#include "abi.h"

// For code that runs once for a stage or a build: small code that compiles fast, not fast code.
#if defined(__clang__)
#define TERRAWRIGHT_COLD __attribute__((cold, minsize))
#elif defined(__GNUC__)
#define TERRAWRIGHT_COLD __attribute__((cold))
#else
#define TERRAWRIGHT_COLD
#endif

namespace terrawright {
inline namespace v1 {

struct Vector2 {
  float x, y;  // to the right, down
};
struct Colour {
  std::uint8_t red, green, blue, alpha;
};
// Opaque, as a config writes it: rgb(0x2f6d9e) is "#2f6d9e".
constexpr Colour rgb(std::uint32_t digits) {
  return {static_cast<std::uint8_t>(digits >> 16 & 255), static_cast<std::uint8_t>(digits >> 8 & 255),
          static_cast<std::uint8_t>(digits & 255), 255};
}

constexpr std::uint64_t set_of(std::uint32_t kind) { return std::uint64_t{1} << kind; }

// Heights in unit "1" before metres, or in "m".
struct Height {
  using Cell = float;
  static constexpr std::uint64_t kinds = set_of(TERRAWRIGHT_KIND_HEIGHT);
};
struct Scalar {
  using Cell = float;
  static constexpr std::uint64_t kinds = set_of(TERRAWRIGHT_KIND_SCALAR);
};
// 0..1.
struct Weight {
  using Cell = float;
  static constexpr std::uint64_t kinds = set_of(TERRAWRIGHT_KIND_WEIGHT);
};
// 0 or 1.
struct Mask {
  using Cell = std::uint8_t;
  static constexpr std::uint64_t kinds = set_of(TERRAWRIGHT_KIND_MASK);
};
// Codes with a legend.
struct Class {
  using Cell = std::uint16_t;
  static constexpr std::uint64_t kinds = set_of(TERRAWRIGHT_KIND_CLASS);
};
struct Count {
  using Cell = std::int64_t;
  static constexpr std::uint64_t kinds = set_of(TERRAWRIGHT_KIND_COUNT);
};
struct Vector {
  using Cell = Vector2;
  static constexpr std::uint64_t kinds = set_of(TERRAWRIGHT_KIND_VECTOR);
};
struct Picture {
  using Cell = Colour;
  static constexpr std::uint64_t kinds = set_of(TERRAWRIGHT_KIND_COLOUR);
};
// Any of the kinds that are one float a cell.
struct Field {
  using Cell = float;
  static constexpr std::uint64_t kinds = Height::kinds | Scalar::kinds | Weight::kinds;
};
// A single value that comes out of resolve: no layer.
struct Number {
  static constexpr std::uint64_t kinds = set_of(TERRAWRIGHT_KIND_NUMBER);
};
// A Blob that comes out of resolve: no layer. For what a family shares among its stages in more than float32,
// on a grid of its own. The port's unit names the form, so that only readers of that form connect.
struct Grid {
  static constexpr std::uint64_t kinds = set_of(TERRAWRIGHT_KIND_GRID);
};

// UTF-8 that comes out of resolve: no layer. An output only, for a file or a terminal.
struct Text {
  static constexpr std::uint64_t kinds = set_of(TERRAWRIGHT_KIND_TEXT);
};

namespace detail {

// Number of ports that this thread has made: a stage's members are counted, so that one that `describe` forgot is
// found.
TERRAWRIGHT_HIDDEN inline std::uint32_t& ports_made() {
  static thread_local std::uint32_t count = 0;
  return count;
}

struct Port {
  Port() { ++ports_made(); }
  std::uint32_t port = UINT32_MAX;  // its place in the description
};

}  // namespace detail

// A port is a member of its stage. It holds its place only; cells are reached through a Tile.
template <class Kind>
struct In : detail::Port {};
template <class Kind>
struct Out : detail::Port {};

}  // namespace v1
}  // namespace terrawright
