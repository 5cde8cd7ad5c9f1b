// SPDX-License-Identifier: Apache-2.0
// shape.curve: slopes by control points. Heights are looked up on a smooth curve that never overshoots.
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "monotone_curve.hpp"
#include "terrawright/stage.hpp"

namespace {

using namespace terrawright;

struct Point {
  double from = 0, to = 0;
  static void describe(Parameters<Point>& p) {
    p.parameter(&Point::from, "from",
                "Value of the field; with `level`, the share of the way from the level (0) to the summit (1).");
    p.parameter(&Point::to, "to", "Value that it becomes; with `level`, again as a share of that way.");
  }
};

struct Curve {
  In<Field> field;
  In<Number> level;
  Out<Field> curved;
  std::vector<Point> points = {{0, 0}, {1, 1}};
  shape::MonotoneCurve curve;
  bool on_land = false;

  static void describe(Spec<Curve>& s) {
    s.stage(
        "shape.curve",
        "Maps the values of a field by a smooth curve that passes through control points and never overshoots them.");
    s.source("Fritsch and Carlson 1980, Monotone piecewise cubic interpolation; algorithms 10");
    s.port(&Curve::field, "field", "Any field.").statistics();
    s.port(&Curve::level, "level",
           "The sea level. With it only land is reshaped, points are shares of the way from the level (0) to the "
           "summit (1), and land stays land.")
        .optional();
    s.port(&Curve::curved, "field",
           "The field mapped by the curve; where the curve rises, the order of its values stays.")
        .like("field");
    s.parameter(&Curve::points, "points",
                "Control points of the curve, with ascending `from`. Values below the first or above the last point "
                "become what that point becomes.");
  }

  void arrange(Arrangement& arrangement) {
    on_land = arrangement.connected(level);
    if (on_land && arrangement.unit(level) != arrangement.unit(field)) {
      const auto shown = [](std::string_view unit) {
        return unit == "1" ? " has no unit" : " is in " + std::string(unit);
      };
      throw Failure("level", "the level" + shown(arrangement.unit(level)) + " and the field" +
                                 shown(arrangement.unit(field)) + "; connect a level in the field's unit");
    }
    if (points.size() < 2) throw Failure("points", "a curve needs at least two points");
    std::vector<shape::Knot> knots;
    for (const Point& p : points) {
      const std::string which = "point " + std::to_string(knots.size() + 1);
      if (!(std::abs(p.from) <= largest && std::abs(p.to) <= largest)) {
        throw Failure("points", which + " has a number that is too large for float32 cells");
      }
      if (!knots.empty() && p.from <= knots.back().x) {
        throw Failure("points", which + " does not lie beyond the point before it: `from` must ascend");
      }
      if (arrangement.kind(field) == TERRAWRIGHT_KIND_WEIGHT && (p.to < 0.0 || p.to > 1.0)) {
        throw Failure("points", which + " maps to a value outside 0..1, and the field holds weights");
      }
      knots.push_back({p.from, p.to});
    }
    curve = shape::MonotoneCurve(std::move(knots));
  }

  void paint(Tile& tile) const {
    tile.require_finite(field, "field");
    const auto from = tile[field];
    const auto to = tile[curved];
    if (!on_land) {
      tile.each_cell([&](auto x, auto y) { to(x, y) = static_cast<float>(curve(static_cast<double>(from(x, y)))); });
      return;
    }
    const shape::Shore shore(tile[level]);
    const auto q = static_cast<double>(shore.level);
    const double range = tile.statistics(field).maximum - q;
    tile.each_cell([&](auto x, auto y) {
      const float h = from(x, y);
      if (!shore.is_land(h)) {
        to(x, y) = h;
      } else {
        const double share = (static_cast<double>(h) - q) / range;
        to(x, y) = shore.kept_dry(static_cast<float>(range * curve(share) + q));
      }
    });
    tile.require_finite(curved, "points", "the value is too large for a layer");
  }

  static constexpr double largest = std::numeric_limits<float>::max();
};

}  // namespace

TERRAWRIGHT_STAGE(shape, curve, Curve)
