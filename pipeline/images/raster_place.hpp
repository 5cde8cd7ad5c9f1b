// SPDX-License-Identifier: Apache-2.0
// Where the rasters of this room lie, as encode/raster_place.hpp says.
#pragma once
#include <optional>

#include "encode/raster_place.hpp"
#include "images/picture.hpp"

namespace terrawright::images {

std::optional<RasterPlace> place_of(const Provenance& world);
// The same before anything is made, of these cells of the picture: a tile's, or all.
std::optional<RasterPlace> place_of(const Picture& picture);

}  // namespace terrawright::images
