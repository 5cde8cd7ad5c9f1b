// SPDX-License-Identifier: Apache-2.0
// island.spine: where the mountains are.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "ranges.hpp"
#include "terrawright/processors.h"
#include "terrawright/stage.hpp"

namespace terrawright::island {

// Segments of ranges as bumps: the weight of cells is their smooth union, float32 in the written order.

// Content of a row, in shares of the map's sides.
struct Box {
  float left, top, right, bottom;
  bool meets(const Box& other) const {
    return left <= other.right && other.left <= right && top <= other.bottom && other.top <= bottom;
  }
};

struct Bump {
  float ax, ay, across, down, per_square;  // the segment, and 1 / its length squared
  float left, left_more, right, right_more, height, higher;
  Box reaches;  // it is nothing beyond, rounding included
};

inline Bump bump_of(const Segment& s, double reach, bool heights) {
  const auto real = [](double v) { return static_cast<float>(v); };
  const double across = s.bx - s.ax, down = s.by - s.ay;
  const double widest = reach * std::max({s.left_a, s.left_b, s.right_a, s.right_b}) * 1.001 + 1e-5;
  return {real(s.ax),
          real(s.ay),
          real(across),
          real(down),
          real(1 / std::max(across * across + down * down, 1e-12)),
          real(s.left_a * reach),
          real((s.left_b - s.left_a) * reach),
          real(s.right_a * reach),
          real((s.right_b - s.right_a) * reach),
          heights ? real(s.height_a) : 1.0f,
          heights ? real(s.height_b - s.height_a) : 0.0f,
          {real(std::min(s.ax, s.bx) - widest), real(std::min(s.ay, s.by) - widest),
           real(std::max(s.ax, s.bx) + widest), real(std::max(s.ay, s.by) + widest)}};
}

// The bumps of a map; where an axis wraps, also those that reach over its ends.
inline std::vector<Bump> bumps_of(const std::vector<Segment>& segments, double reach, bool heights, bool wraps_x,
                                  bool wraps_y) {
  const Box map{0, 0, 1, 1};
  std::vector<Bump> bumps;
  for (const Segment& segment : segments) {
    bumps.push_back(bump_of(segment, reach, heights));
    const double widest = reach * std::max({segment.left_a, segment.left_b, segment.right_a, segment.right_b});
    const int away = 1 + static_cast<int>(widest);
    for (int j = wraps_y ? -away : 0; j <= (wraps_y ? away : 0); ++j) {
      for (int i = wraps_x ? -away : 0; i <= (wraps_x ? away : 0); ++i) {
        Segment moved = segment;
        moved.ax += i, moved.bx += i, moved.ay += j, moved.by += j;
        const Bump bump = bump_of(moved, reach, heights);
        if ((i != 0 || j != 0) && bump.reaches.meets(map)) bumps.push_back(bump);
      }
    }
  }
  return bumps;
}

namespace {

// In lanes, so that it vectorises.
inline Box box_around(const float* x, const float* y, std::int64_t count) {
  constexpr std::int64_t lanes = 16;
  Box box{x[0], y[0], x[0], y[0]};
  if (count < lanes) {
    for (std::int64_t i = 1; i < count; ++i) {
      box = {std::min(box.left, x[i]), std::min(box.top, y[i]), std::max(box.right, x[i]), std::max(box.bottom, y[i])};
    }
    return box;
  }
  float left[lanes], top[lanes], right[lanes], bottom[lanes];
  for (std::int64_t k = 0; k < lanes; ++k) left[k] = right[k] = x[k], top[k] = bottom[k] = y[k];
  for (std::int64_t i = lanes; i < count; i += lanes) {
    const std::int64_t from = std::min(i, count - lanes);  // the last lanes may be looked at twice
    for (std::int64_t k = 0; k < lanes; ++k) {
      left[k] = x[from + k] < left[k] ? x[from + k] : left[k];
      right[k] = x[from + k] > right[k] ? x[from + k] : right[k];
      top[k] = y[from + k] < top[k] ? y[from + k] : top[k];
      bottom[k] = y[from + k] > bottom[k] ? y[from + k] : bottom[k];
    }
  }
  return {*std::min_element(left, left + lanes), *std::min_element(top, top + lanes),
          *std::max_element(right, right + lanes), *std::max_element(bottom, bottom + lanes)};
}

// left *= 1 - 0.999 b of each cell: what its bumps leave of 1.
TERRAWRIGHT_FOR_EACH_PROCESSOR
void take(const Bump& bump, const float* x, const float* y, float* __restrict left, std::int64_t count) {
  const Bump s = bump;
  for (std::int64_t i = 0; i < count; ++i) {
    const float px = x[i] - s.ax, py = y[i] - s.ay;
    const float along = (px * s.across + py * s.down) * s.per_square;
    const float positive = along < 0.0f ? 0.0f : along, t = positive > 1.0f ? 1.0f : positive;
    const float ex = px - t * s.across, ey = py - t * s.down, square = ex * ex + ey * ey;
    const float to_left = s.left + t * s.left_more, to_right = s.right + t * s.right_more;
    const float width = s.across * py - s.down * px > 0.0f ? to_left : to_right;
    const float inside = 1.0f - square / (width * width), flat = inside < 0.0f ? 0.0f : inside;
    const float b = flat * flat * (s.height + t * s.higher);
    left[i] *= 1.0f - b * 0.999f;
  }
}

}  // namespace
}  // namespace terrawright::island

namespace {

using namespace terrawright;

enum class Heights { own, none };

struct Spine {
  In<Field> warp_x, warp_y;
  Out<Weight> weight;
  std::vector<std::int64_t> ranges = {1, 3};
  std::int64_t joints = 5;
  std::vector<double> length = {0.45, 1.10}, width = {0.13, 0.24};
  double bend = 0.55, lean = 0.45, variety = 0.6, span = 0.88, reach = 1;
  Heights heights = Heights::own;

  std::vector<island::Bump> bumps;

  static void describe(Spec<Spine>& s) {
    s.stage("island.spine",
            "Mountains of an island: bent ranges that branch, as a weight of 1 at most on their crests and 0 beyond "
            "their flanks.");
    s.source(
        "Polylines drawn once for the map, in shares of its sides, so that a seed has the same ones at any size. Each "
        "segment is a bump (1 - d^2 / w^2)^2 e, with d the distance, w the half-width of the flank and e the height "
        "there; weight = 1 - product of (1 - 0.999 bump), a smooth union; places in float64, cells in float32");
    s.reads_random();
    s.port(&Spine::warp_x, "warp_x",
           "Offset to the right at which a cell reads the spine, as a share of the map's width: a smooth noise times "
           "0.08, for example, bends the flanks.")
        .unit("1")
        .optional();
    s.port(&Spine::warp_y, "warp_y", "The same downwards, as a share of the map's height.").unit("1").optional();
    s.port(&Spine::weight, "weight",
           "How near the crests it is: near 1 on the highest, 0 beyond all flanks. Nodes with the same `random:` and "
           "the same ranges have the same crests, so one may be the island's body and another its mountains.");
    s.parameter(&Spine::ranges, "ranges", "Least and largest number of ranges: [1, 3].").range(1, 64);
    s.parameter(&Spine::joints, "joints", "Number of joints of each range.").range(2, 64);
    s.parameter(&Spine::length, "length",
                "Least and largest length of the first range, as shares of the map's side before `span` is fitted; the "
                "others are 0.6 times as long.")
        .range(0, 10);
    s.parameter(&Spine::width, "width",
                "Least and largest half-width of the first range, measured as `length`; the others are 0.8 times as "
                "wide. Long islands have 0.06 to 0.12 and a `length` of 1 to 1.5.")
        .range(0.001, 10);
    s.parameter(&Spine::bend, "bend", "Largest turn of a range at a joint, as the tangent of the angle.").range(0, 10);
    s.parameter(
         &Spine::lean, "lean",
         "Largest difference of a flank's width from the mean of both flanks, as a share of that mean. 0: both are "
         "alike, and the crest is in the middle.")
        .range(0, 0.95);
    s.parameter(&Spine::variety, "variety", "Largest drop of joints and other ranges below the highest.").range(0, 1);
    s.parameter(&Spine::span, "span",
                "The larger side of the box around all ranges, as a share of the map's side; small ones grow 1.6 times "
                "at most. If the box leaves room, it lies anywhere on the map.")
        .range(0.01, 1);
    s.parameter(&Spine::reach, "reach", "Factor on all half-widths, which moves no crest.").range(0.01, 4);
    s.parameter(&Spine::heights, "heights",
                "own: crests have heights of their own. none: all have 1, as the body of an island wants.")
        .choices({"own", "none"});
  }

  void arrange(Arrangement& arrangement) {
    require_two("ranges", ranges);
    require_two("length", length);
    require_two("width", width);
    const island::RangeSettings settings{
        ranges[0], ranges[1], joints, {length[0], length[1]}, {width[0], width[1]}, bend, lean, variety, span};
    const World world = arrangement.world();
    bumps = island::bumps_of(island::Ranges(settings, arrangement.stream()).segments(), reach, heights == Heights::own,
                             world.wraps_x(), world.wraps_y());
  }

  void paint(Tile& tile) const {
    constexpr std::int64_t piece = 128;  // cells that are looked at together: few bumps meet them
    const std::vector<float> across = shares(tile.left(), tile.width(), tile.world().width(), tile.world().wraps_x());
    const std::vector<float> down = shares(tile.top(), tile.height(), tile.world().height(), tile.world().wraps_y());
    const auto to = tile[weight];
    tile.each_row([&](std::int64_t y) {
      for (std::int64_t from = 0; from < tile.width(); from += piece) {
        const std::int64_t count = std::min(piece, tile.width() - from), x = tile.left() + from;
        float right[piece], below[piece];
        std::copy_n(across.data() + from, count, right);
        std::fill_n(below, count, down[static_cast<std::size_t>(y - tile.top())]);
        const Rect cells{x, y, count, 1};
        warp(tile, warp_x, "warp_x", cells, tile.world().wraps_x(), right);
        warp(tile, warp_y, "warp_y", cells, tile.world().wraps_y(), below);
        const island::Box box = island::box_around(right, below, count);
        float* row = to.row(y, x);
        std::fill_n(row, count, 1.0f);
        for (const island::Bump& bump : bumps) {
          if (bump.reaches.meets(box)) island::take(bump, right, below, row, count);
        }
        for (std::int64_t i = 0; i < count; ++i) row[i] = 1.0f - row[i];
      }
    });
  }

 private:
  template <class Value>
  static void require_two(const char* name, const std::vector<Value>& ends) {
    if (ends.size() != 2) throw Failure(name, "it has two ends, [least, largest], not " + std::to_string(ends.size()));
    if (ends[1] < ends[0]) throw Failure(name, "the least is above the largest; write them as [least, largest]");
  }

  // Places of cells along an axis, 0 to 1; where the axis wraps the cell after the last would be 1.
  static std::vector<float> shares(std::int64_t from, std::int64_t count, std::int64_t side, bool wraps) {
    const auto whole = static_cast<double>(std::max<std::int64_t>(wraps ? side : side - 1, 1));
    std::vector<float> places;
    for (std::int64_t i = from; i < from + count; ++i)
      places.push_back(static_cast<float>(static_cast<double>(i) / whole));
    return places;
  }

  static void warp(const Tile& tile, In<Field> by, const char* name, const Rect& cells, bool wraps, float* places) {
    if (!tile[by]) return;
    tile.require_finite(by, cells, name);
    const float* row = tile[by].row(cells.y, cells.x);
    for (std::int64_t i = 0; i < cells.width; ++i) places[i] += row[i];
    if (!wraps) return;
    for (std::int64_t i = 0; i < cells.width; ++i) places[i] -= std::floor(places[i]);
  }
};

}  // namespace

TERRAWRIGHT_STAGE(island, spine, Spine)
