// SPDX-License-Identifier: Apache-2.0
// shape.blend: heights combined with a mask or with other heights.
#include <string>

#include "terrawright/stage.hpp"

namespace {

using namespace terrawright;

enum class BlendMode { multiply, base, subtract, add, min, max, mix };

struct Blend {
  In<Height> a;
  In<Field> b;
  Out<Height> height;
  BlendMode mode = BlendMode::multiply;
  double weight = 0.65;
  double strength = 1.0;

  static void describe(Spec<Blend>& s) {
    s.stage("shape.blend", "Heights combined with a mask, with a field or with other heights.");
    s.source("Fractal island generation; algorithms 7.4");
    s.port(&Blend::a, "a", "Heights that are combined with b.");
    s.port(&Blend::b, "b",
           "Mask, field or heights that a is combined with: without unit in `mode: multiply` and `mode: subtract`, "
           "else in a's unit.");
    s.port(&Blend::height, "height", "The combined heights.").like("a");
    s.parameter(&Blend::mode, "mode",
                "multiply: a b. base: w b + (1-w) a. subtract: a - s (1-b). add: a + s b. min, max: the lower, the "
                "higher. mix: a (1-w) + b w. w is the weight, s the strength.")
        .choices({"multiply", "base", "subtract", "add", "min", "max", "mix"});
    s.parameter(&Blend::weight, "weight", "Share w of b in `mode: base` and `mode: mix`.").range(0, 1);
    s.parameter(&Blend::strength, "strength",
                "Factor s of b in `mode: subtract`, there in a's unit, and in `mode: add`.");
  }

  void arrange(Arrangement& arrangement) const {
    const bool is_weight = arrangement.kind(b) == TERRAWRIGHT_KIND_WEIGHT;
    const std::string unit_a(arrangement.unit(a)), unit_b(is_weight ? "1" : arrangement.unit(b));
    if (mode == BlendMode::multiply || mode == BlendMode::subtract) {
      if (unit_b != "1") throw Failure("b", "b must be without unit here, but it is in " + unit_b);
    } else if (unit_a != unit_b) {
      throw Failure("b", "the unit of b is " + unit_b + ", but that of a is " + unit_a);
    }
  }

  template <class Formula>
  void combine(Tile& tile, Formula formula) const {
    const auto from_a = tile[a];
    const auto from_b = tile[b];
    const auto to = tile[height];
    tile.each_row([&](std::int64_t y) {
      const float* row_a = from_a.row(y, tile.left());
      const float* row_b = from_b.row(y, tile.left());
      float* row = to.row(y, tile.left());
      for (std::int64_t i = 0; i < tile.width(); ++i) row[i] = formula(row_a[i], row_b[i]);
    });
  }

  void paint(Tile& tile) const {
    const auto w = static_cast<float>(weight), k = static_cast<float>(strength);
    const float rest = 1.0f - w;
    switch (mode) {
      case BlendMode::multiply:
        return combine(tile, [](float h, float m) { return h * m; });
      case BlendMode::base:
        return combine(tile, [=](float h, float m) { return w * m + rest * h; });
      case BlendMode::subtract:
        return combine(tile, [=](float h, float m) { return h - k * (1.0f - m); });
      case BlendMode::add:
        return combine(tile, [=](float h, float m) { return h + k * m; });
      case BlendMode::min:
        return combine(tile, [](float h, float m) { return m < h ? m : h; });
      case BlendMode::max:
        return combine(tile, [](float h, float m) { return m > h ? m : h; });
      case BlendMode::mix:
        return combine(tile, [=](float h, float m) { return h * rest + m * w; });
    }
  }
};

}  // namespace

TERRAWRIGHT_STAGE(shape, blend, Blend)
