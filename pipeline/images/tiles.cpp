// SPDX-License-Identifier: Apache-2.0
// A tile is a window: its file is that of a picture of these cells.
#include <iterator>

#include "engine/cropped.hpp"
#include "files/format.hpp"
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

}  // namespace

std::vector<Written> write_tiles(const MadePicture& from) {
  const auto memory = from.beside.memory ? from.beside.memory : std::make_shared<engine::Memory>();
  const Tiling& tiles = *from.picture.tiles;
  Picture whole = from.picture;
  // What reads one tile reads all of them.
  const bool colours = whole.parts.front().facts.kind == TERRAWRIGHT_KIND_COLOUR;
  whole.alpha = colours && files::format_of(whole.file) == files::Format::png && !opaque(from.layer(), from.cancelled);
  for (std::size_t k = 0; k < whole.parts.size(); ++k) {
    const Statistics& of_all = from.made[k].layer->statistics();
    whole.parts[k].extent = Range{of_all.minimum, of_all.maximum};
  }
  const Provenance& world = from.provenance;
  const Rect area = world.window.value_or(Rect{0, 0, world.width, world.height});
  const auto aside = std::make_shared<PrivateFolder>(folder_of_tiles(whole.file) / "tiles");
  std::vector<Written> written;
  for (std::int64_t i = 0; i < tiles.count(); ++i) {
    const Tile tile = tiles.tile(i);
    std::vector<engine::Product> made = from.made;
    for (engine::Product& product : made)
      product.layer = engine::cropped(*product.layer, tile.cells, tile.width, tile.height, memory);
    Provenance provenance = world;
    provenance.window = in_world(tile.cells, area, world.coarsen);
    Picture picture = picture_of(whole, tile);
    picture.window = Picture::Window{*provenance.window, provenance.width, provenance.height};
    std::vector<Written> files = write(picture, made, provenance, from.cancelled);
    for (Written& file : files) file.file->put_aside(aside);
    std::move(files.begin(), files.end(), std::back_inserter(written));
  }
  return written;
}

}  // namespace terrawright::images
