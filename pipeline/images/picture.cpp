// SPDX-License-Identifier: Apache-2.0
#include "images/picture.hpp"

#include <algorithm>

#include "border/kind.hpp"
#include "encode/coarse_rows.hpp"
#include "encode/overviews.hpp"
#include "engine/cropped.hpp"
#include "files/format.hpp"
#include "images/legend.hpp"
#include "images/picture_writer.hpp"
#include "images/sidecar.hpp"
#include "terrawright/display_list.hpp"

namespace terrawright::images {

std::string window_text(const Rect& window) {
  return std::to_string(window.x) + "," + std::to_string(window.y) + "," + std::to_string(window.width) + "x" +
         std::to_string(window.height);
}

bool is_field(std::uint32_t kind) {
  return kind == TERRAWRIGHT_KIND_HEIGHT || kind == TERRAWRIGHT_KIND_SCALAR || kind == TERRAWRIGHT_KIND_WEIGHT;
}

bool is_display_list(const Part& part) {
  return part.facts.kind == TERRAWRIGHT_KIND_GRID && part.facts.unit == display_list_unit;
}

bool is_folder(const Picture& picture) {
  if (picture.writer) return picture.writer->is_folder();
  return picture.pyramid ? !picture.pyramid->archive : files::format_of(picture.file) == files::Format::zarr;
}

std::vector<std::filesystem::path> files_of(const Picture& picture) {
  if (picture.file.empty()) return {};
  if (picture.pyramid) return {picture.file};
  if (picture.writer && !picture.tiles) return picture.writer->files(picture);
  std::vector<std::filesystem::path> files;
  const bool classes = picture.parts.size() == 1 && picture.parts[0].facts.kind == TERRAWRIGHT_KIND_CLASS;
  const auto add = [&](const std::filesystem::path& file, const std::optional<Rect>& cells = {}) {
    files.push_back(file);
    if (classes && files::format_of(file) == files::Format::png) files.push_back(legend_path(file));
    if (picture.legend && !picture.legend_beside && files::format_of(file) == files::Format::png)
      files.push_back(legend_picture_path(file));
    if (has_sidecar(picture, cells)) files.push_back(sidecar_path(file));
  };
  if (!picture.tiles) add(picture.file);
  const std::int64_t tiles = picture.tiles ? picture.tiles->count() : 0;
  for (std::int64_t i = 0; i < tiles; ++i) {
    const Tile tile = picture.tiles->tile(i);
    if (picture.writer) {
      for (std::filesystem::path& file : files_of(tile_picture(picture, tile))) files.push_back(std::move(file));
      continue;
    }
    add(tile_path(picture.file, tile.x, tile.y), tile.cells);
  }
  return files;
}

namespace {

std::uint64_t bytes_of_coarsening(const Picture& picture) {
  std::uint64_t bytes = 0;
  const auto add = [&](const engine::LayerFacts& facts) {
    if (!border::is_layer(facts.kind)) return;
    bytes += engine::bytes_of_crop(facts.kind, facts.width, facts.height);
    bytes += static_cast<std::uint64_t>(facts.width) * 2 * sizeof(encode::MeanOfColours);
  };
  if (picture.coarsen == 1) return 0;
  for (const Part& part : picture.parts) add(part.facts);
  if (picture.legend) add(*picture.legend);
  return bytes;
}

}  // namespace

std::uint64_t bytes_beside(const Picture& picture) {
  if (picture.pyramid && !picture.parts.empty()) return bytes_of_pyramid(picture);
  std::uint64_t bytes = picture.writer ? picture.writer->memory(picture) : 0;
  const bool levels = picture.overviews || picture.cog;
  if (!picture.writer && (picture.tiled || levels) && !picture.parts.empty()) {
    const std::int64_t width = picture.tiles ? picture.tiles->tile(0).width : picture.parts.front().facts.width;
    std::uint64_t cell = sizeof(float);  // the largest
    for (const Part& part : picture.parts)
      if (border::is_layer(part.facts.kind)) cell = std::max<std::uint64_t>(cell, border::cell_bytes(part.facts.kind));
    bytes += static_cast<std::uint64_t>(2 * encode::overview_tile * (width + encode::overview_tile)) * cell;
    if (files::format_of(picture.file) == files::Format::exr) {  // where each square lies, while it is written and read
      const std::int64_t height = picture.tiles ? picture.tiles->tile(0).height : picture.parts.front().facts.height;
      const std::int64_t squares = (width / encode::overview_tile + 1) * (height / encode::overview_tile + 1) * 4 / 3;
      bytes += static_cast<std::uint64_t>(squares) * 16 * picture.parts.size();
    }
    // The sums of a row of blocks; of an EXR, of all levels at once.
    if (levels) bytes += static_cast<std::uint64_t>(width) * sizeof(encode::MeanOfColours);
  }
  bytes += bytes_of_coarsening(picture);
  if (!picture.tiles) return bytes;
  const Tile first = picture.tiles->tile(0);  // the largest
  for (const Part& part : picture.parts) {
    if (border::is_layer(part.facts.kind)) bytes += engine::bytes_of_crop(part.facts.kind, first.width, first.height);
  }
  return bytes;
}

}  // namespace terrawright::images
