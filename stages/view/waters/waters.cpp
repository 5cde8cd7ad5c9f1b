// SPDX-License-Identifier: Apache-2.0
// view.waters: rivers and lakes over a picture.
#include "waters.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "terrawright/processors.h"
#include "terrawright/stage.hpp"
#include "terrawright/table_view.hpp"
#include "view/tint.hpp"

namespace {

using namespace terrawright;
using namespace terrawright::view;

// Lines of rivers, from point to point, with all that is needed to draw each piece by itself.

struct Stretch {
  struct End {
    double x, y;    // cells
    double metres;  // how wide the river is
    double to_sea;  // cells along it; nowhere near: `far`
    double gone;    // cells from where it begins, if nothing flows in there; else `far`
  };
  static constexpr double far = 1e9;

  End from, to;
  std::int64_t first_x, first_y;  // the cell where its line begins
};

// take(stretch) for all lines of a table as water.rivers and water.lines give it. Below a confluence a river is as wide
// as all that flows in together, and grows to the width of its row; sea is looked for so many cells down.
template <class Take>
void each_stretch(const TableView& table, double seen_down, Take take) {
  const auto *number = table.integers("reach"), *next = table.integers("next_reach");
  const auto *x = table.integers("from_x"), *y = table.integers("from_y");
  const double* const width = table.reals("width", "m");
  const char* const* const ends_in = table.texts("ends_in");
  const std::size_t n = table.rows();
  std::map<std::int64_t, std::size_t> row;
  for (std::size_t r = 0; r < n; ++r) row.emplace(number[r], r);
  const auto below = [&](std::size_t r) {
    const auto found = row.find(next[r]);
    return found == row.end() ? n : found->second;
  };
  const auto step = [](const terrawright_point& a, const terrawright_point& b) {
    return std::sqrt((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y));
  };
  std::vector<double> length(n, 0), fed(n, 0);
  for (std::size_t r = 0; r < n; ++r) {
    const TableView::Line line = table.line(r);
    for (std::size_t i = 1; i < line.size(); ++i) length[r] += step(line[i - 1], line[i]);
    if (below(r) < n) fed[below(r)] += width[r] * width[r];
  }
  for (std::size_t r = 0; r < n; ++r) {
    double after = 0;
    std::size_t last = r;
    for (int rows = 0; rows < 64 && after < seen_down && below(last) < n; ++rows) after += length[last = below(last)];
    if (std::string_view(ends_in[last]) != "sea") after = Stretch::far;
    const double full = width[r] * width[r], first = fed[r] > 0 ? std::min(fed[r], full) : full;
    const TableView::Line line = table.line(r);
    double gone = 0;
    const auto end = [&](std::size_t i) {
      const double share = length[r] > 0 ? gone / length[r] : 0;
      return Stretch::End{line[i].x, line[i].y, std::sqrt(first + (full - first) * share),
                          std::max(length[r] - gone, 0.0) + after, fed[r] > 0 ? Stretch::far : gone};
    };
    for (std::size_t i = 1; i < line.size(); ++i) {
      const Stretch::End from = end(i - 1);
      gone += step(line[i - 1], line[i]);
      take(Stretch{from, end(i), x[r], y[r]});
    }
  }
}

// Least drawn width of the widest river of a world, if the scale is auto, and greatest of any; in cells.
constexpr double seen_width = 1.8, greatest_width = 6;
// Before the sea rivers widen over so many cells, at last by this share.
constexpr int mouth = 6;
constexpr double widening = 0.8;
// A spring becomes as wide as its river over so many cells.
constexpr double spring_length = 3;
// A cell's bend reaches half a cell further, and what flows into it begins one cell before.
constexpr std::int64_t reach = 6;
constexpr std::int64_t seen_around = reach + 1 + mouth;

// By the code of a receiver: east, north, west, south, north-east, north-west, south-west, south-east.
constexpr std::array<int, 9> to_x = {0, 1, 0, -1, 0, 1, -1, -1, 1}, to_y = {0, 0, -1, 0, 1, -1, -1, 1, 1};

// Cells above 0. True if there are any.
TERRAWRIGHT_FOR_EACH_PROCESSOR
bool above_0(const float* cells, std::uint8_t* __restrict flags, std::int32_t count) {
  std::uint8_t any = 0;
  for (std::int32_t x = 0; x < count; ++x) {
    flags[x] = cells[x] > 0.0f ? 1 : 0;
    any = static_cast<std::uint8_t>(any | flags[x]);
  }
  return any != 0;
}

// Flags the cells that are above 0, beside those that are flagged.
TERRAWRIGHT_FOR_EACH_PROCESSOR
void add_above_0(const float* cells, std::uint8_t* __restrict flags, std::int32_t count) {
  for (std::int32_t x = 0; x < count; ++x) flags[x] = static_cast<std::uint8_t>(flags[x] | (cells[x] > 0.0f ? 1 : 0));
}

// body(x) for each of n flags that is 1.
template <class Body>
void each_flagged(const std::uint8_t* flags, std::int64_t n, Body body) {
  const std::uint8_t *at = flags, *const end = flags + n;
  while (at < end && (at = static_cast<const std::uint8_t*>(std::memchr(at, 1, static_cast<std::size_t>(end - at))))) {
    body(at++ - flags);
  }
}

struct NearbyTold {};

struct Waters {
  In<Picture> under;
  In<Class> receivers;
  In<Scalar> width, depth;
  In<Table> lines;
  Out<Picture> picture;
  std::optional<double> scale;
  double opacity = 0.9, deep_at = 250;
  Colour river = rgb(0x4d82a6), shallow = rgb(0x5f95b4), deep = rgb(0x2c5e8c);

  double cell = 1000;
  bool has_lines = false;
  Tint river_tint, shallow_tint, deep_tint;

  static void describe(Spec<Waters>& s) {
    s.stage("view.waters",
            "Draws rivers, as smooth lines of their width that widen to the sea, and lakes over a picture.");
    s.source("Fractal island generation; lines through the middles of cell sides, as Chaikin 1974 cuts corners");
    s.reads_cell();
    s.port(&Waters::under, "picture", "Picture that rivers and lakes are drawn over.");
    s.revision(3);  // 2: mouths, ways out of lakes; 3: true widths, and rivers no darker than lakes
    s.port(&Waters::receivers, "receivers", "Receivers of the cells, from water.receivers.").halo(seen_around);
    s.port(&Waters::width, "width", "Widths of rivers, from water.rivers.").unit("m").statistics().halo(seen_around);
    s.port(&Waters::depth, "depth", "Depths of lakes, from water.lakes.").unit("m").halo(seen_around).optional();
    s.port(&Waters::lines, "lines",
           "Lines that rivers are drawn along, from water.lines; without them they run from cell to cell, in bends.")
        .lines()
        .optional();
    s.port(&Waters::picture, "picture", "The picture with rivers and lakes.");
    s.parameter(&Waters::scale, "scale",
                "Exaggeration of the rivers' widths. auto: true widths, made visible: the widest of the world 1.8 "
                "cells wide at least, others the square root of their share of its width.")
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
    has_lines = a.connected(lines);
    if (has_lines) {
      if (a.world().wraps_x() || a.world().wraps_y())
        throw Failure("lines", "the world wraps, and lines of rivers do not: leave them out, or set wrap: none");
      // Stretches, of which there are not nearly as many as there are cells.
      a.needs_memory(static_cast<std::uint64_t>(a.width() * a.height()) + (1 << 20));
    }
    river_tint = tint_of(river);
    shallow_tint = tint_of(shallow);
    deep_tint = tint_of(deep);
    for (const LegendEntry& entry : a.legend(receivers)) {
      if (entry.code >= to_x.size())
        throw Failure("receivers",
                      "these classes are not the directions that cells drain to: connect a node of water.receivers");
    }
  }

  // Each tile gets the stretches of lines that reach it.
  Next<NearbyTold> resolve(Resolving& resolving) const {
    if (!has_lines) return done(NearbyTold{});
    std::vector<std::vector<Stretch>> near(resolving.tiles());
    const Rect first = resolving.tile(0);
    std::int64_t columns = 1;
    const auto tiles = static_cast<std::int64_t>(near.size());
    while (columns < tiles && resolving.tile(static_cast<std::size_t>(columns)).y == first.y) ++columns;
    // The tiles along an axis from the one of a - reach to the one of b + reach.
    const auto tile_at = [](double at, std::int64_t side, std::int64_t count) {
      return static_cast<std::int64_t>(std::clamp(at / static_cast<double>(side), 0.0, static_cast<double>(count - 1)));
    };
    each_stretch(resolving[lines], mouth, [&](const Stretch& one) {
      const auto [left, right] = std::minmax(one.from.x, one.to.x);
      const auto [top, bottom] = std::minmax(one.from.y, one.to.y);
      if (std::max({-left, right, -top, bottom}) > 1e9) return;  // no cell of any world
      for (std::int64_t j = tile_at(top - reach, first.height, tiles / columns);
           j <= tile_at(bottom + reach, first.height, tiles / columns); ++j) {
        for (std::int64_t i = tile_at(left - reach, first.width, columns);
             i <= tile_at(right + reach, first.width, columns); ++i)
          near[static_cast<std::size_t>(j * columns + i)].push_back(one);
      }
    });
    for (std::size_t t = 0; t < near.size(); ++t) {
      if (near[t].empty()) continue;
      Blob own;
      own.add(near[t]);
      resolving.tell(t, own);
    }
    return done(NearbyTold{});
  }

  void paint(Tile& tile) const {
    const auto from = tile[under];
    const auto to = tile[picture];
    const auto deep_water = tile[depth];
    const Strokes strokes = has_lines ? drawn_along(tile) : drawn(tile);
    std::vector<std::uint8_t> near(static_cast<std::size_t>(tile.width()));
    tile.each_row([&](std::int64_t y) {
      std::copy_n(from.row(y, tile.left()), tile.width(), to.row(y, tile.left()));
      std::fill(near.begin(), near.end(), std::uint8_t{0});
      if (const float* const cover = strokes.row(y)) {
        add_above_0(cover, near.data(), static_cast<std::int32_t>(tile.width()));
      }
      if (deep_water) flag_lakes(deep_water, tile, y, near.data());
      each_flagged(near.data(), tile.width(), [&](std::int64_t x) {
        paint_over(to(tile.left() + x, y), strokes, deep_water, tile.left() + x, y);
      });
    });
  }

  // Cells that have a lake beside them, as far as is seen.
  static void flag_lakes(const View<const float>& deep_water, const Tile& tile, std::int64_t y, std::uint8_t* near) {
    const Rect& seen = deep_water.area();
    for (std::int64_t ny = std::max(y - 1, seen.y); ny <= std::min(y + 1, seen.y + seen.height - 1); ++ny) {
      for (std::int64_t dx = -1; dx <= 1; ++dx) {
        const std::int64_t begin = std::max(tile.left() + dx, seen.x),
                           end = std::min(tile.right() + dx, seen.x + seen.width);
        add_above_0(deep_water.row(ny, begin), near + (begin - dx - tile.left()),
                    static_cast<std::int32_t>(end - begin));
      }
    }
  }

  void paint_over(Colour& colour, const Strokes& strokes, const View<const float>& deep_water, std::int64_t x,
                  std::int64_t y) const {
    const double lake = deep_water ? lake_share(deep_water, x, y) : 0.0;
    const double line = strokes.cover(x, y) * opacity;
    if (!(lake > 0 || line > 0)) return;
    Tint mix = mixed(tint_of(colour), river_tint, line);
    if (lake > 0) {
      const double below = std::clamp(static_cast<double>(deep_water(x, y)) / deep_at, 0.0, 1.0);
      mix = mixed(mix, mixed(shallow_tint, deep_tint, std::sqrt(below)), lake);
    }
    const Colour drawn_over = view::colour_of(mix);
    colour = {drawn_over.red, drawn_over.green, drawn_over.blue, colour.alpha};
  }

  // Drawn width of a river, in cells, from its width in metres and its factor near the sea.
  double drawn_width(double metres, double widest, double times) const {
    if (!(metres > 0)) return 0;
    const double cells_per_metre = scale.value_or(1) / cell;
    const double least = scale ? 0 : seen_width * std::sqrt(metres / widest);
    return std::min(std::max(metres * cells_per_metre, least) * times, greatest_width);
  }

  // Along the lines of the table. A river that begins below a lake begins in it; a spring begins as a hair.
  Strokes drawn_along(const Tile& tile) const {
    const auto code = tile[receivers];
    const auto deep_water = tile[depth];
    const double widest = tile.statistics(width).maximum;
    const Rect seen = code.area();
    Strokes strokes(tile.area());
    const BlobView own = tile.own<Blob>();
    if (!own) return strokes;
    for (const Stretch& one : own.items<Stretch>(0)) {
      bool from_lake = false;
      const auto point = [&](const Stretch::End& end) {
        const double near = std::max(0.0, 1 - end.to_sea / mouth);
        const double share = from_lake ? 1 : std::min(1.0, end.gone / spring_length);
        return StrokePoint{end.x, end.y, drawn_width(end.metres, widest, 1 + widening * near * near) * share};
      };
      for (std::size_t k = 1; k < to_x.size() && deep_water && one.from.gone < spring_length; ++k) {
        const std::int64_t x = one.first_x - to_x[k], y = one.first_y - to_y[k];
        if (x < seen.x || y < seen.y || x >= seen.x + seen.width || y >= seen.y + seen.height) continue;
        if (code(x, y) != k || !(deep_water(x, y) > 0.0f)) continue;
        from_lake = true;
        if (one.from.gone > 0) break;
        const StrokePoint begin = point(one.from);
        strokes.straight({static_cast<double>(x), static_cast<double>(y), begin.width}, begin);
      }
      strokes.straight(point(one.from), point(one.to));
    }
    return strokes;
  }

  // Through the middles of the sides between cells, around the cells' centres.
  Strokes drawn(const Tile& tile) const {
    const auto wide = tile[width];
    const auto code = tile[receivers];
    const double widest = tile.statistics(width).maximum;
    const auto deep_water = tile[depth];
    const Rect seen = wide.area();
    const auto has = [&](std::int64_t x, std::int64_t y) {
      return x >= seen.x && y >= seen.y && x < seen.x + seen.width && y < seen.y + seen.height;
    };
    const auto is_river = [&](std::int64_t x, std::int64_t y) { return has(x, y) && wide(x, y) > 0.0f; };
    // Factor of a cell for being near the sea: 1 elsewhere.
    const auto widened = [&](std::int64_t x, std::int64_t y) {
      for (int left = mouth; left > 0; --left) {
        const std::uint16_t down = code(x, y);
        if (down == 0 || down >= to_x.size()) return 1.0;
        x += to_x[down], y += to_y[down];
        if (!has(x, y) || (deep_water && deep_water(x, y) > 0.0f)) return 1.0;
        const double share = static_cast<double>(left) / mouth;
        if (!(wide(x, y) > 0.0f)) return 1.0 + widening * share * share;
      }
      return 1.0;
    };
    const auto point = [&](std::int64_t x, std::int64_t y) {
      return StrokePoint{static_cast<double>(x), static_cast<double>(y),
                         drawn_width(static_cast<double>(wide(x, y)), widest, widened(x, y))};
    };
    Strokes strokes(tile.area());
    // Farther lines do not reach the tile.
    const std::int64_t left = std::max(tile.left() - reach - 1, seen.x), top = std::max(tile.top() - reach - 1, seen.y);
    const std::int64_t right = std::min(tile.right() + reach + 1, seen.x + seen.width),
                       bottom = std::min(tile.bottom() + reach + 1, seen.y + seen.height);
    std::vector<std::uint8_t> flags(static_cast<std::size_t>(right - left));
    for (std::int64_t y = top; y < bottom; ++y) {
      if (!above_0(wide.row(y, left), flags.data(), static_cast<std::int32_t>(right - left))) continue;
      each_flagged(flags.data(), right - left, [&](std::int64_t column) {
        const std::int64_t x = left + column;
        const StrokePoint here = point(x, y);
        StrokePoint out = here;
        if (const std::uint16_t down = code(x, y); down != 0 && down < to_x.size()) {
          const std::int64_t nx = x + to_x[down], ny = y + to_y[down];
          if (is_river(nx, ny)) {
            out = between(here, point(nx, ny));
          } else {
            // Into a lake or the sea: all the way, as wide as it is.
            out = {static_cast<double>(nx), static_cast<double>(ny), here.width};
          }
        }
        bool spring = true;
        for (std::size_t k = 1; k < to_x.size(); ++k) {
          const std::int64_t dx = x - to_x[k], dy = y - to_y[k];
          if (!has(dx, dy) || code(dx, dy) != k) continue;
          const bool from_lake = deep_water && deep_water(dx, dy) > 0.0f;
          if (!from_lake && !(wide(dx, dy) > 0.0f)) continue;
          spring = false;
          StrokePoint above = {static_cast<double>(dx), static_cast<double>(dy), here.width};
          if (!from_lake) above = point(dx, dy);
          strokes.bend(between(above, here), here, out);
        }
        if (spring) strokes.straight({here.x, here.y, 0}, out);
      });
    }
    return strokes;
  }

  // Share of lake in a cell: its mask, softened and sharpened again, so that shores are smooth.
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
