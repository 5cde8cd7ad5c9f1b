// SPDX-License-Identifier: Apache-2.0
// neighbours.hpp: the eight neighbours of a cell, in the order that decides ties.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>

namespace terrawright::erosion {

enum Direction : std::uint8_t { east, north, west, south, north_east, north_west, south_west, south_east };
constexpr std::uint8_t n_directions = 8;
// The direction of a cell that hands its water to no other.
constexpr std::uint8_t nowhere = 255;

constexpr double root_of_two = 1.4142135623730951, root_of_a_half = 0.70710678118654746;

// Distance between the two cells, in cells.
constexpr double length_of(std::uint8_t direction) { return direction < north_east ? 1.0 : root_of_two; }

// A raster of rows, one behind the other.
struct Raster {
  Raster(std::size_t wide, std::size_t high) : width(wide), height(high) {
    const std::size_t back = 0, up = back - wide, left = back - 1;  // wraps round
    offset = {1, up, left, wide, up + 1, up + left, wide + left, wide + 1};
  }
  std::size_t cells() const { return width * height; }
  // From a cell to the one above it, and below.
  std::ptrdiff_t up() const { return -static_cast<std::ptrdiff_t>(width); }
  std::ptrdiff_t down() const { return static_cast<std::ptrdiff_t>(width); }
  bool on_border(std::size_t cell) const {
    const std::size_t x = cell % width, y = cell / width;
    return x == 0 || y == 0 || x + 1 == width || y + 1 == height;
  }
  // The cell beside an inner one.
  std::size_t beside(std::size_t cell, std::uint8_t direction) const { return cell + offset[direction]; }
  // body(neighbour) for each neighbour, of a cell of the border too.
  template <class Body>
  void each_beside(std::size_t cell, Body body) const {
    const std::size_t x = cell % width, y = cell / width;
    for (std::uint8_t d = 0; d < n_directions; ++d) {
      const bool to_east = d == east || d == north_east || d == south_east;
      const bool to_west = d == west || d == north_west || d == south_west;
      const bool to_north = d == north || d == north_east || d == north_west;
      const bool to_south = d == south || d == south_west || d == south_east;
      if ((to_east && x + 1 == width) || (to_west && x == 0)) continue;
      if ((to_south && y + 1 == height) || (to_north && y == 0)) continue;
      body(beside(cell, d));
    }
  }

  std::size_t width, height;
  std::array<std::size_t, n_directions> offset;
};

}  // namespace terrawright::erosion
