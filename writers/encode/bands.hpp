// SPDX-License-Identifier: Apache-2.0
// Cells from top to bottom, a few rows at a time, so that no copy of all of them is ever made.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

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

}  // namespace terrawright::encode
