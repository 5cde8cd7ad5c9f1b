// SPDX-License-Identifier: Apache-2.0
#include "encode/raster_place.hpp"

#include "terrawright/degrees.hpp"

namespace terrawright::encode {

// The raster lies where the cells of the window lie on the globe, even if its last cells are of fewer and reach beyond.
std::optional<RasterPlace> place_of(const terrawright_delivery& delivery) {
  const terrawright_world_facts& world = *delivery.world;
  const Degrees degrees(world.width, world.height, world.cell, world.latitude, world.longitude);
  const terrawright_rect& cells = delivery.window;
  RasterPlace place{degrees.west(cells.x), degrees.north(cells.y), degrees.a_cell_across(), degrees.a_cell_down()};
  const double south = degrees.latitude(static_cast<double>(cells.y + cells.height - 1));
  const double north = degrees.latitude(static_cast<double>(cells.y));
  // Written so that no number is no place too.
  const bool on_the_globe = south >= -90 && north <= 90 && place.across * static_cast<double>(cells.width) <= 360;
  if (!on_the_globe || !(place.down > 0)) return std::nullopt;
  place.across *= static_cast<double>(delivery.coarsen);
  place.down *= static_cast<double>(delivery.coarsen);
  return place;
}

}  // namespace terrawright::encode
