// SPDX-License-Identifier: Apache-2.0
// The cells of a layer that a view shows, row by row.
#pragma once
#include <vector>

#include "packs/viewer/scene/html/scene.hpp"
#include "terrawright/writer.hpp"

namespace terrawright::scene {

template <class Cell>
class SceneRows {
 public:
  SceneRows(const SceneItem& of, const SceneGrid& grid)
      : of_(of), grid_(grid), cells_(static_cast<std::size_t>(of.facts().width)) {}

  // Row j of the grid, until the next call. Throws Stopped.
  const Cell* row(std::int64_t j) {
    of_.writing.go_on();
    const std::int64_t width = of_.facts().width;
    of_.writing.read(of_.item, {0, j * grid_.every, width, 1}, cells_.data(), width);
    if (grid_.every == 1) return cells_.data();
    for (std::int64_t i = 0; i < grid_.width; ++i)
      cells_[static_cast<std::size_t>(i)] = cells_[static_cast<std::size_t>(i * grid_.every)];
    return cells_.data();
  }

 private:
  const SceneItem of_;
  const SceneGrid grid_;
  std::vector<Cell> cells_;
};

}  // namespace terrawright::scene
