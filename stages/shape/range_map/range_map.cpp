// SPDX-License-Identifier: Apache-2.0
// shape.range_map: one range of values onto another.
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "terrawright/stage.hpp"

namespace {

using namespace terrawright;

struct RangeMap {
  In<Field> field;
  Out<Field> mapped;
  std::vector<double> from = {0, 1};
  std::vector<double> to = {0, 1};
  bool offset = true;
  bool clamp = false;
  std::string unit;
  bool weights = false;

  static void describe(Spec<RangeMap>& s) {
    s.stage("shape.range_map", "Maps one range of values linearly onto another.");
    s.source("nl + (v-ol) ((nh-nl) / (oh-ol)) in float64; one-dimensional terrain's mapv; algorithms 3.2");
    s.port(&RangeMap::field, "field", "Any field.");
    s.port(&RangeMap::mapped, "field", "The mapped field, of the same kind.").like("field");
    s.parameter(&RangeMap::from, "from",
                "Range of the field that is mapped: [old low, old high]; low > high inverts it.");
    s.parameter(&RangeMap::to, "to", "Range that it is mapped onto: [new low, new high].");
    s.parameter(&RangeMap::offset, "offset",
                "Whether the old low is subtracted first. false follows the original mapv to the letter, nl + v "
                "(nh-nl) / (oh-ol), which is the same where the old low is 0.");
    s.parameter(&RangeMap::clamp, "clamp", "Whether the result is kept between the two values of `to`.");
    s.parameter(&RangeMap::unit, "unit", "Unit of the result; empty: the unit of the field.");
  }

  void arrange(Arrangement& arrangement) {
    const auto is_float = [](double v) { return std::abs(v) <= std::numeric_limits<float>::max(); };
    for (const auto& [name, ends] : {std::pair{"from", &from}, std::pair{"to", &to}}) {
      if (ends->size() != 2)
        throw Failure(name, "a range has two ends, [low, high], not " + std::to_string(ends->size()));
      if (!is_float(ends->front()) || !is_float(ends->back()))
        throw Failure(name, "this number is too large for float32 cells");
    }
    if (from[0] == from[1]) throw Failure("from", "both ends of the range are the same, so it cannot be mapped");
    if (!unit.empty()) arrangement.set_unit(mapped, unit);
    const std::uint32_t kind = arrangement.kind(field);
    if (kind == TERRAWRIGHT_KIND_HEIGHT && !unit.empty() && unit != "1" && unit != "m") {
      throw Failure("unit", "heights are in m or without unit (1)");
    }
    weights = kind == TERRAWRIGHT_KIND_WEIGHT;
    if (weights && !unit.empty() && unit != "1") throw Failure("unit", "weights have no unit");
    if (weights && std::min(to[0], to[1]) < 0.0) throw Failure("to", "weights lie in 0..1");
    if (weights && std::max(to[0], to[1]) > 1.0) throw Failure("to", "weights lie in 0..1");
  }

  void paint(Tile& tile) const {
    tile.require_finite(field, "field");
    const double factor = (to[1] - to[0]) / (from[1] - from[0]);
    const double start = offset ? from[0] : 0.0;
    const double low = std::min(to[0], to[1]), high = std::max(to[0], to[1]);
    const double base = to[0];
    const bool bounded = clamp || weights;  // weights stay weights
    const auto in = tile[field];
    const auto out = tile[mapped];
    tile.each_row([&](std::int64_t y) {
      const float* row = in.row(y, tile.left());
      float* cells = out.row(y, tile.left());
      for (std::int64_t i = 0; i < tile.width(); ++i) {
        const double v = base + (static_cast<double>(row[i]) - start) * factor;
        const double kept = v < low ? low : v > high ? high : v;
        cells[i] = static_cast<float>(bounded ? kept : v);
      }
    });
    tile.require_finite(mapped, "to", "the mapped value is too large for a layer");
  }
};

}  // namespace

TERRAWRIGHT_STAGE(shape, range_map, RangeMap)
