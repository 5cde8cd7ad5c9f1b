// SPDX-License-Identifier: Apache-2.0
// view.contours: a topographic map.
#include <algorithm>
#include <cmath>
#include <string>

#include "contour_lines.hpp"
#include "marks.hpp"
#include "smooth_ground.hpp"
#include "terrawright/stage.hpp"
#include "view/shore.hpp"
#include "view/tint.hpp"

namespace {

using namespace terrawright;
using namespace terrawright::view;

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
    s.parameter(&Contours::width, "width", "Width of a contour line, in cells.").range(0, 2);
    s.parameter(&Contours::index_width, "index_width", "Width of index contours and of the shore line, in cells.")
        .range(0, 2);
    s.parameter(&Contours::smoothing, "smoothing",
                "How far the ground is smoothed before lines are drawn, as a cartographer would: 0 is not at all, and "
                "each step more reaches twice as far. The shore is never moved.")
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

  // How much of the cell lines cover. Where they would run into each other, the thinner ones fade.
  template <class Ground>
  double lines_over(const Ground& s) const {
    const double nearest = std::floor(s.value() / interval + 0.5);
    if (nearest == 0) return 0.0;
    const double step = static_cast<double>(index_every);
    const bool index = nearest == step * std::floor(nearest / step);
    const double between = s.slope() > 0 ? interval / s.slope() : 1e9;  // cells from a line to the next
    const double room = smooth_step(1.5, 4.0, index ? between * step : between);
    return room * s.cover(nearest * interval, index ? index_width : width);
  }

  // Paper where nothing is drawn: the same as a mix with nothing.
  Colour paper(bool is_land) const { return view::colour_of(is_land ? mixed(sea_tint, land_tint, 1.0) : sea_tint); }

  void paint(Tile& tile) const {
    const auto z = tile[height];
    const auto base = tile[under];
    const auto to = tile[picture];
    tile.require_finite(height, "height", "a height");
    const Colour dry_paper = paper(true), wet_paper = paper(false);
    SmoothGround ground(z, tile.area(), static_cast<int>(smoothing));
    Marks marks(z.area(), tile.area(), std::max(width, index_width), interval);
    const auto smooth_at = [&](std::int64_t x, std::int64_t y) { return static_cast<double>(ground.row(y)[x]); };
    const auto exact_at = [&](std::int64_t x, std::int64_t y) { return static_cast<double>(z(x, y)); };
    tile.each_row([&](std::int64_t y) {
      ground.go_to(y);
      marks.clear();
      marks.add_lines([&](std::int64_t row) { return ground.row(row); }, y);
      marks.add_shore([&](std::int64_t row) { return z.row(row, 0); }, y);
      for (std::int64_t x = tile.left(); x < tile.right(); ++x) {
        if (!marks.at(x)) {
          to(x, y) = z(x, y) > 0.0f ? dry_paper : wet_paper;
          if (base) to(x, y) = {base(x, y).red, base(x, y).green, base(x, y).blue, 255};
          continue;
        }
        const double dry = land_share(z, x, y);
        Tint mix = base ? tint_of(base(x, y)) : mixed(sea_tint, land_tint, dry);
        mix = mixed(mix, mixed(depth_tint, line_tint, dry), lines_over(Slant(smooth_at, z.area(), x, y)));
        mix = mixed(mix, shore_tint, Slant(exact_at, z.area(), x, y).cover(0.0, index_width));
        to(x, y) = view::colour_of(mix);
      }
    });
  }
};

}  // namespace

TERRAWRIGHT_STAGE(view, contours, Contours)
