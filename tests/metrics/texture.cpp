// SPDX-License-Identifier: Apache-2.0
// Row 43: texture shading as a sum of differences of blurs, beside the fractional Laplacian that it stands for.
#include <cmath>

#include "fourier.hpp"
#include "shipped_world.hpp"
#include "view/natural/natural.hpp"

namespace terrawright::metrics {
namespace {

constexpr int texture_side = 512;
constexpr std::int64_t off_the_frame = 64;

using Heights = std::vector<float>;

Heights land_of(std::uint64_t seed) {
  const test::Shipped world{"realistic"};
  const auto all = layers(world, seed, "z: metres", texture_side).cells<float>("metres");
  Heights land;
  for (const float z : all) land.push_back(std::max(z, 0.0f));
  return land;
}

// |k|^0.75 by Fourier transform of the heights, mirrored at their frame.
std::vector<double> transformed(const Heights& z) {
  constexpr int side = 2 * texture_side;
  std::vector<std::complex<double>> waves;
  const auto mirrored = [](int i) { return i < texture_side ? i : side - 1 - i; };
  for (int y = 0; y < side; ++y) {
    for (int x = 0; x < side; ++x) {
      waves.emplace_back(static_cast<double>(z[static_cast<std::size_t>(mirrored(y) * texture_side + mirrored(x))]));
    }
  }
  metrics::transform(waves, side, false);
  const double turn = 2 * 3.14159265358979 / side;
  for (int y = 0; y < side; ++y) {
    for (int x = 0; x < side; ++x) {
      const double k = turn * std::hypot(std::min(x, side - x), std::min(y, side - y));
      waves[static_cast<std::size_t>(y * side + x)] *= std::pow(k, 0.75) / (side * side);
    }
  }
  metrics::transform(waves, side, true);
  std::vector<double> made;
  for (int y = 0; y < texture_side; ++y) {
    for (int x = 0; x < texture_side; ++x) made.push_back(waves[static_cast<std::size_t>(y * side + x)].real());
  }
  return made;
}

// RMS of the difference over that of the transform, on land.
double error_of(const Heights& z, const view::LevelSums::Shares& shares, const std::vector<double>& wanted) {
  const Rect all{0, 0, texture_side, texture_side};
  view::LevelSums sums(all, all, {shares});
  double squares = 0, off = 0;
  for (std::int64_t y = 0; y < texture_side; ++y) {
    sums.go_to(y, [&](std::int64_t row, float* to) {
      std::copy_n(&z[static_cast<std::size_t>(row * texture_side)], texture_side, to);
    });
    for (std::int64_t x = off_the_frame; x < texture_side - off_the_frame; ++x) {
      const auto c = static_cast<std::size_t>(y * texture_side + x);
      if (y < off_the_frame || y >= texture_side - off_the_frame || !(z[c] > 0.0f)) continue;
      const double wrong = static_cast<double>(sums.rows(0).row(y)[x]) - wanted[c];
      squares += wanted[c] * wanted[c], off += wrong * wrong;
    }
  }
  return std::sqrt(off / squares);
}

}  // namespace

Row texture() {
  return {43,
          "texture shading beside the fractional Laplacian",
          "RMS of (sum of differences of six blurs - Fourier transform) over RMS of the transform; land of "
          "configs/realistic.yaml, 512 cells",
          "theory: |k|^0.75, Brown 2010; how near is ours",
          2,
          [](const Scope& scope) {
            Line six{"six octaves", {}, {0, 0.15}, true}, four{"four octaves of them", {}, {0, 0.15}};
            for (int seed = 1; seed <= scope.of(10); ++seed) {
              const Heights z = land_of(static_cast<std::uint64_t>(seed));
              const std::vector<double> wanted = transformed(z);
              view::LevelSums::Shares shares = view::texture_shares();
              six.values.push_back(error_of(z, shares, wanted));
              // The part of the last two octaves.
              shares[4] = -view::texture_weights[3], shares[5] = shares[6] = 0;
              four.values.push_back(error_of(z, shares, wanted));
            }
            return std::vector<Line>{six, faulty(four)};
          }};
}

}  // namespace terrawright::metrics
