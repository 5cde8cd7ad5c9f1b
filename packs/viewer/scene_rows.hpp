// SPDX-License-Identifier: Apache-2.0
// The cells of a layer that a view shows, row by row.
#pragma once
#include <vector>

#include "border/kind.hpp"
#include "engine/layer_rows.hpp"
#include "packs/viewer/scene.hpp"
#include "terrawright/kinds.hpp"

namespace terrawright::images {

template <class Cell>
class SceneRows {
 public:
  SceneRows(const engine::Layer& layer, const SceneGrid& grid)
      : rows_(layer), grid_(grid), cells_(static_cast<std::size_t>(layer.facts().width)) {}

  // Row j of the grid, until the next call.
  const Cell* row(std::int64_t j) {
    rows_.read(j * grid_.every, 1, cells_.data());
    if (grid_.every == 1) return cells_.data();
    for (std::int64_t i = 0; i < grid_.width; ++i)
      cells_[static_cast<std::size_t>(i)] = cells_[static_cast<std::size_t>(i * grid_.every)];
    return cells_.data();
  }

 private:
  engine::LayerRows rows_;
  const SceneGrid grid_;
  std::vector<Cell> cells_;
};

}  // namespace terrawright::images
