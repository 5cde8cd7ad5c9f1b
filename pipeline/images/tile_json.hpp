// SPDX-License-Identifier: Apache-2.0
// What map programs want to know of a pyramid.
#pragma once
#include <string>

#include "images/pyramid.hpp"
#include "images/writers.hpp"

namespace terrawright::images {

// tile.json of a folder: TileJSON 3.0.0, with the members tileSize and encoding that MapLibre reads. The tiles' address
// is relative to it.
std::string tile_json(const MadePicture& from, const PyramidGrid& grid);
// The metadata of a .pmtiles file, whose header says the rest.
std::string pmtiles_metadata(const MadePicture& from, const PyramidGrid& grid);

}  // namespace terrawright::images
