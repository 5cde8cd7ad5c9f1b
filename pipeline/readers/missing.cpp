// SPDX-License-Identifier: Apache-2.0
#include "readers/missing.hpp"

#include <cmath>
#include <stdexcept>
#include <vector>

namespace terrawright::readers {

void fill_missing(float* cells, std::int64_t width, std::int64_t height) {
  const auto neighbour = [&](std::int64_t c, int way) -> std::int64_t {
    const std::int64_t x = c % width;
    if (way == 0) return x > 0 ? c - 1 : -1;
    if (way == 1) return c >= width ? c - width : -1;
    if (way == 2) return x + 1 < width ? c + 1 : -1;
    return c + width < width * height ? c + width : -1;
  };
  // Wave after wave, from the shore of what is missing: a wave sees only the waves before it.
  std::vector<std::int64_t> wave, next;
  std::vector<bool> found(static_cast<std::size_t>(width * height));
  std::int64_t missing = 0;
  const auto beside_data = [&](std::int64_t c) {
    for (int way = 0; way < 4; ++way) {
      const std::int64_t n = neighbour(c, way);
      if (n >= 0 && !std::isnan(cells[n])) return true;
    }
    return false;
  };
  for (std::int64_t c = 0; c < width * height; ++c) {
    if (!std::isnan(cells[c])) continue;
    ++missing;
    if (!beside_data(c)) continue;
    wave.push_back(c);
    found[static_cast<std::size_t>(c)] = true;
  }
  if (missing > 0 && wave.empty()) throw std::runtime_error("none of its samples has data");
  std::vector<float> values;
  while (!wave.empty()) {
    values.clear();
    for (const std::int64_t c : wave) {
      for (int way = 0; way < 4; ++way) {
        const std::int64_t n = neighbour(c, way);
        if (n < 0 || std::isnan(cells[n])) continue;
        values.push_back(cells[n]);
        break;
      }
    }
    for (std::size_t i = 0; i < wave.size(); ++i) cells[wave[i]] = values[i];
    next.clear();
    for (const std::int64_t c : wave) {
      for (int way = 0; way < 4; ++way) {
        const std::int64_t n = neighbour(c, way);
        if (n < 0 || !std::isnan(cells[n]) || found[static_cast<std::size_t>(n)]) continue;
        next.push_back(n);
        found[static_cast<std::size_t>(n)] = true;
      }
    }
    wave.swap(next);
  }
}

}  // namespace terrawright::readers
