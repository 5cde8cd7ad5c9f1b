// SPDX-License-Identifier: Apache-2.0
#include "fourier.hpp"

#include <algorithm>
#include <cmath>
#include <kissfft/kissfft.hh>

#include "terrawright/random.h"

namespace terrawright::metrics {
namespace {

constexpr double full_turn = 6.28318530717958647692;

// Heights less the plane a x + b y + c that fits best.
std::vector<double> without_plane(const Field& field, int n) {
  const double middle = (n - 1) / 2.0;
  double sum = 0, along_x = 0, along_y = 0, squares = 0;
  for (int i = 0; i < n; ++i) squares += n * (i - middle) * (i - middle);
  for (int y = 0; y < n; ++y) {
    for (int x = 0; x < n; ++x) {
      sum += field.at(x, y);
      along_x += (x - middle) * field.at(x, y);
      along_y += (y - middle) * field.at(x, y);
    }
  }
  std::vector<double> rest;
  for (int y = 0; y < n; ++y) {
    for (int x = 0; x < n; ++x) {
      rest.push_back(field.at(x, y) - sum / n / n - (x - middle) * along_x / squares -
                     (y - middle) * along_y / squares);
    }
  }
  return rest;
}

}  // namespace

void transform(std::vector<std::complex<double>>& values, int side, bool inverse) {
  const auto n = static_cast<std::size_t>(side);
  const kissfft<double> line(n, inverse);
  std::vector<std::complex<double>> from(n), to(n);
  for (std::size_t y = 0; y < n; ++y) {
    line.transform(&values[y * n], to.data());
    std::copy(to.begin(), to.end(), values.begin() + static_cast<std::ptrdiff_t>(y * n));
  }
  for (std::size_t x = 0; x < n; ++x) {
    for (std::size_t y = 0; y < n; ++y) from[y] = values[y * n + x];
    line.transform(from.data(), to.data());
    for (std::size_t y = 0; y < n; ++y) values[y * n + x] = to[y];
  }
}

Spectrum spectrum(const Field& field) {
  int n = 1;
  while (2 * n <= field.side) n *= 2;
  std::vector<std::complex<double>> values;
  const std::vector<double> rest = without_plane(field, n);
  for (int y = 0; y < n; ++y) {
    for (int x = 0; x < n; ++x) {
      const auto hann = [&](int i) { return 0.5 - 0.5 * std::cos(full_turn * i / n); };
      values.emplace_back(field.periodic ? field.at(x, y)
                                         : rest[static_cast<std::size_t>(y * n + x)] * hann(x) * hann(y));
    }
  }
  transform(values, n, false);
  Spectrum spectrum{n, {}};
  for (const auto& value : values) spectrum.power.push_back(std::norm(value) / n / n);
  return spectrum;
}

Field synthesised(double hurst, int side, std::uint64_t seed) {
  const std::uint64_t stream = terrawright_stream(seed, "spectral", 8);
  std::vector<std::complex<double>> waves(static_cast<std::size_t>(side * side));
  const Spectrum numbering{side, {}};
  for (int y = 0; y < side; ++y) {
    const auto radii = terrawright_key_of_row(stream, y, TERRAWRIGHT_FOR_NOISE, 0, 0);
    const auto turns = terrawright_key_of_row(stream, y, TERRAWRIGHT_FOR_NOISE, 0, 1);
    for (int x = 0; x < side; ++x) {
      const double k = std::hypot(numbering.wave(x), numbering.wave(y));
      if (k == 0) continue;
      const double u = 1.0 - static_cast<double>(terrawright_unit(terrawright_word(radii, x)));
      const double turn = static_cast<double>(terrawright_unit(terrawright_word(turns, x)));
      waves[static_cast<std::size_t>(y * side + x)] =
          std::polar(std::sqrt(-2 * std::log(u)) * std::pow(k, -hurst - 1), full_turn * turn);
    }
  }
  transform(waves, side, true);
  Field field{side, true, {}};
  for (const auto& value : waves) field.cells.push_back(static_cast<float>(value.real()));
  return field;
}

}  // namespace terrawright::metrics
