// SPDX-License-Identifier: Apache-2.0
// Position of a raster: longitude and latitude (WGS 84, EPSG:4326) as straight lines of column and row. Tables in
// degrees use the same (terrawright/degrees.hpp), so that both match exactly.
#pragma once
#include <optional>

#include "terrawright/writer.h"

namespace terrawright::encode {

// Degrees of longitude and latitude (WGS 84).
struct RasterPlace {
  double west = 0, north = 0;   // of the outer edges of the first column and row
  double across = 0, down = 0;  // of a cell, both above 0
};

// Nothing where rows would lie beyond a pole or columns more than once around the globe: that is no place on a map.
std::optional<RasterPlace> place_of(const terrawright_delivery& delivery);

}  // namespace terrawright::encode
