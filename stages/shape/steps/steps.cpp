// SPDX-License-Identifier: Apache-2.0
// shape.steps: a field in whole steps between its lowest and its highest cell.
#include <string>

#include "terrawright/stage.hpp"

namespace {

using namespace terrawright;

struct Steps {
  In<Field> field;
  Out<Class> steps;
  Out<Field> levels;
  std::int64_t count = 10;

  static void describe(Spec<Steps>& s) {
    s.stage("shape.steps",
            "Divides a field into whole steps, from 0 at its lowest cell to `count` at its highest alone.");
    s.source("trunc((h-lo) k / (hi-lo)) in float64, 0 where all is equal; diamond-square in Clojure; algorithms 3.2");
    s.port(&Steps::field, "field", "Any field.").statistics();
    s.port(&Steps::steps, "steps", "The step of each cell, 0..count, as classes in greys.");
    s.port(&Steps::levels, "field", "The step of each cell as a number: a field of the input's kind, without unit.")
        .like("field")
        .unit("1")
        .by_name();
    s.parameter(&Steps::count, "count", "Number of steps from the lowest cell to the highest.").range(1, 255);
  }

  void arrange(Arrangement& arrangement) const {
    if (arrangement.wanted(levels) && arrangement.kind(field) == TERRAWRIGHT_KIND_WEIGHT && count > 1) {
      throw Failure("count",
                    "weights lie in 0..1, and these steps go beyond 1; read the output `steps`, or take a field that "
                    "is not weights");
    }
    std::vector<LegendEntry> legend;
    for (std::int64_t i = 0; i <= count; ++i) {
      const auto grey = static_cast<std::uint8_t>((255 * i + count / 2) / count);
      const std::int64_t place = count < 62 ? i : i * 61 / count;
      const char glyph = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"[place];
      legend.push_back(
          {static_cast<std::uint16_t>(i), std::to_string(i), {grey, grey, grey, 255}, std::string(1, glyph)});
    }
    arrangement.set_legend(steps, legend);
  }

  void paint(Tile& tile) const {
    tile.require_finite(field, "field");
    const double low = tile.statistics(field).minimum, high = tile.statistics(field).maximum;
    const double range = high - low;
    const auto k = static_cast<double>(count);
    const auto from = tile[field];
    const auto write = [&](auto to) {
      using Cell = std::remove_reference_t<decltype(to(0, 0))>;
      tile.each_cell([&](std::int64_t x, std::int64_t y) {
        const auto h = static_cast<double>(from(x, y));
        std::int64_t step = range == 0.0 ? 0 : static_cast<std::int64_t>((h - low) * k / range);
        if (step == count && h != high) --step;  // where h - low was rounded up to the range
        to(x, y) = static_cast<Cell>(step);
      });
    };
    if (tile.wanted(steps)) write(tile[steps]);
    if (tile.wanted(levels)) write(tile[levels]);
  }
};

}  // namespace

TERRAWRIGHT_STAGE(shape, steps, Steps)
