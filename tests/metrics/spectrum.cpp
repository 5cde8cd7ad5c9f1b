// SPDX-License-Identifier: Apache-2.0
// Rows 1 and 3: how power falls with wave number, and whether it does so alike in all directions.
#include <cmath>
#include <map>

#include "fourier.hpp"

namespace terrawright::metrics {
namespace {

constexpr int n = 9;

// Over quarter octaves, 4 <= k <= side / 8.
double beta(const Field& field) {
  const Spectrum found = spectrum(field);
  struct Bin {
    double power = 0, log_k = 0, count = 0;
  };
  std::map<int, Bin> bins;
  for (int y = 0; y < found.side; ++y) {
    for (int x = 0; x < found.side; ++x) {
      const double k = std::hypot(found.wave(x), found.wave(y));
      if (k < 4 || k > found.side / 8) continue;
      Bin& bin = bins[static_cast<int>(std::floor(4 * std::log2(k)))];
      bin.power += found.power[static_cast<std::size_t>(y * found.side + x)];
      bin.log_k += std::log2(k);
      ++bin.count;
    }
  }
  std::vector<double> k, power;
  for (const auto& [octave, bin] : bins) {
    k.push_back(bin.log_k / bin.count);
    power.push_back(std::log2(bin.power / bin.count));
  }
  return -slope(k, power);
}

// Over the three octaves side / 64 <= k <= side / 8.
double octaves_of_anisotropy(const Field& field) {
  const Spectrum found = spectrum(field);
  const double narrow = std::tan(8.0 * std::acos(-1.0) / 180.0);
  double axes = 0, diagonals = 0, on_axes = 0, on_diagonals = 0;
  for (int y = 0; y < found.side; ++y) {
    for (int x = 0; x < found.side; ++x) {
      const double u = std::abs(found.wave(x)), v = std::abs(found.wave(y)), k = std::hypot(u, v);
      if (k < found.side / 64 || k > found.side / 8) continue;
      const double power = found.power[static_cast<std::size_t>(y * found.side + x)] * k * k * k * k;
      if (std::min(u, v) <= narrow * std::max(u, v)) {
        axes += power;
        ++on_axes;
      } else if (std::abs(u - v) <= narrow * (u + v)) {
        diagonals += power;
        ++on_diagonals;
      }
    }
  }
  return std::log2((axes / on_axes) / (diagonals / on_diagonals));
}

}  // namespace

Row spectral_slope() {
  return {1,
          "spectral slope beta",
          "minus the slope of log mean power on log k, quarter octaves, 4 <= k <= n/8: 2 H + 2",
          "fractional Brownian motion: Voss; Saupe",
          4,
          [](const Scope& scope) {
            std::vector<Line> lines;
            for (const Law& law : {spectral, midpoint_corners, diamond_square, substep, wrap, cubic}) {
              for (const double hurst : {0.5, 0.75, 1.0}) {
                lines.push_back(ensemble(law, hurst, n, scope.of(24), around(2 * hurst + 2, 0.15), beta));
              }
            }
            lines.push_back(faulty(ensemble(cubic, 0.75, n, scope.of(24), around(2 * 0.5 + 2, 0.15), beta)));
            return lines;
          }};
}

Row anisotropy() {
  return {3,
          "anisotropy (octaves)",
          "log2 of k^4-weighted power within 8 degrees of the axes / of the diagonals, three octaves: 0",
          "creases: Miller 1986; Lewis 1987",
          0,
          [](const Scope& scope) {
            std::vector<Line> lines;
            const int seeds = scope.of(24);
            for (const double hurst : {0.5, 0.75, 1.0}) {
              for (const Law& law : {spectral, substep, cubic}) {
                lines.push_back(ensemble(law, hurst, n, seeds, around(0, 0.10), octaves_of_anisotropy));
              }
              lines.push_back(ensemble(diamond_square, hurst, n, seeds, {-0.30, 0}, octaves_of_anisotropy));
              // The measure of creases must detect them.
              const Range seen = hurst == 1.0 ? Range{0.3} : Range{};
              lines.push_back(ensemble(midpoint_corners, hurst, n, seeds, seen, octaves_of_anisotropy));
              lines.push_back(ensemble(midpoint_edges, hurst, n, seeds, seen, octaves_of_anisotropy));
            }
            return lines;
          }};
}

}  // namespace terrawright::metrics
