// SPDX-License-Identifier: Apache-2.0
// Tiles for maps on the web: squares of Web Mercator at several zooms, each with four of the next one below it, as XYZ
// folders or as one PMTiles file. Which there are is known before any cell exists.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "encode/raster_place.hpp"

namespace terrawright::images {

using encode::RasterPlace;

// What red, green and blue say: colours, or values. terrarium: 256 red + green + blue / 256 - 32768. mapbox:
// (65536 red + 256 green + blue) / 10 - 10000.
enum class TileCode : std::uint8_t { colours, terrarium, mapbox };

struct ValueSteps {
  double lowest, in_one;  // the value of 0; steps in a unit
  double highest() const { return lowest + 16777215.0 / in_one; }
};
constexpr ValueSteps steps_of(TileCode code) {
  return code == TileCode::mapbox ? ValueSteps{-10000.0, 10.0} : ValueSteps{-32768.0, 256.0};
}

constexpr int deepest_zoom = 24;

struct Pyramid {
  bool archive = false;  // one .pmtiles file; else a folder of {z}/{x}/{y}.png
  TileCode code = TileCode::colours;
  std::int64_t side = 256;                        // pixels of a tile
  std::optional<std::pair<int, int>> zooms = {};  // asked for
  double outside = 0;                             // the value where the world has none
};

// Whole numbers from the first on, without the last.
struct Span {
  std::int64_t begin = 0, end = 0;
  std::int64_t count() const { return end - begin; }
  bool has(std::int64_t i) const { return i >= begin && i < end; }
};

// Where the pyramid of a raster is. At zoom z the globe has side * 2^z pixels a side; those are the raster's whose
// middles lie in it at the base, and every pixel above of which one of the four below is.
class PyramidGrid {
 public:
  PyramidGrid(const Pyramid& pyramid, const RasterPlace& place, std::int64_t width, std::int64_t height);

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

  // Where the middle of a pixel at the base lies in the raster, in cells, (0, 0) the middle of the first.
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

}  // namespace terrawright::images
