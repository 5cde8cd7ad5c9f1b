// SPDX-License-Identifier: Apache-2.0
#include "images/raster_place.hpp"

#include "images/degrees.hpp"

namespace terrawright::images {
namespace {

// Of the world's cells, of which the raster has one for each coarsen x coarsen; where these lie on the globe it does,
// even if its last cells are of fewer and reach beyond.
std::optional<RasterPlace> place(const Degrees& degrees, const Rect& cells, std::int64_t coarsen) {
  RasterPlace place{degrees.west(cells.x), degrees.north(cells.y), degrees.a_cell_across(), degrees.a_cell_down()};
  const double south = degrees.latitude(static_cast<double>(cells.y + cells.height - 1));
  const double north = degrees.latitude(static_cast<double>(cells.y));
  // Written so that no number is no place too.
  const bool on_the_globe = south >= -90 && north <= 90 && place.across * static_cast<double>(cells.width) <= 360;
  if (!on_the_globe || !(place.down > 0)) return std::nullopt;
  place.across *= static_cast<double>(coarsen);
  place.down *= static_cast<double>(coarsen);
  return place;
}

}  // namespace

std::optional<RasterPlace> place_of(const Provenance& world) {
  const Degrees degrees(world.width, world.height, world.metres_per_cell, world.latitude, world.longitude);
  return place(degrees, world.window.value_or(Rect{0, 0, world.width, world.height}), world.coarsen);
}

std::optional<RasterPlace> place_of(const Picture& picture, const std::optional<Rect>& of) {
  const engine::LayerFacts& facts = picture.parts.front().facts;
  const Picture::Window all{{0, 0, facts.width, facts.height}, facts.width, facts.height};
  auto [cells, width, height] = picture.window ? *picture.window : all;
  if (of) cells = in_world(*of, cells, picture.coarsen);
  return place(Degrees(width, height, picture.metres_per_cell, picture.latitude, picture.longitude), cells,
               picture.coarsen);
}

}  // namespace terrawright::images
