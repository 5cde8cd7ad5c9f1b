// SPDX-License-Identifier: Apache-2.0
// Where a raster lies: longitude and latitude (WGS 84, EPSG:4326) as straight lines of column and row, which is how
// tables in degrees count too (terrawright/degrees.hpp), so that both lie on each other exactly.
#pragma once
#include <cstdint>
#include <optional>

#include "terrawright/writer.h"

namespace terrawright::encode {

// Degrees of longitude and latitude (WGS 84).
struct RasterPlace {
  double west = 0, north = 0;   // of the outer edges of the first column and row
  double across = 0, down = 0;  // of a cell, both above 0
};

// What says where a raster lies.
struct RasterOfWorld {
  std::int64_t width = 0, height = 0;  // of the world, in cells
  double metres_per_cell = 0;          // of the world
  double latitude = 0, longitude = 0;  // of its middle, in degrees
  terrawright_rect window{};           // the world's cells that the raster is of
  std::int64_t coarsen = 1;            // of them a side that are one of the raster
};

// Nothing where rows would lie beyond a pole or columns more than once around the globe: that is no place on a map.
std::optional<RasterPlace> place_of(const RasterOfWorld& raster);
std::optional<RasterPlace> place_of(const terrawright_delivery& delivery);

}  // namespace terrawright::encode
