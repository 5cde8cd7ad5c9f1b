// SPDX-License-Identifier: Apache-2.0
// The inputs of a formula at the cells of a tile, by the names that they have in it.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "terrawright/stage.hpp"
#include "values.hpp"

namespace terrawright::shape::formula {

inline constexpr std::array<const char*, 6> names = {"a", "b", "c", "d", "mask", "level"};

using Connected = std::array<bool, names.size()>;

// Which inputs a program reads. Throws Problem where one of them is not connected.
inline Connected used_inputs(const Program& program, const Connected& connected) {
  Connected used{};
  for (const Instruction& i : program) {
    if (i.operation != Operation::variable) continue;
    used[i.index] = true;
    if (!connected[i.index]) throw Problem{i.at, std::string("nothing is connected to the input ") + names[i.index]};
  }
  return used;
}

struct Inputs {
  std::array<View<const float>, 4> fields;
  View<const std::uint8_t> mask;
  double level;

  // The first `count` values of a stretch that begins at (x, y); the rest is 0.
  void load(std::size_t index, std::int64_t x, std::int64_t y, std::size_t count, double* values) const {
    std::fill(values + count, values + stretch, 0.0);
    if (index < fields.size()) {
      std::copy_n(fields[index].row(y, x), count, values);
    } else if (index == 4) {
      std::copy_n(mask.row(y, x), count, values);
    } else {
      std::fill_n(values, count, level);
    }
  }
  // Of all variables that a program reads.
  std::vector<double> at(const Program& program, std::int64_t x, std::int64_t y) const {
    std::vector<double> values(names.size(), 0.0);
    std::array<double, stretch> cells{};
    for (const Instruction& i : program) {
      if (i.operation != Operation::variable) continue;
      load(i.index, x, y, 1, cells.data());
      values[i.index] = cells[0];
    }
    return values;
  }
};

}  // namespace terrawright::shape::formula
