// SPDX-License-Identifier: Apache-2.0
// A layer from top to bottom, a few rows at a time, so that no copy of all of it is ever made.
#pragma once
#include <atomic>
#include <cstdint>
#include <memory>

#include "encode/bands.hpp"
#include "engine/layer.hpp"
#include "engine/row_readers.hpp"
#include "terrawright/failure.hpp"

namespace terrawright::images {

using encode::usual_band;
static_assert(encode::most_rows == schedule::chunk_side, "a band is of the rows of a chunk");

// each(first row, rows, pointer to the band's cells, row after row without gaps), as encode::band_rows() has it. Throws
// Stopped.
template <class Cell, class Each>
void each_band(const engine::Layer& layer, const std::atomic<bool>& cancelled, Each each,
               std::int64_t bytes = usual_band, std::int64_t of = 1) {
  const std::int64_t width = layer.facts().width;
  engine::LayerRows from(layer);
  encode::each_band<Cell>(
      width, layer.facts().height, encode::band_rows(width * layer.cell_bytes(), bytes, of),
      [&](std::int64_t y, std::int64_t rows, Cell* cells) {
        if (cancelled) throw Stopped{};
        from.read(y, rows, cells);
      },
      each);
}

// A coarser layer: one cell for each block of factor x factor, as coarse_rows.hpp says.

inline std::int64_t coarse_side(std::int64_t cells, std::int64_t factor) { return (cells + factor - 1) / factor; }

// Its statistics, classes and digest are its own. Reads a band of rows at a time. Throws Stopped.
std::shared_ptr<engine::Layer> coarsened(const engine::Layer& of, std::int64_t factor,
                                         const std::shared_ptr<engine::Memory>& memory,
                                         const std::atomic<bool>& cancelled);

}  // namespace terrawright::images
