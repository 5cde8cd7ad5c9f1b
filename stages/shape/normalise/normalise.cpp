// SPDX-License-Identifier: Apache-2.0
// shape.normalise: the lowest cell gets 0 and the highest 1.
#include "terrawright/stage.hpp"

namespace {

using namespace terrawright;

struct Normalise {
  In<Field> field;
  Out<Field> normalised;
  Out<Weight> weight;

  static void describe(Spec<Normalise>& s) {
    s.stage("shape.normalise",
            "Scales a field to 0..1: its lowest cell becomes 0, its highest 1; a constant field becomes 0.");
    s.source("(h-lo) / (hi-lo) in float64; Fractal terrain by midpoint displacement; algorithms 3.2");
    s.port(&Normalise::field, "field", "Any field.").statistics();
    s.port(&Normalise::normalised, "field", "The field scaled to 0..1, of the same kind and without unit.")
        .like("field")
        .unit("1");
    s.port(&Normalise::weight, "weight", "The field scaled to 0..1, as weights.").unit("1").by_name();
  }

  void paint(Tile& tile) const {
    tile.require_finite(field, "field");
    const double low = tile.statistics(field).minimum;
    const double range = tile.statistics(field).maximum - low;
    const auto from = tile[field];
    const auto write = [&](auto to) {
      tile.each_row([&](std::int64_t y) {
        const float* row = from.row(y, tile.left());
        float* out = to.row(y, tile.left());
        for (std::int64_t i = 0; i < tile.width(); ++i) {
          out[i] = range == 0.0 ? 0.0f : static_cast<float>((static_cast<double>(row[i]) - low) / range);
        }
      });
    };
    if (tile.wanted(normalised)) write(tile[normalised]);
    if (tile.wanted(weight)) write(tile[weight]);
  }
};

}  // namespace

TERRAWRIGHT_STAGE(shape, normalise, Normalise)
