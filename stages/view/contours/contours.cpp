// SPDX-License-Identifier: Apache-2.0
// view.contours: a topographic map.
#include <cstddef>
#include <cstdint>
#include <vector>

#include "contour_lines.hpp"
#include "ink.hpp"
#include "terrawright/stage.hpp"
#include "view/shore_rows.hpp"
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
