// SPDX-License-Identifier: Apache-2.0
// view.waters: rivers and lakes over a picture.
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>

#include "strokes.hpp"
#include "terrawright/stage.hpp"
#include "view/tint.hpp"

namespace {

using namespace terrawright;
using namespace terrawright::view;

// How wide the widest river of a world is drawn, where the scale is auto, and any at most; in cells.
constexpr double usual_width = 3, greatest_width = 6;
// A cell's bend reaches half a cell further, and what flows into it begins one cell before.
constexpr std::int64_t reach = 6;

// By the code of a receiver: east, north, west, south, north-east, north-west, south-west, south-east.
constexpr std::array<int, 9> to_x = {0, 1, 0, -1, 0, 1, -1, -1, 1}, to_y = {0, 0, -1, 0, 1, -1, -1, 1, 1};

struct Waters {
  In<Picture> under;
  In<Class> receivers;
  In<Scalar> width, depth;
  Out<Picture> picture;
  std::optional<double> scale;
  double opacity = 0.9, deep_at = 250;
  Colour river = rgb(0x2f6d9e), shallow = rgb(0x6fa8c6), deep = rgb(0x2f6596);

  double cell = 1000;
  Tint river_tint, shallow_tint, deep_tint;

  static void describe(Spec<Waters>& s) {
    s.stage("view.waters", "Draws rivers, as smooth lines of their width, and lakes over a picture.");
    s.source("Fractal island generation; lines through the middles of cell sides, as Chaikin 1974 cuts corners");
    s.reads_cell();
    s.port(&Waters::under, "picture", "Picture that rivers and lakes are drawn over.");
    s.port(&Waters::receivers, "receivers", "Where each cell drains to, from water.receivers.").halo(reach + 1);
    s.port(&Waters::width, "width", "Widths of rivers, from water.rivers.").unit("m").statistics().halo(reach + 1);
    s.port(&Waters::depth, "depth", "Depths of lakes, from water.lakes.").unit("m").halo(1).optional();
    s.port(&Waters::picture, "picture", "The picture with rivers and lakes.");
    s.parameter(&Waters::scale, "scale",
                "How much wider rivers are drawn than they are; auto draws the widest river of every world alike.")
        .range(0, 1e6)
        .word("auto");
    s.parameter(&Waters::opacity, "opacity", "Opacity of rivers that are wider than a cell; narrower ones are fainter.")
        .range(0, 1);
    s.parameter(&Waters::deep_at, "deep_at", "Depth at which a lake has its darkest colour.")
        .unit("m")
        .range(0.1, 10000);
    s.parameter(&Waters::river, "river", "Colour of rivers.");
    s.parameter(&Waters::shallow, "shallow", "Colour of lakes by the shore.");
    s.parameter(&Waters::deep, "deep", "Colour of deep lakes.");
  }

  void arrange(Arrangement& a) {
    cell = a.cell();
    river_tint = tint_of(river);
    shallow_tint = tint_of(shallow);
    deep_tint = tint_of(deep);
    for (const LegendEntry& entry : a.legend(receivers)) {
      if (entry.code >= to_x.size())
        throw Failure("receivers",
                      "these classes are not the directions that cells drain to: connect a node of water.receivers");
    }
  }

  void paint(Tile& tile) const {
    const auto from = tile[under];
    const auto to = tile[picture];
    const auto deep_water = tile[depth];
    const Strokes strokes = drawn(tile);
    tile.each_cell([&](std::int64_t x, std::int64_t y) {
      Colour colour = from(x, y);
      const double lake = deep_water ? lake_share(deep_water, x, y) : 0.0;
      const double line = strokes.cover(x, y) * opacity;
      if (lake > 0 || line > 0) {
        Tint mix = mixed(tint_of(colour), river_tint, line);
        if (lake > 0) {
          const double below = std::clamp(static_cast<double>(deep_water(x, y)) / deep_at, 0.0, 1.0);
          mix = mixed(mix, mixed(shallow_tint, deep_tint, std::sqrt(below)), lake);
        }
        const Colour drawn_over = view::colour_of(mix);
        colour = {drawn_over.red, drawn_over.green, drawn_over.blue, colour.alpha};
      }
      to(x, y) = colour;
    });
  }

  // Through the middles of the sides between cells, around the cells' centres.
  Strokes drawn(const Tile& tile) const {
    const auto wide = tile[width];
    const auto code = tile[receivers];
    const double widest = tile.statistics(width).maximum;
    const double cells_per_metre = scale ? *scale / cell : widest > 0 ? usual_width / widest : 0.0;
    const Rect seen = wide.area();
    const auto has = [&](std::int64_t x, std::int64_t y) {
      return x >= seen.x && y >= seen.y && x < seen.x + seen.width && y < seen.y + seen.height;
    };
    const auto point = [&](std::int64_t x, std::int64_t y) {
      return StrokePoint{static_cast<double>(x), static_cast<double>(y),
                         std::min(static_cast<double>(wide(x, y)) * cells_per_metre, greatest_width)};
    };
    Strokes strokes(tile.area());
    for (std::int64_t y = seen.y; y < seen.y + seen.height; ++y) {
      for (std::int64_t x = seen.x; x < seen.x + seen.width; ++x) {
        if (!(wide(x, y) > 0.0f)) continue;
        const StrokePoint here = point(x, y);
        StrokePoint out = here;
        if (const std::uint16_t down = code(x, y); down != 0 && down < to_x.size()) {
          const std::int64_t nx = x + to_x[down], ny = y + to_y[down];
          if (has(nx, ny) && wide(nx, ny) > 0.0f) {
            out = between(here, point(nx, ny));
          } else {
            // Into a lake or the sea: all the way, as wide as it is.
            out = {static_cast<double>(nx), static_cast<double>(ny), here.width};
          }
        }
        bool spring = true;
        for (std::size_t k = 1; k < to_x.size(); ++k) {
          const std::int64_t dx = x - to_x[k], dy = y - to_y[k];
          if (!has(dx, dy) || code(dx, dy) != k || !(wide(dx, dy) > 0.0f)) continue;
          spring = false;
          strokes.bend(between(point(dx, dy), here), here, out);
        }
        if (spring) strokes.straight(here, out);
      }
    }
    return strokes;
  }

  // How much of a cell is lake: its mask, softened and sharpened again, so that shores are smooth.
  static double lake_share(const View<const float>& depth, std::int64_t x, std::int64_t y) {
    const Rect& seen = depth.area();
    double wet = 0;
    for (std::int64_t dy = -1; dy <= 1; ++dy) {
      for (std::int64_t dx = -1; dx <= 1; ++dx) {
        const std::int64_t nx = std::clamp(x + dx, seen.x, seen.x + seen.width - 1);
        const std::int64_t ny = std::clamp(y + dy, seen.y, seen.y + seen.height - 1);
        const double weight = (dx == 0 ? 0.5 : 0.25) * (dy == 0 ? 0.5 : 0.25);
        if (depth(nx, ny) > 0.0f) wet += weight;
      }
    }
    return smooth_step(0.2, 0.7, wet);
  }
};

}  // namespace

TERRAWRIGHT_STAGE(view, waters, Waters)
