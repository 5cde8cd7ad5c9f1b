// SPDX-License-Identifier: Apache-2.0
// What heights and rain have to be, or nothing can be said about water.
#pragma once
#include <cfloat>
#include <cmath>
#include <cstdint>
#include <string>

#include "terrawright/stage.hpp"

namespace terrawright::water {

// Throws Failure{port, ...} at the tile's first cell that is no finite number. `input` is declared with statistics(),
// so that nothing is read where all cells of the world are.
template <class Kind>
void check_finite(const Tile& tile, In<Kind> input, const char* port, const char* what) {
  const Statistics& seen = tile.statistics(input);
  if (seen.nans == 0 && seen.minimum >= -FLT_MAX && seen.maximum <= FLT_MAX) return;
  const auto cells = tile[input];
  tile.each_cell([&](std::int64_t x, std::int64_t y) {
    if (std::isfinite(cells(x, y))) return;
    throw Failure(port, std::string(what) + (std::isnan(cells(x, y)) ? " is NaN" : " is infinite"), x, y);
  });
}

}  // namespace terrawright::water
