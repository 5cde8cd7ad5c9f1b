// SPDX-License-Identifier: Apache-2.0
// The tiles of a pyramid.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "encode/coarse_rows.hpp"
#include "encode/sidecar.hpp"
#include "report/json.hpp"
#include "terrawright/exact_math.h"
#include "terrawright/stage.hpp"
#include "terrawright/writer.hpp"

namespace terrawright::web {

// Web Mercator (EPSG:3857), in which web maps lie: the globe between 85.05 degrees south and north as one square.
constexpr double northmost = 85.0511287798066;  // degrees, the upper edge of the square

// Degrees of what lies at y in the square: 0 its upper edge, 1 its lower one. 90 - 2 atan(e^-t) of t = pi (1 - 2 y), by
// Newton's method, the same bits on every machine.
inline double mercator_latitude(double y) {
  constexpr double pi = 3.14159265358979324;
  if (y > 0.5) return -mercator_latitude(1.0 - y);
  const double u = terrawright_exp(pi * (1.0 - 2.0 * y));
  double a = 0.25;  // atan(u) / pi
  for (int i = 0; i < 6; ++i) {
    const double s = terrawright_sinpi(a), c = terrawright_cospi(a);
    const double d = (u * c - s) / (c + u * s);  // the tangent of what is lacking
    a += d * (1.0 - d * d / 3.0) / pi;
  }
  return 360.0 * a - 90.0;
}

// Middle latitude of a row among so many.
inline double mercator_latitude(std::int64_t row, std::int64_t rows) {
  return mercator_latitude((static_cast<double>(row) + 0.5) / static_cast<double>(rows));
}

// Tiles for maps on the web: squares of Web Mercator at several zooms, each with four of the next one below it, as XYZ
// folders or as one PMTiles file. The set of tiles is known before any cell exists.
using encode::GeoTransform;

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
  PyramidGrid(std::int64_t side, const std::vector<std::int64_t>& zooms, const GeoTransform& transform,
              std::int64_t width, std::int64_t height);

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
  GeoTransform transform_;
  std::int64_t width_, height_;
  int least_ = 0, most_ = 0, base_ = 0;
  Span columns_, rows_;  // at the base
};

// The number of a tile in PMTiles: zoom by zoom, each along a Hilbert curve.
std::uint64_t tile_id(int zoom, std::int64_t x, std::int64_t y);

// Pixels of a pyramid while it is made. Colours and values are weighed: what a pixel says times how much of it there
// is, so that what lies beyond the world, and NaN, weighs nothing, and a mean is a mean of all numbers.
//
//   values    between four cells; above, the mean of four pixels; double precision
//   colours   the same of light (coarse_rows.hpp), each by its alpha
//   codes     the nearest cell; above, the commonest of four, of several the smallest

struct ValuePixels {
  using Cell = float;
  using Pixel = std::array<double, 2>;  // value, weight
  static constexpr bool between = true;

  static Pixel of(float value) {
    if (value != value) return {0, 0};
    return {static_cast<double>(value), 1};
  }
};

struct ColourPixels {
  using Cell = Colour;
  using Pixel = std::array<float, 4>;  // light of red, green and blue, alpha
  static constexpr bool between = true;

  static Pixel of(const Colour& cell) {
    const auto& light = encode::linear_light();
    const float alpha = static_cast<float>(cell.alpha) / 255.0f;
    return {light[cell.red] * alpha, light[cell.green] * alpha, light[cell.blue] * alpha, alpha};
  }
};

// Masks and classes.
template <class Code>
struct CodePixels {
  using Cell = Code;
  using Pixel = std::int32_t;  // below 0: none
  static constexpr bool between = false;
  static constexpr Pixel none = -1;

  static Pixel of(Code code) { return code; }
};

template <class Pixel>
struct Weighed;
template <class Real, std::size_t n>
struct Weighed<std::array<Real, n>> {
  using Pixel = std::array<Real, n>;
  static constexpr Pixel none() { return {}; }
  static Pixel between(const Pixel& a, const Pixel& b, const Pixel& c, const Pixel& d, double right, double below) {
    const auto x = static_cast<Real>(right), y = static_cast<Real>(below), one = static_cast<Real>(1);
    const Real ofa = (one - x) * (one - y), ofb = x * (one - y), ofc = (one - x) * y, ofd = x * y;
    Pixel mixed{};
    for (std::size_t i = 0; i < n; ++i) mixed[i] = ofa * a[i] + ofb * b[i] + ofc * c[i] + ofd * d[i];
    return mixed;
  }
  static Pixel of_four(const Pixel& a, const Pixel& b, const Pixel& c, const Pixel& d) {
    Pixel mean{};
    for (std::size_t i = 0; i < n; ++i) mean[i] = (a[i] + b[i] + c[i] + d[i]) / static_cast<Real>(4);
    return mean;
  }
};
template <>
struct Weighed<std::int32_t> {
  static constexpr std::int32_t none() { return -1; }
  static std::int32_t of_four(std::int32_t a, std::int32_t b, std::int32_t c, std::int32_t d) {
    const std::array<std::int32_t, 4> all{a, b, c, d};
    std::int32_t best = none();
    std::ptrdiff_t most = 0;
    for (const std::int32_t code : all) {
      const std::ptrdiff_t count = std::count(all.begin(), all.end(), code);
      if (code < 0 || count < most || (count == most && code >= best)) continue;
      best = code;
      most = count;
    }
    return best;
  }
};

// The sRGB code whose light is nearest.
class NearestCode {
 public:
  NearestCode() {
    const auto& light = encode::linear_light();
    for (std::size_t i = 0; i < middle_.size(); ++i) middle_[i] = (light[i] + light[i + 1]) / 2;
    for (std::size_t i = 0; i < first_.size(); ++i) {
      const float least = static_cast<float>(i) / static_cast<float>(first_.size());
      const auto* const at = std::upper_bound(middle_.begin(), middle_.end(), least);
      first_[i] = static_cast<std::uint8_t>(at - middle_.begin());
    }
  }
  std::uint8_t operator()(float light) const {
    const float within = light > 0 ? std::min(light, 1.0f) : 0.0f;
    const auto at = static_cast<std::size_t>(within * static_cast<float>(first_.size()));
    std::size_t code = first_[std::min(at, first_.size() - 1)];
    while (code < middle_.size() && within >= middle_[code]) ++code;
    return static_cast<std::uint8_t>(code);
  }

 private:
  std::array<float, 255> middle_{};
  std::array<std::uint8_t, 4096> first_{};
};

// Parameters of a pyramid, as the formats of tiles for maps on the web share them: refusals, what tiles say of
// themselves.

// Meaning of red, green and blue: colours, or values. terrarium: 256 red + green + blue / 256 - 32768. mapbox: (65536
// red + 256 green + blue) / 10 - 10000.
enum class TileCode : std::uint8_t { colours, terrarium, mapbox };

struct ValueSteps {
  double lowest, in_one;  // the value of 0; steps in a unit
  double highest() const { return lowest + 16777215.0 / in_one; }
};
constexpr ValueSteps steps_of(TileCode code) {
  return code == TileCode::mapbox ? ValueSteps{-10000.0, 10.0} : ValueSteps{-32768.0, 256.0};
}

struct PyramidOptions {
  std::int64_t side = 256;
  TileCode encoding = TileCode::colours;
  std::vector<std::int64_t> zoom;
  std::vector<double> outside;  // none, or one

  template <class Writer>
  static void describe_layer(WriterSpec<Writer>& s) {
    s.port("layer", Field::kinds | Mask::kinds | Class::kinds | Picture::kinds,
           "What tiles are of: colours, classes in the colours of their legend, a mask in black and white, or heights "
           "and other values in an encoding.");
    s.parameter(static_cast<std::int64_t Writer::*>(&PyramidOptions::side), "side",
                "Pixels a side of a tile, 256 or 512.")
        .range(256, 512)
        .unit("cells");
    s.parameter(static_cast<TileCode Writer::*>(&PyramidOptions::encoding), "encoding",
                "What the red, green and blue of a tile say.")
        .choices({"colours", "terrarium", "mapbox"})
        .choice_docs({"How it looks.", "A value: 256 red + green + blue / 256 - 32768.",
                      "A value: (65536 red + 256 green + blue) / 10 - 10000."});
    s.parameter(static_cast<std::vector<std::int64_t> Writer::*>(&PyramidOptions::zoom), "zoom",
                "The first and the last zoom, as [4, 12]; 0 shows the globe in one tile. Default: from one tile to a "
                "pixel a cell.")
        .range(0, deepest_zoom);
    s.parameter(static_cast<std::vector<double> Writer::*>(&PyramidOptions::outside), "outside",
                "The value of an encoding where the world has none. Default: 0.")
        .unit("unit of layer");
  }

  // Refuses what cannot be; says what it needs, and what `plan` tells. `bytes_of_tile`: of memory until the end.
  void arrange(Delivery& delivery, std::int64_t most_tiles, std::uint64_t bytes_of_tile, const char* less) const;
  // For a delivery that arrange() has not refused.
  PyramidGrid grid_of(const terrawright_delivery& delivery) const;
  // Content of the tiles, for a reader's metadata.
  void add_facts(report::Json& json, const Writing& writing) const;

 private:
  bool refuses(Delivery& delivery) const;
  bool refuses_position(Delivery& delivery) const;
};

struct TileAt {
  int zoom;
  std::int64_t x, y;
};
using TakeTile = std::function<void(const TileAt& at, const std::string& png)>;

// All tiles, those of a zoom by their numbers (tile_id). The answer: how many pixels of the last zoom are of values
// that the encoding cannot tell. Throws as Writing does.
std::uint64_t make_tiles(const Writing& writing, const PyramidOptions& options, const PyramidGrid& grid,
                         const TakeTile& take);

}  // namespace terrawright::web
