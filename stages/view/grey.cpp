// SPDX-License-Identifier: Apache-2.0
// view.grey: any field as greys, black lowest and white highest.
#include <cmath>

#include "terrawright/stage.hpp"
#include "tint.hpp"

namespace {

using namespace terrawright;
using namespace terrawright::view;

struct Grey {
  In<Field> field;
  Out<Picture> picture;
  Out<Weight> share;

  static void describe(Spec<Grey>& s) {
    s.stage("view.grey", "Any field as greys between its lowest cell, black, and its highest, white.");
    s.source("floor(255 t + 1/2) of t = (h-lo)/(hi-lo) in float64; algorithms 3.4");
    s.port(&Grey::field, "field", "Heights or any other field.").statistics();
    s.port(&Grey::picture, "picture", "The picture in 8-bit greys.");
    s.port(&Grey::share, "grey", "The grey as a number 0..1; a .png file holds it in 16 bits: floor(65535 t + 1/2).")
        .unit("1")
        .by_name();
  }

  void paint(Tile& tile) const {
    const auto from = tile[field];
    const auto to = tile[picture];
    const auto shares = tile[share];
    tile.require_finite(field, "field");
    const Spread spread(tile.statistics(field));
    tile.each_cell([&](std::int64_t x, std::int64_t y) {
      const double t = spread.share(from(x, y));
      if (shares) shares(x, y) = static_cast<float>(t);
      if (!to) return;
      const auto grey = static_cast<std::uint8_t>(std::floor(255.0 * t + 0.5));
      to(x, y) = {grey, grey, grey, 255};
    });
  }
};

}  // namespace

TERRAWRIGHT_STAGE(view, grey, Grey)
