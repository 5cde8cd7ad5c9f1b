// SPDX-License-Identifier: Apache-2.0
// How cells stand in a TIFF.
#pragma once
#include "images/encoder.hpp"
#include "images/writers.hpp"

namespace terrawright::images {

//   height, scalar, weight   float32
//   vector                   float32 x and y
//   count                    float64, exact up to 2^53
//   mask                     uint8, 0 and 1
//   class                    the codes, uint8 where all of them are below 256, else uint16, with the legend's colours
//                            as the palette
//   colour                   uint8 red, green, blue and alpha
struct TifCells {
  Stored stored = Stored::float32;
  int channels = 1;
  bool colours = false;
  std::vector<std::uint16_t> palette{};
};
TifCells tif_cells_of(const MadePicture& from);

// Rows of `width` cells as the file has them.
class TifRows {
 public:
  TifRows(const TifCells& cells, std::uint32_t kind) : cells_(cells), kind_(kind) {}
  void row(const void* from, std::int64_t width, void* to) const;

 private:
  TifCells cells_;
  std::uint32_t kind_;
};

}  // namespace terrawright::images
