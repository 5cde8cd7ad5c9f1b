// SPDX-License-Identifier: Apache-2.0
#include "engine/cropped.hpp"

#include <algorithm>
#include <cstring>

#include "border/description.hpp"

namespace terrawright::engine {
namespace {

// The first cells of a row are there; the last of them again and again.
void repeat_last(unsigned char* row, std::int64_t there, std::int64_t all, std::size_t cell_bytes) {
  const unsigned char* last = row + static_cast<std::size_t>(there - 1) * cell_bytes;
  for (std::int64_t x = there; x < all; ++x)
    std::memcpy(row + static_cast<std::size_t>(x) * cell_bytes, last, cell_bytes);
}

}  // namespace

std::shared_ptr<Layer> cropped(const Layer& of, const Rect& area, std::int64_t width, std::int64_t height,
                               const std::shared_ptr<Memory>& memory) {
  LayerFacts facts = of.facts();
  facts.width = width;
  facts.height = height;
  auto layer = std::make_shared<Layer>(std::move(facts), memory);
  const std::size_t cell_bytes = layer->cell_bytes();
  for (std::size_t i = 0; i < layer->chunks(); ++i) {
    const Rect chunk = layer->chunk_area(i);
    const terrawright_target to = *layer->writable(chunk);
    auto* cells = static_cast<unsigned char*>(to.cells);
    const std::size_t row_bytes = static_cast<std::size_t>(to.stride) * cell_bytes;
    // If the chunk lies wholly beyond: start from the last existing cells.
    const std::int64_t x = std::min(chunk.x, area.width - 1), y = std::min(chunk.y, area.height - 1);
    const std::int64_t columns = std::min(chunk.width, area.width - x), rows = std::min(chunk.height, area.height - y);
    of.read({area.x + x, area.y + y, columns, rows}, cells, to.stride);
    for (std::int64_t row = 0; row < rows; ++row)
      repeat_last(cells + static_cast<std::size_t>(row) * row_bytes, columns, chunk.width, cell_bytes);
    for (std::int64_t row = rows; row < chunk.height; ++row) {
      std::memcpy(cells + static_cast<std::size_t>(row) * row_bytes,
                  cells + static_cast<std::size_t>(rows - 1) * row_bytes,
                  static_cast<std::size_t>(chunk.width) * cell_bytes);
    }
    layer->written(chunk);
  }
  layer->finish();
  return layer;
}

std::uint64_t bytes_of_crop(std::uint32_t kind, std::int64_t width, std::int64_t height) {
  std::uint64_t bytes = 0;
  for (const Rect& chunk : schedule::list_of({width, height, schedule::chunk_side})) {
    const std::int64_t stride = (chunk.width + 15) / 16 * 16;
    bytes += Memory::rounded(static_cast<std::size_t>(stride * chunk.height) * border::cell_bytes(kind));
  }
  return bytes;
}

}  // namespace terrawright::engine
