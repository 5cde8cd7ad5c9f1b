// SPDX-License-Identifier: Apache-2.0
// Where a raster lies: longitude and latitude (WGS 84, EPSG:4326) as straight lines of column and row, which is how
// tables in degrees count too (degrees.hpp), so that both lie on each other exactly.
#pragma once
#include <optional>

#include "images/picture.hpp"

namespace terrawright::images {

// Nothing where rows would lie beyond a pole or columns more than once around the globe: that is no place on a map.
std::optional<RasterPlace> place_of(const Provenance& world);
// The same before anything is made, of these cells of the picture: a tile's, or all.
std::optional<RasterPlace> place_of(const Picture& picture, const std::optional<Rect>& of = {});

}  // namespace terrawright::images
