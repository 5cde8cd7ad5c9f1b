// SPDX-License-Identifier: Apache-2.0
#include "images/picture.hpp"

#include <algorithm>

#include "border/kind.hpp"
#include "encode/coarse_rows.hpp"
#include "engine/cropped.hpp"
#include "images/delivery.hpp"

namespace terrawright::images {

bool is_field(std::uint32_t kind) {
  return kind == TERRAWRIGHT_KIND_HEIGHT || kind == TERRAWRIGHT_KIND_SCALAR || kind == TERRAWRIGHT_KIND_WEIGHT;
}

std::vector<std::filesystem::path> files_of(const Picture& picture) {
  if (picture.file.empty()) return {};
  if (!picture.writer) return {picture.file};
  if (!picture.tiles) return picture.writer->files(picture);
  std::vector<std::filesystem::path> files;
  for (std::int64_t i = 0; i < picture.tiles->count(); ++i) {
    const Picture tile = tile_picture(picture, picture.tiles->tile(i));
    for (std::filesystem::path& file : tile.writer->files(tile)) files.push_back(std::move(file));
  }
  return files;
}

namespace {

std::uint64_t bytes_of_coarsening(const Picture& picture) {
  if (picture.coarsen == 1) return 0;
  std::uint64_t bytes = 0;
  for (const Part& part : picture.parts) {
    const engine::LayerFacts& facts = part.facts;
    if (!border::is_layer(facts.kind)) continue;
    bytes += engine::bytes_of_crop(facts.kind, facts.width, facts.height);
    bytes += static_cast<std::uint64_t>(facts.width) * 2 * sizeof(encode::MeanOfColours);
  }
  return bytes;
}

}  // namespace

std::uint64_t bytes_beside(const Picture& picture) {
  std::uint64_t bytes = bytes_of_coarsening(picture) + (picture.writer ? picture.writer->memory() : 0);
  if (!picture.tiles) return bytes;
  const Tile first = picture.tiles->tile(0);  // the largest
  for (const Part& part : picture.parts) {
    if (border::is_layer(part.facts.kind)) bytes += engine::bytes_of_crop(part.facts.kind, first.width, first.height);
  }
  return bytes;
}

}  // namespace terrawright::images
