// SPDX-License-Identifier: Apache-2.0
// The sheet under the labels: where none may stand, and what they would cover.
#pragma once
#include <cstdint>
#include <vector>

#include "box_grid.hpp"

namespace terrawright::map::labels {

// What lies under boxes: shares in thousandths.
struct Covered {
  std::int32_t land, lake, ink;
};

class Ground {
 public:
  explicit Ground(const LabelInput& input);

  // All of them inside the frame, and none on marks or furniture.
  bool allows(const std::vector<LabelBox>& boxes) const;
  Covered under(const std::vector<LabelBox>& boxes) const;
  bool inside_frame(PaperPoint p) const;

 private:
  const LabelInput& input_;
  PaperBox inside_;
  BoxGrid forbidden_;
};

// The value of a raster at a place on the paper.
inline std::uint8_t value_at(const PaperRaster& raster, std::int32_t x, std::int32_t y) {
  const std::int32_t dx = x - raster.x, dy = y - raster.y;
  if (dx < 0 || dy < 0) return raster.beyond;
  const std::int32_t column = dx / raster.cell, row = dy / raster.cell;
  if (column >= raster.columns || row >= raster.rows) return raster.beyond;
  return raster.values[static_cast<std::size_t>(row) * static_cast<std::size_t>(raster.columns) +
                       static_cast<std::size_t>(column)];
}

}  // namespace terrawright::map::labels
