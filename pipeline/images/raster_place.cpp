// SPDX-License-Identifier: Apache-2.0
#include "images/raster_place.hpp"

namespace terrawright::images {

std::optional<RasterPlace> place_of(const Provenance& world) {
  return encode::place_of({world.width, world.height, world.metres_per_cell, world.latitude, world.longitude,
                           world.window.value_or(Rect{0, 0, world.width, world.height}), world.coarsen});
}

std::optional<RasterPlace> place_of(const Picture& picture) {
  const engine::LayerFacts& facts = picture.parts.front().facts;
  const Picture::Window all{{0, 0, facts.width, facts.height}, facts.width, facts.height};
  const auto& [cells, width, height] = picture.window ? *picture.window : all;
  return encode::place_of(
      {width, height, picture.metres_per_cell, picture.latitude, picture.longitude, cells, picture.coarsen});
}

}  // namespace terrawright::images
