// SPDX-License-Identifier: Apache-2.0
#include "land_forms.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "stages/sea/flooding.hpp"

namespace terrawright::metrics {
namespace {

// The greatest value within `half` cells along a line of n values, `stride` apart.
void widen(float* values, int n, int stride, int half) {
  std::vector<float> line(static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i) line[static_cast<std::size_t>(i)] = values[static_cast<std::ptrdiff_t>(i) * stride];
  std::vector<int> rising;  // places of candidates, the greatest first
  std::size_t first = 0;
  for (int i = 0; i < n + half; ++i) {
    if (i < n) {
      while (rising.size() > first &&
             line[static_cast<std::size_t>(rising.back())] <= line[static_cast<std::size_t>(i)]) {
        rising.pop_back();
      }
      rising.push_back(i);
    }
    const int middle = i - half;
    if (middle < 0) continue;
    while (rising[first] < middle - half) ++first;
    values[static_cast<std::ptrdiff_t>(middle) * stride] = line[static_cast<std::size_t>(rising[first])];
  }
}

}  // namespace

std::vector<double> slopes_of(const Ground& ground) {
  std::vector<double> slopes(ground.height.size(), -1);
  const auto side = static_cast<std::size_t>(ground.side);
  for (std::size_t y = 1; y + 1 < side; ++y) {
    for (std::size_t x = 1; x + 1 < side; ++x) {
      const std::size_t c = y * side + x;
      const std::size_t around[] = {c, c - 1, c + 1, c - side, c + side};
      if (!std::all_of(std::begin(around), std::end(around), [&](std::size_t n) { return ground.measured[n] != 0; })) {
        continue;
      }
      const auto across = static_cast<double>(ground.height[c + 1] - ground.height[c - 1]);
      const auto down = static_cast<double>(ground.height[c + side] - ground.height[c - side]);
      slopes[c] = 100 * std::hypot(across, down) / (2 * ground.cell);
    }
  }
  return slopes;
}

std::vector<float> relief_of(const Ground& ground) {
  const int side = ground.side, half = std::max(static_cast<int>(2500 / ground.cell + 0.5), 1);
  constexpr float none = -std::numeric_limits<float>::max();
  std::vector<float> highest(ground.height.size(), none), lowest = highest;
  for (std::size_t c = 0; c < highest.size(); ++c) {
    if (ground.measured[c] != 0) highest[c] = ground.height[c], lowest[c] = -ground.height[c];
  }
  for (std::vector<float>* values : {&highest, &lowest}) {
    for (int i = 0; i < side; ++i) widen(values->data() + static_cast<std::ptrdiff_t>(i) * side, side, 1, half);
    for (int i = 0; i < side; ++i) widen(values->data() + i, side, side, half);
  }
  for (std::size_t c = 0; c < highest.size(); ++c) highest[c] += lowest[c];
  return highest;
}

double patches_of(const Ground& ground, const std::vector<std::uint8_t>& is_flat, double least) {
  double cells = 0, all = 0;
  for (const auto& patch : test::components_of(is_flat, ground.side, ground.side, 1, false)) {
    const auto size = static_cast<double>(patch.size());
    cells += size * ground.cell * ground.cell >= least * 1e6 ? size : 0;
  }
  for (const std::uint8_t measured : ground.measured) all += measured;
  return 100 * cells / all;
}

double hurst_of(const Ground& ground, const std::vector<float>& relief, Range of_class, int reach) {
  double squares[2] = {0, 0}, count[2] = {0, 0};
  const int side = ground.side;
  const auto counts = [&](std::size_t c) {
    return ground.measured[c] != 0 && of_class.holds(static_cast<double>(relief[c]));
  };
  const auto pair = [&](int lag, std::size_t from, std::size_t to) {
    if (!counts(to)) return;
    const auto apart = static_cast<double>(ground.height[to] - ground.height[from]);
    squares[lag] += apart * apart, count[lag] += 1;
  };
  for (int y = 0; y < side; ++y) {
    for (int x = 0; x < side; ++x) {
      const auto c = static_cast<std::size_t>(y * side + x);
      if (!counts(c)) continue;
      for (int lag = 0; lag < 2; ++lag) {
        const int far = reach << lag;
        if (x + far < side) pair(lag, c, c + static_cast<std::size_t>(far));
        if (y + far < side) pair(lag, c, c + static_cast<std::size_t>(far * side));
      }
    }
  }
  return std::log2(squares[1] / count[1] / (squares[0] / count[0])) / 2;
}

}  // namespace terrawright::metrics
