// SPDX-License-Identifier: Apache-2.0
// A tile is a window: its file is that of a picture of these cells.
#include <algorithm>
#include <iterator>

#include "engine/cropped.hpp"
#include "images/format.hpp"
#include "images/writers.hpp"
#include "terrawright/failure.hpp"

namespace terrawright::images {
namespace {

Picture picture_of(const Picture& whole, const Tile& tile) {
  Picture picture = whole;
  picture.tiles.reset();
  picture.file = tile_path(whole.file, tile.x, tile.y);
  for (Part& part : picture.parts) {
    part.facts.width = tile.width;
    part.facts.height = tile.height;
  }
  return picture;
}

// In the world, of which all tiles together may be a window.
Rect in_world(const Rect& cells, const Provenance& all) {
  const Rect of = all.window.value_or(Rect{0, 0, all.width, all.height});
  const std::int64_t n = all.coarsen;  // a tile's last cells may reach beyond
  const std::int64_t x = cells.x * n, y = cells.y * n;
  return {of.x + x, of.y + y, std::min(cells.width * n, of.width - x), std::min(cells.height * n, of.height - y)};
}

}  // namespace

std::vector<Written> write_tiles(const MadePicture& from) {
  const auto memory = from.beside.memory ? from.beside.memory : std::make_shared<engine::Memory>();
  const Tiling& tiles = *from.picture.tiles;
  Picture whole = from.picture;
  // What reads one tile reads all of them.
  const bool colours = whole.parts.front().facts.kind == TERRAWRIGHT_KIND_COLOUR;
  whole.alpha = colours && format_of(whole.file) == Format::png && !opaque(from.layer(), from.cancelled);
  const auto aside = std::make_shared<PrivateFolder>(folder_of_tiles(whole.file) / "tiles");
  std::vector<Written> written;
  for (std::int64_t i = 0; i < tiles.count(); ++i) {
    const Tile tile = tiles.tile(i);
    std::vector<engine::Product> made = from.made;
    for (engine::Product& product : made)
      product.layer = engine::cropped(*product.layer, tile.cells, tile.width, tile.height, memory);
    Provenance provenance = from.provenance;
    provenance.window = in_world(tile.cells, from.provenance);
    std::vector<Written> files = write(picture_of(whole, tile), made, provenance, from.cancelled);
    for (Written& file : files) file.file->put_aside(aside);
    std::move(files.begin(), files.end(), std::back_inserter(written));
  }
  return written;
}

}  // namespace terrawright::images
