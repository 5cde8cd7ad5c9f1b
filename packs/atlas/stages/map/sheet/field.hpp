// SPDX-License-Identifier: Apache-2.0
// field.hpp: numbers on a grid that lies on the paper: blocks of the world, its surface, its contours and coasts.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "map/margin/layout.hpp"
#include "map/style/style.hpp"
#include "plane.hpp"
#include "terrawright/blob.hpp"
#include "terrawright/exact_math.h"
#include "terrawright/tile.hpp"

namespace terrawright::map {

// Sample (i, j) lies at (x + i * pitch, y + j * pitch), in 1/100 mm.
struct GridGeometry {
  double x = 0, y = 0, pitch = 25;
  std::int64_t columns = 0, rows = 0;
  std::size_t size() const { return static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows); }
};

template <class Value>
struct FieldOf {
  GridGeometry place;
  std::vector<Value> values;

  FieldOf() = default;
  explicit FieldOf(const GridGeometry& p, Value value = Value()) : place(p), values(p.size(), value) {}
  const Value* row(std::int64_t j) const { return values.data() + j * place.columns; }
  Value* row(std::int64_t j) { return values.data() + j * place.columns; }
  Value at(std::int64_t i, std::int64_t j) const {
    return row(std::clamp<std::int64_t>(j, 0, place.rows - 1))[std::clamp<std::int64_t>(i, 0, place.columns - 1)];
  }
  explicit operator bool() const { return !values.empty(); }
};
using Field = FieldOf<float>;

// The value that a share of others does not exceed.
inline float quantile(std::vector<float> values, double share) {
  const auto at = values.begin() + static_cast<std::ptrdiff_t>(static_cast<double>(values.size() - 1) * share);
  std::nth_element(values.begin(), at, values.end());
  return *at;
}

// Between four samples; beyond the grid as at its edge.
inline float between(const Field& field, double x, double y) {
  const GridGeometry& p = field.place;
  const double u = std::clamp((x - p.x) / p.pitch, 0.0, static_cast<double>(p.columns - 1));
  const double v = std::clamp((y - p.y) / p.pitch, 0.0, static_cast<double>(p.rows - 1));
  const auto i = static_cast<std::int64_t>(u), j = static_cast<std::int64_t>(v);
  const auto s = static_cast<float>(u - static_cast<double>(i)), t = static_cast<float>(v - static_cast<double>(j));
  const float above = field.at(i, j) + (field.at(i + 1, j) - field.at(i, j)) * s;
  const float below = field.at(i, j + 1) + (field.at(i + 1, j + 1) - field.at(i, j + 1)) * s;
  return above + (below - above) * t;
}

// By a bell of so many samples; beyond the grid as at its edge.
Field smoothed(const Field& field, double sigma, const Parallel& parallel);

// The field on another grid, by cubic curves through its samples (Catmull and Rom).
Field taken_over(const Field& field, const GridGeometry& place, const Parallel& parallel);

// Lines along which a field has a level: marching squares.

// In 1/100 mm; what is above the level lies to the right of whoever walks along a line.
// With `rings` the field is taken to be below the level outside of it, so that
// all lines are closed.
Lines traced(const Field& field, float level, bool rings);

// The part of the world that a sheet shows, in blocks of as many cells as a sheet can show; where cells are
// larger than that, a block is a cell. Tiles tell exact sums of what they have of each block.

// Block (i, j) holds the cells from ((first_x + i) * side, (first_y + j) * side) on, as far as the world goes.
struct BlockGrid {
  std::int64_t side = 1, first_x = 0, first_y = 0, columns = 0, rows = 0;
  // On the paper: blocks' middles.
  GridGeometry place(const Layout& layout) const {
    const double half = static_cast<double>(side - 1) / 2;
    return {layout.x(static_cast<double>(first_x * side) + half), layout.y(static_cast<double>(first_y * side) + half),
            static_cast<double>(side) * layout.k, columns, rows};
  }
};

// The blocks under the map, and a few around it for what looks at neighbours.
inline BlockGrid blocks_of(const Layout& layout, const WorldFacts& world, double pitch) {
  BlockGrid grid;
  grid.side = std::max<std::int64_t>(static_cast<std::int64_t>(pitch / layout.k + 0.5), 1);
  const auto span = [&](double from, double length, std::int64_t cells, std::int64_t& first, std::int64_t& count) {
    const auto side = static_cast<double>(grid.side);
    const auto begin = static_cast<std::int64_t>(std::floor(from / side)) - 4;
    const auto end = static_cast<std::int64_t>(std::floor((from + length) / side)) + 5;
    first = std::max<std::int64_t>(begin, 0);
    count = std::min<std::int64_t>(end, (cells - 1) / grid.side + 1) - first;
  };
  span(layout.x0, layout.frame.width() / layout.k, world.width, grid.first_x, grid.columns);
  span(layout.y0, layout.frame.height() / layout.k, world.height, grid.first_y, grid.rows);
  return grid;
}

// Facts of the blocks: sums of 1/1024 m over their land and their sea, numbers of land and lake cells, the lakes'
// levels, and the class in their middle.
struct BlockSums {
  std::vector<std::int64_t> land_sum, sea_sum, level_sum;
  std::vector<std::int32_t> land, sea, lake;
  std::vector<std::uint16_t> biome;

  void resize(std::size_t n, bool lakes, bool biomes) {
    land_sum.resize(n), sea_sum.resize(n), land.resize(n), sea.resize(n);
    if (lakes) level_sum.resize(n), lake.resize(n);
    if (biomes) biome.resize(n);
  }
};

constexpr double block_unit = 1024;
// To the nearest, halves up.
inline std::int64_t block_units(float metres) {
  const double up = static_cast<double>(metres) * block_unit + 0.5;
  const auto whole = static_cast<std::int64_t>(up);
  return static_cast<double>(whole) > up ? whole - 1 : whole;
}

// Extent of a tile's land; without cells: none.
template <class Views>
Rect land_box(const Rect& tile, const Views& from) {
  std::int64_t left = tile.x + tile.width, right = tile.x - 1, top = tile.y + tile.height, bottom = tile.y - 1;
  for (std::int64_t y = tile.y; y < tile.y + tile.height; ++y) {
    std::int64_t first = tile.x, last = tile.x + tile.width - 1;
    while (first <= last && !from.land(first, y)) ++first;
    if (first > last) continue;
    while (last > right && !from.land(last, y)) --last;
    left = std::min(left, first), right = std::max(right, last);
    top = std::min(top, y), bottom = std::max(bottom, y);
  }
  if (right < left) return {0, 0, 0, 0};
  return {left, top, right - left + 1, bottom - top + 1};
}
inline Rect joined(const Rect& a, const Rect& b) {
  if (a.width <= 0) return b;
  if (b.width <= 0) return a;
  const std::int64_t left = std::min(a.x, b.x), top = std::min(a.y, b.y);
  return {left, top, std::max(a.x + a.width, b.x + b.width) - left, std::max(a.y + a.height, b.y + b.height) - top};
}

// The cells of a tile that the sheet shows; pointers may be null where an input is not connected.
template <class Views>
Blob surveyed(const BlockGrid& grid, const Rect& tile, const Views& from) {
  const std::int64_t left = std::max(tile.x, grid.first_x * grid.side);
  const std::int64_t top = std::max(tile.y, grid.first_y * grid.side);
  const std::int64_t right = std::min(tile.x + tile.width, (grid.first_x + grid.columns) * grid.side);
  const std::int64_t bottom = std::min(tile.y + tile.height, (grid.first_y + grid.rows) * grid.side);
  Rect blocks{0, 0, 0, 0};
  BlockSums sums;
  if (left < right && top < bottom) {
    blocks.x = left / grid.side, blocks.y = top / grid.side;
    blocks.width = (right - 1) / grid.side + 1 - blocks.x;
    blocks.height = (bottom - 1) / grid.side + 1 - blocks.y;
    sums.resize(static_cast<std::size_t>(blocks.width * blocks.height), from.has_lakes(), from.has_biomes());
    for (std::int64_t y = top; y < bottom; ++y) {
      const std::int64_t row = (y / grid.side - blocks.y) * blocks.width;
      const bool in_middle = from.has_biomes() && y % grid.side == grid.side / 2;
      std::int64_t x = left;
      for (std::int64_t i = 0; i < blocks.width; ++i) {
        const auto n = static_cast<std::size_t>(row + i);
        const std::int64_t begin = (blocks.x + i) * grid.side, end = std::min(begin + grid.side, right);
        const std::int64_t middle = begin + grid.side / 2;
        if (in_middle && middle >= x && middle < end) sums.biome[n] = from.biome(middle, y);
        std::int64_t all = 0, of_land = 0, level = 0;
        std::int32_t land = 0, lake = 0;
        const auto cells = static_cast<std::int32_t>(end - x);
        for (; x < end; ++x) {
          const std::int64_t units = block_units(from.height(x, y)), dry = from.land(x, y) ? 1 : 0;
          all += units;
          of_land += units & -dry;
          land += static_cast<std::int32_t>(dry);
          if (from.has_lakes() && from.lake(x, y)) ++lake, level += block_units(from.level(x, y));
        }
        sums.land_sum[n] += of_land, sums.sea_sum[n] += all - of_land;
        sums.land[n] += land, sums.sea[n] += cells - land;
        if (from.has_lakes()) sums.lake[n] += lake, sums.level_sum[n] += level;
      }
    }
  }
  Blob note;
  note.add_one(blocks);
  note.add(sums.land_sum), note.add(sums.sea_sum), note.add(sums.level_sum);
  note.add(sums.land), note.add(sums.sea), note.add(sums.lake), note.add(sums.biome);
  return note;
}

// Adds a tile's note to the sums of all blocks.
inline void add_note(const BlockGrid& grid, const BlobView& note, BlockSums& to) {
  const auto& blocks = note.one<Rect>(0);
  const auto take = [&](std::size_t section, auto& all, auto combine) {
    using Item = typename std::decay_t<decltype(all)>::value_type;
    const Items<Item> from = note.items<Item>(section);
    if (from.empty()) return;
    for (std::int64_t j = 0; j < blocks.height; ++j) {
      const auto at = static_cast<std::size_t>((blocks.y + j - grid.first_y) * grid.columns + blocks.x - grid.first_x);
      for (std::int64_t i = 0; i < blocks.width; ++i) {
        auto& cell = all[at + static_cast<std::size_t>(i)];
        cell = static_cast<Item>(combine(cell, from[static_cast<std::size_t>(j * blocks.width + i)]));
      }
    }
  };
  const auto plus = [](auto a, auto b) { return a + b; };
  take(1, to.land_sum, plus), take(2, to.sea_sum, plus), take(3, to.level_sum, plus);
  take(4, to.land, plus), take(5, to.sea, plus), take(6, to.lake, plus);
  take(7, to.biome, plus);  // only one tile has the cell in the middle
}

// The blocks as fields on the paper.
struct Ground {
  FieldOf<std::uint8_t> land;    // 1: at least half of the block
  Field height;                  // of its land, or of its sea; lakes at their level
  Field lake;                    // which share of the block is lake; empty: no lakes are known
  FieldOf<std::uint16_t> biome;  // empty: none are known
};

inline Ground ground_of(const BlockSums& sums, const GridGeometry& place) {
  Ground g;
  g.land = FieldOf<std::uint8_t>(place);
  g.height = Field(place);
  if (!sums.lake.empty()) g.lake = Field(place);
  for (std::size_t n = 0; n < place.size(); ++n) {
    const bool land = sums.land[n] > 0 && sums.land[n] >= sums.sea[n];
    g.land.values[n] = land ? 1 : 0;
    const std::int64_t sum = land ? sums.land_sum[n] : sums.sea_sum[n];
    const std::int32_t cells = std::max(land ? sums.land[n] : sums.sea[n], 1);
    g.height.values[n] = static_cast<float>(static_cast<double>(sum) / (block_unit * cells));
    if (sums.lake.empty() || sums.lake[n] == 0) continue;
    g.lake.values[n] = static_cast<float>(sums.lake[n]) / static_cast<float>(std::max(sums.land[n], sums.lake[n]));
    if (2 * sums.lake[n] >= cells)
      g.height.values[n] = static_cast<float>(static_cast<double>(sums.level_sum[n]) / (block_unit * sums.lake[n]));
  }
  if (!sums.biome.empty()) {
    g.biome = FieldOf<std::uint16_t>(place);
    g.biome.values = sums.biome;
    // A block at the world's edge may have no cell in its middle.
    for (std::int64_t j = 0; j < place.rows; ++j) {
      for (std::int64_t i = 0; i < place.columns; ++i) {
        auto& code = g.biome.row(j)[i];
        if (code == 0 && i > 0) code = g.biome.row(j)[i - 1];
        if (code == 0 && j > 0) code = g.biome.row(j - 1)[i];
      }
    }
  }
  return g;
}

// The land and the sea floor on the grid of the sheet, and how light falls on them.

// Meaning of the legend's class names for the ground: which of them are forest, and so on.
struct ClassWords {
  std::vector<std::uint16_t> forest, desert, ice, tundra;
};

// Smaller differences from sample to sample, as a share of the greatest height, are rounding, not a slope.
constexpr float even_ground = 2e-6f;

struct Surface {
  GridGeometry place;
  Field height;               // of land, and 0 at sea
  Field depth;                // of the sea, and 0 on land
  Field tone;                 // light on the ground: 0 flat, below in shadow, above in the sun
  Field forest, desert, ice;  // shares; empty where no class is one
  float highest = 0;
};

Surface surface_of(const Ground& ground, const GridGeometry& place, const ClassWords& words, const Style& style,
                   const Parallel& parallel);

// 1 in light, 0 flat, -1 in shadow, of a field of heights; scaled by how steep it is.
Field shaded(const Field& height, const Field& land_height, const Parallel& parallel);

// Lines along the coast that fade into the sea.

// The coast and the shores of lakes, as rings.

// Rings around land; no land lies outside of them and no sea inside, but for what is too small to be drawn.
Lines coast_of(const Ground& ground, const Parallel& parallel);
Lines lake_shores(const Ground& ground, const Parallel& parallel);

// Distance of each place of the sea from the land, in 1/100 mm, up to 7.2 mm.
Field offshore(const Lines& coast, const Box& frame, const Parallel& parallel);
// Distance of each place of the land from the sea, up to 7 mm.
Field inland(const Lines& coast, const Box& frame, const Parallel& parallel);
void draw_water_lines(const Field& offshore, const Style& style, const Parallel& parallel, DisplayList& list);
// A wash along the shores of lakes, inside them.
void draw_lake_edges(const Path& shores, const Style& style, DisplayList& list);

// Contours of the land and isobaths of the sea, with their figures.

// Figures that stand on lines of one height or depth: where a line is calm and nothing else is drawn.

struct LineFigure {
  Word word;
  Spot middle;
  double along_x, along_y, half;
};

// Positions of lines, in squares of half a millimetre.
class Occupied {
 public:
  explicit Occupied(const Box& frame);
  void add(const Line& line);
  // Anywhere between two spots.
  bool is(const Spot& a, const Spot& b) const;

 private:
  static constexpr double side = 50;
  std::size_t at(double x, double y) const;
  Box frame_;
  std::size_t columns_;
  std::vector<std::uint8_t> set_;
};

// In 1/100 mm: the shortest line that has one, how much of it each has, how far apart they are on one line, and from
// any other.
struct FigureRoom {
  double line, each, along, apart;
};
struct FigureGround {
  const Field& field;  // whose lines they are: uphill is above a figure if that costs little
  const ClipBox& inside;
  const Occupied& occupied;
  const FigureRoom& room;
};

void figure_line(const Line& line, const std::string& text, const Lettering& lettering, const FigureGround& ground,
                 std::vector<LineFigure>& figures);
// Lines end where figures stand on them.
void cut_out(Lines& lines, const std::vector<LineFigure>& figures);

struct Contours {
  double interval = 0;  // m
  Lines thin, index;
  Lines half;                       // between contours, on plains where these leave too much land without a line
  std::vector<LineFigure> figures;  // lines still run through them: cut_out() ends that
};

// The interval at which contours stay apart on all but the steepest tenth of the land; 0 on
// even ground, which has none.
double interval_of(const Surface& surface, const Parallel& parallel);
Contours contours_of(const Surface& surface, double interval, const Box& frame, const Lettering& figures,
                     const Occupied& occupied, const Parallel& parallel);

// All of them are thin; without letters there are no figures.
Contours isobaths_of(const Surface& surface, const std::vector<double>& depths, const Box& frame,
                     const std::optional<Lettering>& figures, const Occupied& occupied, const Parallel& parallel);

}  // namespace terrawright::map
