// SPDX-License-Identifier: Apache-2.0
// A raster in tiles, a file each.
#pragma once
#include <cstdint>
#include <string>

#include "report/json.hpp"
#include "terrawright/tile.hpp"

namespace terrawright::encode {

struct Tile {
  std::int64_t x = 0, y = 0;           // columns and rows of tiles before it
  Rect cells{};                        // that there are
  std::int64_t width = 0, height = 0;  // of its file
};

// From the left and top a tile begins every `side` cells and has `overlap` cells more, which its next neighbours begin
// with. No tile consists of cells alone that the one before has too.
struct Tiling {
  std::int64_t side = 0, overlap = 0;
  bool repeats = true;                 // the last tiles are as large as the others; else as what is left
  std::int64_t width = 0, height = 0;  // of all tiles together

  std::int64_t columns() const { return along(width); }
  std::int64_t rows() const { return along(height); }
  std::int64_t count() const { return columns() * rows(); }
  // The i-th, row by row.
  Tile tile(std::int64_t i) const;

 private:
  std::int64_t along(std::int64_t cells) const;
};
// "32 x 32 tiles of 2049 x 2049 cells".
std::string tiles_text(const Tiling& tiles);
report::Json tiles_json(const Tiling& tiles);

}  // namespace terrawright::encode
