// SPDX-License-Identifier: Apache-2.0
// A layer from top to bottom, a few rows at a time, so that no copy of all of it is ever made.
#pragma once
#include <algorithm>
#include <atomic>
#include <vector>

#include "engine/layer_rows.hpp"
#include "terrawright/failure.hpp"

namespace terrawright::images {

constexpr std::int64_t usual_band = std::int64_t{32} << 20;  // bytes

// Rows of a band: those of a chunk, or fewer where they would take more than `bytes`; a multiple of `of`, a power of
// two.
inline std::int64_t band_rows(const engine::Layer& layer, std::int64_t bytes = usual_band, std::int64_t of = 1) {
  const std::int64_t row_bytes = layer.facts().width * layer.cell_bytes();
  return std::clamp(bytes / row_bytes / of * of, of, schedule::chunk_side);
}

// each(first row, rows, pointer to the band's cells, row after row without gaps). Throws Stopped.
template <class Cell, class Each>
void each_band(const engine::Layer& layer, const std::atomic<bool>& cancelled, Each each,
               std::int64_t bytes = usual_band, std::int64_t of = 1) {
  const std::int64_t width = layer.facts().width, height = layer.facts().height, rows = band_rows(layer, bytes, of);
  std::vector<Cell> cells(static_cast<std::size_t>(width * std::min(rows, height)));
  engine::LayerRows from(layer);
  for (std::int64_t y = 0; y < height; y += rows) {
    if (cancelled) throw Stopped{};
    const std::int64_t here = std::min(rows, height - y);
    from.read(y, here, cells.data());
    each(y, here, static_cast<const Cell*>(cells.data()));
  }
}

}  // namespace terrawright::images
