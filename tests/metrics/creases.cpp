// SPDX-License-Identifier: Apache-2.0
// Row 4: whether lines of a coarse lattice show.
#include "field.hpp"
#include "stages/heights/world.hpp"

namespace terrawright::metrics {
namespace {

double index_of(const Field& field) {
  test::Creases creases(64);
  creases.add(field.cells, field.side);
  return creases.index();
}

}  // namespace

Row crease_index() {
  return {4,
          "crease index",
          "rms second difference across lattice lines 64 apart / across other even lines: 1 shows none",
          "after Miller 1986; thresholds ours",
          4,
          [](const Scope& scope) {
            const int seeds = scope.of(24);
            return std::vector<Line>{
                ensemble(cubic, 0.75, 9, seeds, {0, 1.08}, index_of),
                ensemble(cubic, 1.0, 9, seeds, {0, 1.08}, index_of),
                ensemble(diamond_square, 0.75, 9, seeds, {}, index_of),
                ensemble(diamond_square, 1.0, 9, seeds, {0, 1.40}, index_of),
                ensemble(midpoint_corners, 0.75, 9, seeds, {}, index_of),
                // The measure of creases must detect them.
                ensemble(midpoint_corners, 1.0, 9, seeds, {1.2, 1.60}, index_of),
            };
          }};
}

}  // namespace terrawright::metrics
