// SPDX-License-Identifier: Apache-2.0
// Inputs of a formula at the cells of a tile, by its names.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "names.hpp"
#include "terrawright/stage.hpp"
#include "values.hpp"

namespace terrawright::shape::formula {

using Connected = std::array<bool, n_inputs>;
using Reaches = std::array<std::int64_t, n_inputs>;  // cells to the farthest neighbour that is read

// Inputs that a program reads. Throws Problem where one of them is not connected.
inline Connected used_inputs(const Program& program, const Connected& connected) {
  Connected used{};
  for (const Instruction& i : program) {
    if (i.operation != Operation::variable || i.index >= n_inputs) continue;
    used[i.index] = true;
    if (!connected[i.index]) throw Problem{i.at, std::string("nothing is connected to the input ") + names[i.index]};
  }
  return used;
}

// If the world wraps, a neighbour once round is the cell itself.
inline void keep_within(Program& program, const World& world) {
  for (Instruction& i : program) {
    if (world.wraps_x()) i.right %= world.width();
    if (world.wraps_y()) i.down %= world.height();
  }
}

inline Reaches reaches_of(const Program& program) {
  Reaches reaches{};
  for (const Instruction& i : program) {
    if (i.operation != Operation::variable || i.index >= n_inputs) continue;
    reaches[i.index] = std::max({reaches[i.index], std::abs(i.right), std::abs(i.down)});
  }
  return reaches;
}

struct Inputs {
  std::array<View<const float>, n_fields> fields;
  View<const std::uint8_t> mask;
  double level, cell, side;    // side: of the world, from west to east in metres
  std::int64_t width, height;  // cells from the first of a side to where u and v are 1

  // The first `count` values of a stretch that begins at (x, y).
  void load(const Instruction& i, std::int64_t x, std::int64_t y, std::size_t count, double* values) const {
    if (i.index < n_fields) {
      copy(fields[i.index], x + i.right, y + i.down, count, values);
    } else if (i.index == mask_index) {
      copy(mask, x + i.right, y + i.down, count, values);
    } else if (i.index == x_index || i.index == u_index) {
      const bool metres = i.index == x_index;
      for (std::size_t k = 0; k < count; ++k) {
        const auto column = static_cast<double>(x + static_cast<std::int64_t>(k));
        values[k] = metres ? column * cell : column / static_cast<double>(width);
      }
    } else {
      const auto row = static_cast<double>(y);
      std::fill_n(values, count,
                  i.index == y_index       ? row * cell
                  : i.index == v_index     ? row / static_cast<double>(height)
                  : i.index == level_index ? level
                  : i.index == width_index ? side
                                           : cell);
    }
  }
  // Values that each instruction of a program reads, 0 if it reads nothing.
  std::vector<double> at(const Program& program, std::int64_t x, std::int64_t y) const {
    std::vector<double> values;
    for (const Instruction& i : program) {
      values.push_back(0);
      if (i.operation == Operation::variable) load(i, x, y, 1, &values.back());
    }
    return values;
  }

 private:
  // Beyond the window, which ends where the world does, its nearest cell.
  template <class Cell>
  static void copy(const View<const Cell>& from, std::int64_t x, std::int64_t y, std::size_t count, double* values) {
    const Rect& area = from.area();
    const std::int64_t row = std::clamp(y, area.y, area.y + area.height - 1), last = area.x + area.width - 1;
    if (x >= area.x && x + static_cast<std::int64_t>(count) - 1 <= last) {
      as_values(from.row(row, x), count, values);
      return;
    }
    for (std::size_t k = 0; k < count; ++k) {
      values[k] = static_cast<double>(from(std::clamp(x + static_cast<std::int64_t>(k), area.x, last), row));
    }
  }
};

}  // namespace terrawright::shape::formula
