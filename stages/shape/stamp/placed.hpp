// SPDX-License-Identifier: Apache-2.0
// Stamps where the table's rows say, in metres from the centre of the top left cell, to the right and down.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "terrawright/stage.hpp"

namespace terrawright::shape {

struct StampPoint {
  std::optional<double> x, y;
  double u = 0.5, v = 0.5, scale = 1, turn = 0;
  std::optional<double> height;

  static void describe(Parameters<StampPoint>& row) {
    row.parameter(&StampPoint::x, "x", "Metres from the centre of the leftmost cells to the right; none: by `u`.")
        .unit("m")
        .word("none");
    row.parameter(&StampPoint::y, "y", "Metres from the centre of the topmost cells down; none: by `v`.")
        .unit("m")
        .word("none");
    row.parameter(&StampPoint::u, "u", "The same as a share of the world's width: 0.5 is the middle.");
    row.parameter(&StampPoint::v, "v", "The same as a share of the world's height.");
    row.parameter(&StampPoint::scale, "scale", "Factor on the radius.").range(0.001, 1000);
    row.parameter(&StampPoint::turn, "turn", "Clockwise turn of the stamp.").unit("deg");
    row.parameter(&StampPoint::height, "height", "Height of this stamp; same: that of all.").word("same");
  }
};

struct Placed {
  double x, y, radius, height;
  double cosine, sine;  // of the turn

  // Position in metres from the stamp's, in radii, along the stamp's own axes.
  double across(double dx, double dy) const { return (cosine * dx + sine * dy) / radius; }
  double along(double dx, double dy) const { return (cosine * dy - sine * dx) / radius; }
};

// A side of the world: metres to where its shares are 1, and the period of their repetition.
struct StampSide {
  double length, period;  // 0: never
  StampSide(std::int64_t cells, double cell, bool wraps)
      : length(static_cast<double>(wraps ? cells : std::max<std::int64_t>(cells - 1, 1)) * cell),
        period(wraps ? static_cast<double>(cells) * cell : 0.0) {}
  // Number of times that a stamp may reach round the world.
  std::int64_t rounds(double reach, std::size_t row) const {
    if (period == 0.0) return 0;
    const double times = std::floor(reach / period) + 1.0;
    if (times > 8.0)
      throw Failure("points",
                    "the stamp of row " + std::to_string(row + 1) + " goes more than 8 times round the world");
    return static_cast<std::int64_t>(times);
  }
  double within(double metres) const { return period == 0.0 ? metres : metres - std::floor(metres / period) * period; }
};

// If the world wraps a stamp is repeated for each time that it may be seen. `corner` is how far a stamp reaches in
// radii.
inline std::vector<Placed> placed(const std::vector<StampPoint>& points, double radius, double height, double corner,
                                  const World& world) {
  const StampSide wide(world.width(), world.cell(), world.wraps_x());
  const StampSide high(world.height(), world.cell(), world.wraps_y());
  std::vector<Placed> all;
  for (std::size_t row = 0; row < points.size(); ++row) {
    const StampPoint& p = points[row];
    const double turn = p.turn / 180.0, size = radius * p.scale;
    const Placed one{wide.within(p.x ? *p.x : p.u * wide.length),
                     high.within(p.y ? *p.y : p.v * high.length),
                     size,
                     p.height.value_or(height),
                     terrawright_cospi(turn),
                     terrawright_sinpi(turn)};
    const std::int64_t columns = wide.rounds(size * corner, row), rows = high.rounds(size * corner, row);
    for (std::int64_t j = -rows; j <= rows; ++j) {
      for (std::int64_t i = -columns; i <= columns; ++i) {
        Placed copy = one;
        copy.x += static_cast<double>(i) * wide.period;
        copy.y += static_cast<double>(j) * high.period;
        all.push_back(copy);
      }
    }
  }
  return all;
}

// The cells of a tile that a stamp may reach, or none.
inline Rect cells_of(const Placed& stamp, double corner, double cell, const Rect& tile) {
  const double reach = stamp.radius * corner;
  const auto stretch = [&](double centre, std::int64_t from, std::int64_t count, std::int64_t& first) {
    const auto least = static_cast<double>(from), most = static_cast<double>(from + count - 1);
    const double low = std::max(std::floor((centre - reach) / cell), least);
    const double high = std::min(std::ceil((centre + reach) / cell), most);
    if (!(low <= high)) return std::int64_t{0};
    first = static_cast<std::int64_t>(low);
    return static_cast<std::int64_t>(high) - first + 1;
  };
  Rect cells{};
  cells.width = stretch(stamp.x, tile.x, tile.width, cells.x);
  cells.height = stretch(stamp.y, tile.y, tile.height, cells.y);
  return cells.width == 0 || cells.height == 0 ? Rect{} : cells;
}

}  // namespace terrawright::shape
