// SPDX-License-Identifier: Apache-2.0
// Cells from top to bottom, a few rows at a time, so that no copy of all of them is ever made.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "terrawright/writer.hpp"

namespace terrawright::encode {

constexpr std::int64_t usual_band = std::int64_t{32} << 20;  // bytes
constexpr std::int64_t most_rows = 512;                      // of a band: those that are stored together

// Rows of a band: as many as there may be, or fewer where they would take more than `bytes`; a multiple of `of`, a
// power of two.
inline std::int64_t band_rows(std::int64_t row_bytes, std::int64_t bytes = usual_band, std::int64_t of = 1) {
  return std::clamp(bytes / row_bytes / of * of, of, most_rows);
}

// read(first row, rows, cells) fills a band row after row without gaps, each(first row, rows, cells) takes it.
template <class Cell, class Read, class Each>
void each_band(std::int64_t width, std::int64_t height, std::int64_t rows, Read read, Each each) {
  std::vector<Cell> cells(static_cast<std::size_t>(width * std::min(rows, height)));
  for (std::int64_t y = 0; y < height; y += rows) {
    const std::int64_t here = std::min(rows, height - y);
    read(y, here, cells.data());
    each(y, here, static_cast<const Cell*>(cells.data()));
  }
}

// A layer of a writer from top to bottom, a few rows at a time.

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
