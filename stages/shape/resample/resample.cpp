// SPDX-License-Identifier: Apache-2.0
// shape.resample: slopes by cubic resampling. Every 2^b-th cell is kept and the ones between are redrawn.
#include <algorithm>
#include <string>
#include <vector>

#include "terrawright/magnify.hpp"
#include "terrawright/stage.hpp"

namespace {

using namespace terrawright;

// The kept cells that a rectangle of cells needs: of each axis, the numbers first .. first + count - 1.
struct Kept {
  std::int64_t first, count;
  Kept(std::int64_t start, std::int64_t length, std::int64_t spacing)
      : first(start / spacing - 1), count((start + length - 1) / spacing + 2 - first + 1) {}
};

struct Resample {
  In<Field> field;
  Out<Field> resampled;
  std::int64_t octaves = 2;
  Kernel kernel = Kernel::catmull;
  bool monotone = false;
  bool weights = false;

  static void describe(Spec<Resample>& s) {
    s.stage("shape.resample",
            "Smooths a field: every 2^octaves-th cell is kept, and the cells between are interpolated from those.");
    s.source("separable Catmull-Rom or B-spline, rows, then columns; Catmull and Rom 1974; algorithms 7.3 and 10");
    s.revision(2);  // 2: sees across the edges of a world that wraps
    s.port(&Resample::field, "field", "Any field.").window([](const Resample& r, const Rect& tile) {
      const std::int64_t spacing = r.spacing();
      const Kept x(tile.x, tile.width, spacing), y(tile.y, tile.height, spacing);
      // A last cell that lies between kept ones stands for the kept one beyond it.
      return Rect{x.first * spacing, y.first * spacing, x.count * spacing, y.count * spacing};
    });
    s.port(&Resample::resampled, "field", "The smoothed field; weights stay in 0..1.").like("field");
    s.parameter(&Resample::octaves, "octaves",
                "Cells that are kept along each axis: every second (1), fourth (2) or eighth (3).")
        .range(1, 3);
    s.parameter(&Resample::kernel, "kernel", "Interpolation of the cells between the kept ones.")
        .choices({"bspline", "catmull", "cosine", "linear"})
        .choice_docs({"Smooths, and never overshoots.",
                      "Passes through the values; may overshoot by 12.5 % of the local step along each axis.",
                      "Passes through the values, level at each of them.",
                      "Straight lines between the values, with kinks."});
    s.parameter(&Resample::monotone, "monotone",
                "Whether each cell is held between the lowest and the highest kept cell around it.");
  }

  std::int64_t spacing() const { return std::int64_t{1} << octaves; }

  void arrange(Arrangement& arrangement) {
    const World& world = arrangement.world();
    if (world.wraps_x()) refuse_uneven(world.width(), "width");
    if (world.wraps_y()) refuse_uneven(world.height(), "height");
    weights = arrangement.kind(field) == TERRAWRIGHT_KIND_WEIGHT;
  }

  // If the world wraps, the kept cells must continue at its start.
  void refuse_uneven(std::int64_t side, const char* name) const {
    if (side % spacing() == 0) return;
    throw Failure("octaves", "the world wraps, so that every " + std::to_string(spacing()) +
                                 "th cell is kept only where its sides are multiples of that, and its " + name +
                                 " is " + std::to_string(side) + " cells; change the size, or set wrap: none");
  }

  void paint(Tile& tile) const {
    tile.require_finite(field, "field");
    const Kept across(tile.left(), tile.width(), spacing()), down(tile.top(), tile.height(), spacing());
    const auto from = tile[field];
    const Rect& seen = from.area();
    std::vector<float> grid;
    grid.reserve(static_cast<std::size_t>(across.count * down.count));
    for (std::int64_t j = down.first; j < down.first + down.count; ++j) {
      for (std::int64_t i = across.first; i < across.first + across.count; ++i) {
        grid.push_back(from(std::clamp(i * spacing(), seen.x, seen.x + seen.width - 1),
                            std::clamp(j * spacing(), seen.y, seen.y + seen.height - 1)));
      }
    }
    const std::int64_t x0 = across.first * spacing(), y0 = down.first * spacing();
    const Rect area{tile.left() - x0, tile.top() - y0, tile.width(), tile.height()};
    const auto to = tile[resampled];
    magnify(kernel, grid.data(), MagnifyAxis{1, spacing(), across.count}, MagnifyAxis{1, spacing(), down.count}, area,
            [&](std::int64_t y, float* values) {
              tile.poll();
              if (monotone) keep_between(grid, across.count, y, area, values);
              if (weights) {
                for (std::int64_t x = 0; x < area.width; ++x) values[x] = std::clamp(values[x], 0.0f, 1.0f);
              }
              std::copy_n(values, area.width, to.row(y + y0, tile.left()));
            });
  }

  // Clamps a row to the range of the 4 x 4 kept cells around each of its cells.
  void keep_between(const std::vector<float>& grid, std::int64_t stride, std::int64_t y, const Rect& area,
                    float* values) const {
    const std::int64_t j = y / spacing();
    for (std::int64_t x = area.x; x < area.x + area.width;) {
      const std::int64_t i = x / spacing();
      float lowest = grid[static_cast<std::size_t>(j * stride + i)], highest = lowest;
      for (std::int64_t b = j - 1; b <= j + 2; ++b) {
        for (std::int64_t a = i - 1; a <= i + 2; ++a) {
          const float kept = grid[static_cast<std::size_t>(b * stride + a)];
          lowest = std::min(lowest, kept);
          highest = std::max(highest, kept);
        }
      }
      const std::int64_t end = std::min((i + 1) * spacing(), area.x + area.width);
      for (; x < end; ++x) values[x - area.x] = std::clamp(values[x - area.x], lowest, highest);
    }
  }
};

}  // namespace

TERRAWRIGHT_STAGE(shape, resample, Resample)
