// SPDX-License-Identifier: Apache-2.0
// view.contours: a topographic map.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "terrawright/kinds.hpp"
#include "terrawright/processors.h"
#include "terrawright/stage.hpp"
#include "view/shore_rows.hpp"
#include "view/smoothing.hpp"
#include "view/tint.hpp"

namespace {

using namespace terrawright;
using namespace terrawright::view;

// The ground, smoothed, that contour lines are drawn from.

// Reach of a line's drawing: for a line of up to two cells, and its smooth edge.
constexpr std::int64_t line_reach = 2;

// Some cells of a row. Neighbours to the left and right are read beside `here`.
struct Surface {
  const float *here, *above, *below;
  double share_across, share_down;  // 1 divided by the cells from one neighbour to the other; 0 where there are none
  const float *low, *high;          // the least and the most up to line_reach cells away
};

inline float lower(float a, float b) { return b < a ? b : a; }
inline float higher(float a, float b) { return a < b ? b : a; }

TERRAWRIGHT_FOR_EACH_PROCESSOR
void extremes_of(const float* const rows[2 * line_reach + 1], float* __restrict low, float* __restrict high,
                 std::size_t count) {
  const float *a = rows[0], *b = rows[1], *c = rows[2], *d = rows[3], *e = rows[4];
  for (std::size_t x = 0; x < count; ++x) {
    low[x] = lower(lower(lower(a[x], b[x]), lower(c[x], d[x])), e[x]);
    high[x] = higher(higher(higher(a[x], b[x]), higher(c[x], d[x])), e[x]);
  }
}
TERRAWRIGHT_FOR_EACH_PROCESSOR
void extremes_across(const float* low, const float* high, float* __restrict lowest, float* __restrict highest,
                     std::size_t count) {
  for (std::size_t x = 0; x < count; ++x) {
    lowest[x] = lower(lower(lower(low[x], low[x + 1]), lower(low[x + 2], low[x + 3])), low[x + 4]);
    highest[x] = higher(higher(higher(high[x], high[x + 1]), higher(high[x + 2], high[x + 3])), high[x + 4]);
  }
}

// The rows of a tile, from top to bottom. Beyond the world's border its outermost cells repeat.
class SurfaceRows {
 public:
  SurfaceRows(const View<const float>& z, const Rect& tile, int levels)
      : z_(z),
        tile_(tile),
        levels_(levels),
        smoothing_(z.area(), levels, tile.y - line_reach),
        rows_(z.area().y, z.area().width, 2 * line_reach + 1, line_reach) {
    const auto width = static_cast<std::size_t>(tile.width);
    for (auto* row : {&low_, &high_}) row->resize(width + 2 * line_reach);
    for (auto* row : {&lowest_, &highest_}) row->resize(width);
  }

  void go_to(std::int64_t y) {
    const std::int64_t width = z_.area().width;
    smoothing_.make(
        y + line_reach, [&](std::int64_t row, float* to) { std::copy_n(z_.row(row, z_.area().x), width, to); },
        [&](int k, std::int64_t row, const float* made) {
          if (k != levels_) return;
          std::copy_n(made, width, rows_.row(row));
          rows_.repeat_ends(row, line_reach);
        });
    const float* rows[2 * line_reach + 1];
    for (std::int64_t j = -line_reach; j <= line_reach; ++j) rows[j + line_reach] = row(y + j, tile_.x - line_reach);
    extremes_of(rows, low_.data(), high_.data(), low_.size());
    extremes_across(low_.data(), high_.data(), lowest_.data(), highest_.data(), lowest_.size());
    y_ = y;
  }

  // draw(surface, first cell, how many): of the row, cells together that have neighbours as far apart.
  template <class Draw>
  void each_part(const Draw& draw) const {
    const Rect& seen = z_.area();
    const std::int64_t end = tile_.x + tile_.width, last = seen.x + seen.width - 1;
    const std::int64_t first_inside = std::max(tile_.x, seen.x + 1), end_inside = std::min(end, last);
    const auto part = [&](std::int64_t x, std::int64_t count, std::int64_t apart) {
      if (count <= 0) return;
      const std::int64_t north = std::max(y_ - 1, seen.y), south = std::min(y_ + 1, seen.y + seen.height - 1);
      const auto i = static_cast<std::size_t>(x - tile_.x);
      const Surface surface{row(y_, x),           row(north, x),      row(south, x),      share(apart),
                            share(south - north), lowest_.data() + i, highest_.data() + i};
      draw(surface, i, static_cast<std::size_t>(count));
    };
    part(first_inside, end_inside - first_inside, 2);
    const std::int64_t at_border = seen.width > 1 ? 1 : 0;
    if (tile_.x == seen.x) part(seen.x, 1, at_border);
    if (end == last + 1 && last > seen.x) part(last, 1, at_border);
  }

 private:
  static double share(std::int64_t cells) { return cells > 0 ? 1.0 / static_cast<double>(cells) : 0.0; }
  const float* row(std::int64_t y, std::int64_t x) const {
    const Rect& seen = z_.area();
    return rows_.row(std::clamp(y, seen.y, seen.y + seen.height - 1)) + (x - seen.x);
  }

  View<const float> z_;
  Rect tile_;
  int levels_;
  Smoothing smoothing_;
  Rows<float> rows_;
  std::int64_t y_ = 0;
  std::vector<float> low_, high_, lowest_, highest_;  // of the columns around row y_, and of the squares
};

// Lines over paper, or over a picture, one channel of colours at a time.

// Shares of land, contour line and shore line in the cells of a row.
struct Covers {
  const double *land, *lines, *shore;
};
// One channel of the colours.
struct Inks {
  double sea, land, depth_line, line, shore;
};

// Over `under`, which lies `apart` bytes from cell to cell; or over paper where that is null.
TERRAWRIGHT_FOR_EACH_PROCESSOR
void draw_channel(const Covers& covers, const Inks& inks, const std::uint8_t* under, std::int32_t* __restrict to,
                  std::size_t count) {
  const double *land = covers.land, *lines = covers.lines, *shore = covers.shore;
  const Inks ink = inks;
  const auto byte_at = [&](std::size_t x, double paper) {
    const double line = ink.depth_line + (ink.line - ink.depth_line) * land[x];
    const double lined = paper + (line - paper) * lines[x];
    return std::int32_t{byte_of(lined + (ink.shore - lined) * shore[x])};
  };
  if (under != nullptr) {
    for (std::size_t x = 0; x < count; ++x) to[x] = byte_at(x, under[x * sizeof(Colour)] / 255.0);
  } else {
    for (std::size_t x = 0; x < count; ++x) to[x] = byte_at(x, ink.sea + (ink.land - ink.sea) * land[x]);
  }
}
TERRAWRIGHT_FOR_EACH_PROCESSOR
void join_channels(const std::int32_t* red, const std::int32_t* green, const std::int32_t* blue, Colour* __restrict to,
                   std::size_t count) {
  for (std::size_t x = 0; x < count; ++x) write_pixel(to[x], red[x], green[x], blue[x]);
}

// How much of a cell the line of equal height covers.
//
// A surface of slope g (per cell) reaches the level v at the distance |z - v| / g from a cell's middle. A line of w
// cells covers clamp(w/2 + 1/2 - distance, 0, 1) of the cell: smooth at its edges.

struct Lines {
  double interval, index_every, width, index_width;
};

inline double slope_of(const Surface& s, std::size_t x) {
  const auto at = [](float z) { return static_cast<double>(z); };
  const double gx = (at(s.here[x + 1]) - at(s.here[x - 1])) * s.share_across;
  const double gy = (at(s.below[x]) - at(s.above[x])) * s.share_down;
  return std::sqrt(gx * gx + gy * gy);
}
// A plain at the level is above the line, so that the floor of a sea has none.
inline double cover_of(const Surface& s, std::size_t x, double slope, double level, double width) {
  const double gap = std::fabs(static_cast<double>(s.here[x]) - level);
  const double reached = width / 2 + 0.5 - gap / slope, most = 1.0 < width ? 1.0 : width;
  const double cover = most < reached ? most : reached;
  const bool runs_near = static_cast<double>(s.low[x]) < level && static_cast<double>(s.high[x]) >= level;
  return slope > 0 && cover > 0 && runs_near ? cover : 0.0;
}

// Lines that would run into each other fade, the thinner ones first.
TERRAWRIGHT_FOR_EACH_PROCESSOR
void cover_by_lines(const Surface& surface, const Lines& lines, double* __restrict to, std::size_t count) {
  const Surface s = surface;
  const Lines l = lines;
  for (std::size_t x = 0; x < count; ++x) {
    const double slope = slope_of(s, x);
    const double nearest = std::floor(static_cast<double>(s.here[x]) / l.interval + 0.5);
    const bool index = nearest == l.index_every * std::floor(nearest / l.index_every);
    const double between = slope > 0 ? l.interval / slope : 1e9;  // cells from a line to the next
    const double room = smooth_step(1.5, 4.0, index ? between * l.index_every : between);
    const double cover = cover_of(s, x, slope, nearest * l.interval, index ? l.index_width : l.width);
    to[x] = nearest == 0 ? 0.0 : room * cover;
  }
}
TERRAWRIGHT_FOR_EACH_PROCESSOR
void cover_by_shore(const Surface& surface, double width, double* __restrict to, std::size_t count) {
  const Surface s = surface;
  for (std::size_t x = 0; x < count; ++x) to[x] = cover_of(s, x, slope_of(s, x), 0.0, width);
}

struct Contours {
  In<Height> height;
  In<Picture> under;
  Out<Picture> picture;
  double interval = 100, width = 0.7, index_width = 1.4;
  std::int64_t index_every = 5, smoothing = 2;
  Colour land = rgb(0xf4efdf), sea = rgb(0xcfe4ee), lines = rgb(0xa0693a), depth_lines = rgb(0x6b9dbd),
         shore = rgb(0x2f6487);

  Tint land_tint, sea_tint, line_tint, depth_tint, shore_tint;

  static void describe(Spec<Contours>& s) {
    s.stage("view.contours", "A topographic map: lines of equal height, every fifth one thicker, and the shore.");
    s.source("Fractal island generation");
    s.port(&Contours::height, "height", "Heights above the sea.").unit("m").halo([](const Contours& c) {
      return smoothing_reach(static_cast<int>(c.smoothing)) + line_reach;
    });
    s.port(&Contours::under, "picture",
           "Picture that the lines are drawn over; without it, paper in the colours `land` and `sea`.")
        .optional();
    s.port(&Contours::picture, "picture", "The topographic map.");
    s.parameter(&Contours::interval, "interval",
                "Contour interval: the difference in height from one line to the next.")
        .unit("m")
        .range(1e-3, 1e6);
    s.parameter(&Contours::index_every, "index_every",
                "Number of lines from one thicker index contour to the next; 1: all are thicker.")
        .range(1, 1000);
    s.parameter(&Contours::width, "width", "Width of a contour line.").unit("cells or a length").range(0, 2);
    s.parameter(&Contours::index_width, "index_width", "Width of index contours and of the shore line.")
        .unit("cells or a length")
        .range(0, 2);
    s.parameter(&Contours::smoothing, "smoothing",
                "Smoothing of the ground before lines are drawn, as by a cartographer: 0 is none, and each step more "
                "reaches twice as far. The shore is never moved.")
        .range(0, 5);
    s.parameter(&Contours::land, "land", "Colour of the paper on land.");
    s.parameter(&Contours::sea, "sea", "Colour of the paper under water.");
    s.parameter(&Contours::lines, "lines", "Colour of contour lines on land.");
    s.parameter(&Contours::depth_lines, "depth_lines", "Colour of contour lines under water.");
    s.parameter(&Contours::shore, "shore", "Colour of the shore, the line at 0 m.");
  }

  void arrange(Arrangement&) {
    land_tint = tint_of(land);
    sea_tint = tint_of(sea);
    line_tint = tint_of(lines);
    depth_tint = tint_of(depth_lines);
    shore_tint = tint_of(shore);
  }

  void paint(Tile& tile) const {
    const auto z = tile[height];
    const auto base = tile[under];
    const auto to = tile[picture];
    tile.require_finite(height, "height", "a height");
    const auto count = static_cast<std::size_t>(tile.width());
    const Lines drawn{interval, static_cast<double>(index_every), width, index_width};
    const Inks red{sea_tint.red, land_tint.red, depth_tint.red, line_tint.red, shore_tint.red};
    const Inks green{sea_tint.green, land_tint.green, depth_tint.green, line_tint.green, shore_tint.green};
    const Inks blue{sea_tint.blue, land_tint.blue, depth_tint.blue, line_tint.blue, shore_tint.blue};
    SurfaceRows smooth(z, tile.area(), static_cast<int>(smoothing)), exact(z, tile.area(), 0);
    const ShoreRows coast(z, tile.area());
    std::vector<double> dry(count), lined(count), shored(count);
    std::vector<std::int32_t> bytes(3 * count);
    tile.each_row([&](std::int64_t y) {
      coast.shares(y, dry.data());
      smooth.go_to(y);
      smooth.each_part([&](const Surface& surface, std::size_t first, std::size_t cells) {
        cover_by_lines(surface, drawn, lined.data() + first, cells);
      });
      exact.go_to(y);
      exact.each_part([&](const Surface& surface, std::size_t first, std::size_t cells) {
        cover_by_shore(surface, index_width, shored.data() + first, cells);
      });
      const Covers covers{dry.data(), lined.data(), shored.data()};
      const auto* below = base ? reinterpret_cast<const std::uint8_t*>(base.row(y, tile.left())) : nullptr;
      const auto channel = [&](std::size_t k) { return below != nullptr ? below + k : nullptr; };
      std::int32_t *const reds = bytes.data(), *const greens = reds + count, *const blues = greens + count;
      draw_channel(covers, red, channel(0), reds, count);
      draw_channel(covers, green, channel(1), greens, count);
      draw_channel(covers, blue, channel(2), blues, count);
      join_channels(reds, greens, blues, to.row(y, tile.left()), count);
    });
  }
};

}  // namespace

TERRAWRIGHT_STAGE(view, contours, Contours)
