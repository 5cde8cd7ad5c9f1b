// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <complex>
#include <cstdint>
#include <vector>

#include "field.hpp"

namespace terrawright::metrics {

// The discrete Fourier transform of side x side values, in place. Inverse: not divided by their number.
void transform(std::vector<std::complex<double>>& values, int side, bool inverse);

// Power |FFT|^2 / n^2 of the first n = 2^k cells a side: less its best plane and under a Hann window, unless periodic.
struct Spectrum {
  int side = 0;
  std::vector<double> power;
  // Signed wave number, in cycles a side, of index i.
  int wave(int i) const { return i <= side / 2 ? i : i - side; }
};
Spectrum spectrum(const Field& field);

// Gaussian field of power k^-(2H+2), periodic, side x side: what theory means by fractal heights. It calibrates the
// measures, and owes nothing to the stages.
Field synthesised(double hurst, int side, std::uint64_t seed);

}  // namespace terrawright::metrics
