// SPDX-License-Identifier: Apache-2.0
#include "linear_theory.hpp"

#include <cmath>
#include <complex>
#include <kissfft/kissfft.hh>

namespace terrawright::metrics {
namespace {

using Complex = std::complex<double>;
constexpr double pi = 3.14159265358979323846, seconds_per_hour = 3600;

// Along rows and columns, in place. Inverse: not divided by their number.
void transform(std::vector<Complex>& values, int width, int rows, bool inverse) {
  const auto w = static_cast<std::size_t>(width), h = static_cast<std::size_t>(rows);
  std::vector<Complex> line(w), turned(w);
  const kissfft<double> along(w, inverse);
  for (std::size_t y = 0; y < h; ++y) {
    along.transform(&values[y * w], turned.data());
    for (std::size_t x = 0; x < w; ++x) values[y * w + x] = turned[x];
  }
  if (h == 1) return;
  const kissfft<double> down(h, inverse);
  line.resize(h), turned.resize(h);
  for (std::size_t x = 0; x < w; ++x) {
    for (std::size_t y = 0; y < h; ++y) line[y] = values[y * w + x];
    down.transform(line.data(), turned.data());
    for (std::size_t y = 0; y < h; ++y) values[y * w + x] = turned[y];
  }
}

// 1 - i m H_w.
Complex lifting(double sigma, double k, double l, const Air& air) {
  const double squares = k * k + l * l, n = air.stability;
  const double sign = sigma > 0 ? 1 : -1;
  if (air.hydrostatic) return {1, -sign * n * std::sqrt(squares) / std::fabs(sigma) * air.vapour_scale};
  const double inside = (n * n - sigma * sigma) / (sigma * sigma) * squares;
  if (inside > 0) return {1, -sign * std::sqrt(inside) * air.vapour_scale};
  return {1 + std::sqrt(-inside) * air.vapour_scale, 0};  // m = i |m|: waves that die out
}

// exp(-x^2) times the integral of exp(t^2) from 0 to x: by Simpson's rule, far out by its asymptotic series.
double dawson(double x) {
  if (std::fabs(x) > 10) {
    double term = 1 / (2 * x), sum = term;
    for (int k = 1; k <= 8; ++k) sum += term *= (2 * k - 1) / (2 * x * x);
    return sum;
  }
  constexpr int n = 4000;
  const auto f = [&](double t) { return std::exp(t * t - x * x); };
  double sum = f(0) + f(x);
  for (int k = 1; k < n; ++k) sum += (k % 2 == 1 ? 4 : 2) * f(x * k / n);
  return sum * x / n / 3;
}

}  // namespace

std::vector<double> linear_rain(const std::vector<double>& height, int width, int rows, double spacing,
                                const Air& air) {
  std::vector<Complex> spectrum(height.begin(), height.end());
  transform(spectrum, width, rows, false);
  const auto wave = [&](int i, int n) { return 2 * pi * (i <= n / 2 ? i : i - n) / (n * spacing); };
  for (int y = 0; y < rows; ++y) {
    for (int x = 0; x < width; ++x) {
      Complex& at = spectrum[static_cast<std::size_t>(y * width + x)];
      const double k = wave(x, width), l = wave(y, rows), sigma = air.wind * k;
      // The shortest wave has no direction of its own.
      if (sigma == 0 || 2 * x == width) {
        at = 0;
        continue;
      }
      at *= air.sensitivity * Complex(0, sigma) /
            (lifting(sigma, k, l, air) * Complex(1, sigma * air.cloud_delay) * Complex(1, sigma * air.fall_delay));
    }
  }
  transform(spectrum, width, rows, true);
  std::vector<double> rain;
  for (const Complex& p : spectrum) rain.push_back(seconds_per_hour * p.real() / (width * rows));
  return rain;
}

double Ridge::height(double x) const { return peak * std::exp(-x * x / (2 * s * s)); }

double Ridge::upslope(double x, const Air& air) const {
  return -seconds_per_hour * air.sensitivity * air.wind * x / (s * s) * height(x);
}

double Ridge::delayed(double x, const Air& air) const {
  const double length = air.wind * air.cloud_delay, mu = x - s * s / length;
  const double e = std::exp(s * s / (2 * length * length) - x / length) * std::erfc(-mu / (s * std::sqrt(2.0)));
  const double a = peak * s / length * std::sqrt(pi / 2) * e;
  const double b = peak / (length * length) * (s * s * std::exp(-x * x / (2 * s * s)) + mu * s * std::sqrt(pi / 2) * e);
  return seconds_per_hour * air.sensitivity * air.wind / length * (a - b);
}

// d/dx D(u) = (1 - 2 u D(u)) du/dx.
double Ridge::waves(double x, const Air& air) const {
  const double a = air.vapour_scale * air.stability / air.wind, u = x / (s * std::sqrt(2.0));
  const double of_height = -x / (s * s) * height(x);
  const double of_dawson = (1 - 2 * u * dawson(u)) / (s * std::sqrt(2.0));
  return seconds_per_hour * air.sensitivity * air.wind / (1 + a * a) *
         (of_height - a * 2 * peak / std::sqrt(pi) * of_dawson);
}

}  // namespace terrawright::metrics
