// SPDX-License-Identifier: Apache-2.0
// The sheet under the labels: where none may stand, and what they would cover.
#pragma once
#include <cstdint>
#include <vector>

#include "label_box.hpp"

namespace terrawright::map::labels {

// Content under boxes: shares in thousandths.
struct Covered {
  std::int32_t land, lake, ink;
  // Where only names of lakes stand.
  bool on_lake() const { return lake > 0; }
};

// The values of a raster at places on the paper, without a division each.
class RasterValues {
 public:
  explicit RasterValues(const PaperRaster& raster)
      : raster_(raster),
        inverse_(((std::uint64_t{1} << 32) + static_cast<std::uint64_t>(raster.cell) - 1) /
                 static_cast<std::uint64_t>(raster.cell)) {}
  std::uint8_t at(std::int32_t x, std::int32_t y) const {
    if (x < raster_.x || y < raster_.y) return raster_.beyond;
    const std::uint64_t column = cells(x - raster_.x), row = cells(y - raster_.y);
    const auto columns = static_cast<std::uint64_t>(raster_.columns);
    if (column >= columns || row >= static_cast<std::uint64_t>(raster_.rows)) return raster_.beyond;
    return raster_.values[row * columns + column];
  }

 private:
  // Whole cells: exact while a sheet is less than 2^32 hundredths of a millimetre over the cell.
  std::uint64_t cells(std::int32_t distance) const { return static_cast<std::uint64_t>(distance) * inverse_ >> 32; }
  const PaperRaster& raster_;
  std::uint64_t inverse_;
};

class Ground {
 public:
  explicit Ground(const LabelInput& input);

  // All of them inside the frame, and none on marks or furniture.
  bool allows(const std::vector<LabelBox>& boxes) const;
  Covered under(const std::vector<LabelBox>& boxes) const;
  bool inside_frame(PaperPoint p) const;
  bool is_lake(PaperPoint p) const { return lakes_.at(p.x, p.y) != 0; }

 private:
  PaperBox frame_, inside_;
  RasterValues land_, lakes_, ink_;
  BoxGrid forbidden_;
};

}  // namespace terrawright::map::labels
