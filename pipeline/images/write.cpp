// SPDX-License-Identifier: Apache-2.0
#include "images/write.hpp"

#include <algorithm>
#include <iterator>
#include <string>

#include "engine/layers/layer.hpp"
#include "images/delivery.hpp"
#include "images/whole_file.hpp"
#include "terrawright/failure.hpp"

namespace terrawright::images {

Written::Written(std::unique_ptr<WholeFile> whole, std::uint64_t outside) : file(std::move(whole)), clipped(outside) {
  file->settle();
  bytes = file->size();
  path_ = file->path();
  sha256_ = file->sha256();
}

Written::Written(std::unique_ptr<WholeFolder> whole) : folder(std::move(whole)) {
  folder->settle();
  is_folder_ = true;
  bytes = folder->bytes();
  path_ = folder->path();
  sha256_ = folder->sha256();
}

std::vector<Written> write(const Picture& picture, const std::vector<engine::Product>& made,
                           const Provenance& provenance, const std::atomic<bool>& cancelled, const Beside& beside) {
  if (cancelled) throw Stopped{};
  const MadePicture from{picture, made, provenance, cancelled, beside};
  if (picture.tiles) return write_tiles(from);
  return picture.writer->write(from);
}

// A picture in tiles, a file each.

Rect in_world(const Rect& cells, const Rect& of, std::int64_t coarsen) {
  const std::int64_t x = cells.x * coarsen, y = cells.y * coarsen;
  return {of.x + x, of.y + y, std::min(cells.width * coarsen, of.width - x),
          std::min(cells.height * coarsen, of.height - y)};
}

std::filesystem::path tile_path(const std::filesystem::path& pattern, std::int64_t x, std::int64_t y) {
  std::string path = pattern.string();
  // From the end on, so that what was put in is not looked at again.
  for (std::size_t at = path.rfind('{'); at != std::string::npos; at = at == 0 ? at - 1 : path.rfind('{', at - 1)) {
    const std::string key = path.substr(at, 3);
    if (key == "{x}") path.replace(at, 3, std::to_string(x));
    if (key == "{y}") path.replace(at, 3, std::to_string(y));
  }
  return path;
}

std::filesystem::path folder_of_tiles(const std::filesystem::path& pattern) {
  const std::string path = pattern.string();
  return files::folder_of(path.substr(0, std::min(path.find("{x}"), path.find("{y}"))) + "x");
}

// A tile is a window: its file is that of a picture of these cells.
Picture tile_picture(const Picture& whole, const Tile& tile) {
  Picture picture = whole;
  picture.tiles.reset();
  picture.is_tile = true;
  picture.file = tile_path(whole.file, tile.x, tile.y);
  for (Part& part : picture.parts) {
    part.facts.width = tile.width;
    part.facts.height = tile.height;
  }
  const Tiling& tiles = *whole.tiles;  // coarse cells only where there is a window
  picture.window = whole.window.value_or(Picture::Window{{0, 0, tiles.width, tiles.height}, tiles.width, tiles.height});
  picture.window->cells = in_world(tile.cells, picture.window->cells, whole.coarsen);
  if (whole.writer) picture.writer = whole.writer->of_tile(picture);
  return picture;
}

std::vector<Written> write_tiles(const MadePicture& from) {
  const auto memory = from.beside.memory ? from.beside.memory : std::make_shared<engine::Memory>();
  const Tiling& tiles = *from.picture.tiles;
  Picture whole = from.picture;
  // A reader of one tile reads all of them.
  for (std::size_t k = 0; k < whole.parts.size(); ++k)
    whole.parts[k].of_tiles = extremes_of(*from.made[k].layer, from.cancelled);
  const auto aside = std::make_shared<files::PrivateFolder>(folder_of_tiles(whole.file) / "tiles");
  std::vector<Written> written;
  for (std::int64_t i = 0; i < tiles.count(); ++i) {
    const Tile tile = tiles.tile(i);
    std::vector<engine::Product> made = from.made;
    for (engine::Product& product : made)
      product.layer = engine::cropped(*product.layer, tile.cells, tile.width, tile.height, memory);
    const Picture picture = tile_picture(whole, tile);
    Provenance provenance = from.provenance;
    provenance.window = picture.window->cells;
    std::vector<Written> files = write(picture, made, provenance, from.cancelled);
    for (Written& file : files) file.file->put_aside(aside);
    std::move(files.begin(), files.end(), std::back_inserter(written));
  }
  return written;
}

}  // namespace terrawright::images
