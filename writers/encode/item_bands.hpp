// SPDX-License-Identifier: Apache-2.0
// A layer of a writer from top to bottom, a few rows at a time.
#pragma once
#include "encode/bands.hpp"
#include "terrawright/writer.hpp"

namespace terrawright::encode {

// Whole rows, one after the other. Throws Stopped.
inline void read_rows(const Writing& writing, std::uint64_t item, std::int64_t y, std::int64_t rows, void* to) {
  writing.go_on();
  const std::int64_t width = writing.item(item).width;
  writing.read(item, {0, y, width, rows}, to, width);
}

// each(first row, rows, cells), of bands as band_rows() has them. Throws Stopped.
template <class Cell, class Each>
void each_band_of(const Writing& writing, std::uint64_t item, Each each, std::int64_t bytes = usual_band,
                  std::int64_t of = 1) {
  const terrawright_item& layer = writing.item(item);
  each_band<Cell>(
      layer.width, layer.height, band_rows(layer.width * std::int64_t{sizeof(Cell)}, bytes, of),
      [&](std::int64_t y, std::int64_t rows, Cell* cells) { read_rows(writing, item, y, rows, cells); }, each);
}

}  // namespace terrawright::encode
