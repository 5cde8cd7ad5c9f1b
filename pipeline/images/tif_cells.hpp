// SPDX-License-Identifier: Apache-2.0
// How cells stand in a TIFF, and what one pixel of an overview makes of many of them.
#pragma once
#include "images/image_library.hpp"
#include "images/writers.hpp"

namespace terrawright::images {

//   height, scalar, weight   float32; an overview has means
//   vector                   float32 x and y; means
//   count                    float64, exact up to 2^53; means
//   mask                     uint8, 0 and 1; of a block the cell in its middle, as no other value is one
//   class                    the codes, uint8 where all of them are below 256, else uint16, with the legend's colours
//   as
//                            the palette; the cell in the middle
//   colour                   uint8 red, green, blue and alpha; means of what is seen
struct TifCells {
  Stored stored = Stored::float32;
  int channels = 1;
  bool colours = false;
  std::vector<std::uint16_t> palette{};
};
TifCells tif_cells_of(const MadePicture& from);
// The most that a pixel of this kind takes.
std::int64_t tif_pixel_bytes(std::uint32_t kind);

// Rows of `width` cells as the file has them, `rows` of them for factor 1; for others one row of blocks of that side.
class TifRows {
 public:
  TifRows(const TifCells& cells, std::uint32_t kind) : cells_(cells), kind_(kind) {}
  void row(const void* from, std::int64_t width, std::int64_t rows, std::int64_t factor, void* to) const;

 private:
  TifCells cells_;
  std::uint32_t kind_;
};

}  // namespace terrawright::images
