// SPDX-License-Identifier: Apache-2.0
#include "sight.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace terrawright::map {
namespace {

using Three = std::array<double, 3>;
using Matrix = std::array<Three, 3>;

constexpr Matrix seen_by[] = {
    {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
    {{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}},
    {{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}},
    {{{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}}};
// For sRGB under D65.
constexpr Matrix to_xyz = {
    {{0.4124564, 0.3575761, 0.1804375}, {0.2126729, 0.7151522, 0.0721750}, {0.0193339, 0.1191920, 0.9503041}}};
constexpr Three white = {0.95047, 1.0, 1.08883};

Three times(const Matrix& m, const Three& v) {
  Three to{};
  for (std::size_t i = 0; i < 3; ++i) to[i] = m[i][0] * v[0] + m[i][1] * v[1] + m[i][2] * v[2];
  return to;
}

// The n-th root of a number from 0.001 to 1.2, by Newton from above.
double root(double value, int n) {
  double x = 1.1;
  for (int step = 0; step < 60; ++step) {
    double power = x;
    for (int k = 2; k < n; ++k) power = power * x;
    x = ((n - 1) * x + value / power) / n;
  }
  return x;
}

double linear(std::uint8_t byte) {
  const double v = byte / 255.0;
  if (v <= 0.04045) return v / 12.92;
  const double w = (v + 0.055) / 1.055, square = w * w;
  return square * root(square, 5);  // w to the power of 2.4
}

Three lab(Colour c, Sight sight) {
  Three rgb = times(seen_by[static_cast<int>(sight)], {linear(c.red), linear(c.green), linear(c.blue)});
  for (double& v : rgb) v = std::clamp(v, 0.0, 1.0);
  Three xyz = times(to_xyz, rgb);
  for (std::size_t i = 0; i < 3; ++i) {
    const double v = xyz[i] / white[i];
    xyz[i] = v > 216.0 / 24389 ? root(v, 3) : (24389.0 / 27 * v + 16) / 116;
  }
  return {116 * xyz[1] - 16, 500 * (xyz[0] - xyz[1]), 200 * (xyz[1] - xyz[2])};
}

}  // namespace

const char* name_of(Sight sight) {
  static constexpr const char* names[] = {"full colour sight", "sight without red cones (protan)",
                                          "sight without green cones (deutan)", "sight without blue cones (tritan)"};
  return names[static_cast<int>(sight)];
}

double distance(Colour a, Colour b, Sight sight) {
  const Three p = lab(a, sight), q = lab(b, sight);
  const double l = p[0] - q[0], x = p[1] - q[1], y = p[2] - q[2];
  return std::sqrt(l * l + x * x + y * y);
}

Nearness nearness(Colour a, Colour b) {
  Nearness worst{1e9, Sight::normal};
  for (const Sight sight : sights) {
    const double found = distance(a, b, sight);
    if (found < worst.distance) worst = {found, sight};
  }
  return worst;
}

}  // namespace terrawright::map
