// SPDX-License-Identifier: Apache-2.0
// thinned.hpp: an axis of which only the middle cell of each block of cells is shown.
#pragma once
#include <algorithm>
#include <cstdint>

namespace terrawright::view {

struct Thinned {
  std::int64_t cells = 0, block = 1;

  // Number of shown ones.
  std::int64_t count() const { return (cells + block - 1) / block; }
  // The cell that is shown at place i.
  std::int64_t cell(std::int64_t i) const { return std::min(i * block + block / 2, cells - 1); }
  // The first place that shows cell `from` or a later one.
  std::int64_t place(std::int64_t from) const {
    std::int64_t i = std::max<std::int64_t>(from / block - 1, 0);
    while (i < count() && cell(i) < from) ++i;
    return i;
  }
};

}  // namespace terrawright::view
