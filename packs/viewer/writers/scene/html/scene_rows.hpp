// SPDX-License-Identifier: Apache-2.0
// The cells of a layer that a view shows, some rows at a time.
#pragma once
#include <algorithm>
#include <vector>

#include "packs/viewer/writers/scene/html/scene.hpp"
#include "terrawright/writer.hpp"

namespace terrawright::scene {

template <class Cell>
class SceneRows {
 public:
  SceneRows(const SceneItem& of, const SceneGrid& grid) : of_(of), grid_(grid) {}

  // So many rows of the grid from row j on, one after the other, until the next call. Throws Stopped.
  const Cell* rows(std::int64_t j, std::int64_t count) {
    of_.writing.go_on();
    const std::int64_t width = of_.facts().width;
    cells_.resize(static_cast<std::size_t>(count * grid_.width));
    if (grid_.every == 1) {
      of_.writing.read(of_.item, {0, j, width, count}, cells_.data(), width);
      return cells_.data();
    }
    row_.resize(static_cast<std::size_t>(width));
    Cell* to = cells_.data();
    for (std::int64_t k = 0; k < count; ++k) {
      of_.writing.read(of_.item, {0, (j + k) * grid_.every, width, 1}, row_.data(), width);
      for (std::int64_t i = 0; i < grid_.width; ++i) *to++ = row_[static_cast<std::size_t>(i * grid_.every)];
    }
    return cells_.data();
  }

  // Best number of rows to read at once.
  std::int64_t usual() const {
    constexpr std::int64_t bytes = 1 << 21;
    return std::max<std::int64_t>(1, bytes / (grid_.width * static_cast<std::int64_t>(sizeof(Cell))));
  }

 private:
  const SceneItem of_;
  const SceneGrid grid_;
  std::vector<Cell> cells_, row_;
};

}  // namespace terrawright::scene
