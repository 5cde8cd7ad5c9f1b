// SPDX-License-Identifier: Apache-2.0
// terrawright/kinds.hpp: the kinds of layers as C++ types, and the ports of a stage as members.
#pragma once
#include <cstdint>

#include "abi.h"

namespace terrawright {

struct Vector2 {
  float x, y;  // to the right, down
};
struct Colour {
  std::uint8_t red, green, blue, alpha;
};

constexpr std::uint32_t set_of(std::uint32_t kind) { return 1u << kind; }

// Heights in unit "1" before metres, or in "m".
struct Height {
  using Cell = float;
  static constexpr std::uint32_t kinds = set_of(TERRAWRIGHT_HEIGHT);
};
struct Scalar {
  using Cell = float;
  static constexpr std::uint32_t kinds = set_of(TERRAWRIGHT_SCALAR);
};
// 0..1.
struct Weight {
  using Cell = float;
  static constexpr std::uint32_t kinds = set_of(TERRAWRIGHT_WEIGHT);
};
// 0 or 1.
struct Mask {
  using Cell = std::uint8_t;
  static constexpr std::uint32_t kinds = set_of(TERRAWRIGHT_MASK);
};
// Codes with a legend.
struct Class {
  using Cell = std::uint16_t;
  static constexpr std::uint32_t kinds = set_of(TERRAWRIGHT_CLASS);
};
struct Count {
  using Cell = std::int64_t;
  static constexpr std::uint32_t kinds = set_of(TERRAWRIGHT_COUNT);
};
struct Vector {
  using Cell = Vector2;
  static constexpr std::uint32_t kinds = set_of(TERRAWRIGHT_VECTOR);
};
struct Picture {
  using Cell = Colour;
  static constexpr std::uint32_t kinds = set_of(TERRAWRIGHT_COLOUR);
};
// Any of the kinds that are one float a cell.
struct Field {
  using Cell = float;
  static constexpr std::uint32_t kinds = Height::kinds | Scalar::kinds | Weight::kinds;
};
// A single value that comes out of resolve: no layer.
struct Number {
  static constexpr std::uint32_t kinds = set_of(TERRAWRIGHT_NUMBER);
};
// A Blob that comes out of resolve: no layer. For what a family shares among its stages in more than float32,
// on a grid of its own. The port's unit names the form, so that only readers of that form connect.
struct Grid {
  static constexpr std::uint32_t kinds = set_of(TERRAWRIGHT_GRID);
};

// UTF-8 that comes out of resolve: no layer. An output only, for a file or a terminal.
struct Text {
  static constexpr std::uint32_t kinds = set_of(TERRAWRIGHT_PLAIN_TEXT);
};

// A port is a member of its stage. It holds its place only; cells are reached through a Tile.
template <class Kind>
struct In {
  std::uint32_t port = 0;
};
template <class Kind>
struct Out {
  std::uint32_t port = 0;
};

}  // namespace terrawright
