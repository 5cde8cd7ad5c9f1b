// SPDX-License-Identifier: Apache-2.0
// Tiles for maps on the web: squares of Web Mercator at several zooms, each with four of the next one below it, as XYZ
// folders or as one PMTiles file. The set of tiles is known before any cell exists.
#pragma once
#include <cstdint>
#include <vector>

#include "encode/sidecar.hpp"

namespace terrawright::web {

using encode::RasterPlace;

constexpr int deepest_zoom = 24;

// Whole numbers from the first on, without the last.
struct Span {
  std::int64_t begin = 0, end = 0;
  std::int64_t count() const { return end - begin; }
  bool has(std::int64_t i) const { return i >= begin && i < end; }
};

// Position of the pyramid of a raster. At zoom z the globe has side * 2^z pixels a side; those are the raster's whose
// middles lie in it at the base, and every pixel above of which one of the four below is.
class PyramidGrid {
 public:
  // `side`: pixels of a tile. `zooms`: the first and the last; none: all that there is to see.
  PyramidGrid(std::int64_t side, const std::vector<std::int64_t>& zooms, const RasterPlace& place, std::int64_t width,
              std::int64_t height);

  std::int64_t side() const { return side_; }
  int least() const { return least_; }  // zooms that are written
  int most() const { return most_; }
  // At which the raster is read: there a pixel is nowhere larger than the square root of 2 cells. `most` or deeper.
  int base() const { return base_; }

  Span columns(int zoom) const { return above(columns_, base_ - zoom); }  // pixels
  Span rows(int zoom) const { return above(rows_, base_ - zoom); }
  Span tiles_across(int zoom) const { return in_tiles(columns(zoom)); }
  Span tiles_down(int zoom) const { return in_tiles(rows(zoom)); }
  std::int64_t tiles(int zoom) const { return tiles_across(zoom).count() * tiles_down(zoom).count(); }
  std::int64_t tiles() const;  // of all that are written

  // Position of the middle of a pixel at the base in the raster, in cells, (0, 0) the middle of the first.
  double x_of(std::int64_t column) const;
  double y_of(std::int64_t row) const;

  // Degrees, as maps take them: no further north or south than the square.
  struct Bounds {
    double west, south, east, north;
  };
  Bounds bounds() const;

 private:
  static Span above(const Span& span, int levels) { return {span.begin >> levels, ((span.end - 1) >> levels) + 1}; }
  Span in_tiles(const Span& span) const { return {span.begin / side_, (span.end - 1) / side_ + 1}; }
  std::int64_t pixels(int zoom) const { return side_ << zoom; }
  int zoom_for(double latitude) const;
  std::int64_t first_row_at(double latitude) const;

  std::int64_t side_;
  RasterPlace place_;
  std::int64_t width_, height_;
  int least_ = 0, most_ = 0, base_ = 0;
  Span columns_, rows_;  // at the base
};

// The number of a tile in PMTiles: zoom by zoom, each along a Hilbert curve.
std::uint64_t tile_id(int zoom, std::int64_t x, std::int64_t y);

}  // namespace terrawright::web
