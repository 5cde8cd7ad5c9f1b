// SPDX-License-Identifier: Apache-2.0
// Row 2: how heights part with distance.
#include <cmath>

#include "field.hpp"

namespace terrawright::metrics {
namespace {

// Half the slope of log gamma(r), r = 2, 4 ... 64, along rows and columns.
double hurst_of(const Field& field) {
  std::vector<double> distance, difference;
  for (int r = 2; r <= 64; r *= 2) {
    double squares = 0, count = 0;
    for (int y = 0; y < field.side; ++y) {
      for (int x = 0; x + r < field.side; ++x) {
        const double across = field.at(x + r, y) - field.at(x, y), down = field.at(y, x + r) - field.at(y, x);
        squares += across * across + down * down;
        count += 2;
      }
    }
    distance.push_back(std::log2(r));
    difference.push_back(std::log2(squares / count));
  }
  return slope(distance, difference) / 2;
}

}  // namespace

Row variogram_slope() {
  return {2,
          "variogram: H",
          "half the slope of log gamma(r), r = 2..64: H, biased by a logarithm near 1",
          "fractional Brownian motion: Voss; Saupe",
          4,
          [](const Scope& scope) {
            std::vector<Line> lines;
            for (const Law& law : {spectral, diamond_square, cubic}) {
              for (const double hurst : {0.5, 0.75, 1.0}) {
                const Range expected = hurst == 1.0 ? Range{0.78, 0.90} : around(hurst, 0.12);
                lines.push_back(ensemble(law, hurst, 9, scope.of(24), expected, hurst_of));
              }
            }
            lines.push_back(faulty(ensemble(cubic, 0.75, 9, scope.of(24), around(0.5, 0.12), hurst_of)));
            return lines;
          }};
}

}  // namespace terrawright::metrics
