// SPDX-License-Identifier: Apache-2.0
// A small sample of a world, and where it says that a rank lies.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "selection.hpp"
#include "terrawright/random.h"

namespace terrawright::sea {

inline Rect common(const Rect& a, const Rect& b) {
  const std::int64_t left = std::max(a.x, b.x), right = std::min(a.x + a.width, b.x + b.width);
  const std::int64_t top = std::max(a.y, b.y), bottom = std::min(a.y + a.height, b.y + b.height);
  return {left, top, std::max<std::int64_t>(right - left, 0), std::max<std::int64_t>(bottom - top, 0)};
}

// One cell of each of at most 128 x 128 blocks of `domain`, those that lie in `area`: the same cells under any
// tiling. The places are jittered, because samples in straight lines mislead on terrain.
inline std::vector<std::uint32_t> sample(const View<const float>& cells, const Rect& domain, const Rect& area) {
  const std::int64_t columns = std::min<std::int64_t>(domain.width, 128);
  const std::int64_t rows = std::min<std::int64_t>(domain.height, 128);
  const auto place = [](std::int64_t begin, std::int64_t cells_, std::int64_t n, std::int64_t i, std::uint32_t word) {
    const std::int64_t from = i * cells_ / n, to = (i + 1) * cells_ / n;
    return begin + from + terrawright_below(word, static_cast<std::uint32_t>(to - from));
  };
  std::vector<std::uint32_t> keys;
  // Blocks that can reach the area: floor((p - begin) n / cells), with one more on each side.
  const std::int64_t top = std::max<std::int64_t>((area.y - domain.y) * rows / domain.height - 1, 0);
  const std::int64_t bottom = std::min((area.y + area.height - domain.y) * rows / domain.height + 1, rows);
  const std::int64_t left = std::max<std::int64_t>((area.x - domain.x) * columns / domain.width - 1, 0);
  const std::int64_t right = std::min((area.x + area.width - domain.x) * columns / domain.width + 1, columns);
  for (std::int64_t j = top; j < bottom; ++j) {
    for (std::int64_t i = left; i < right; ++i) {
      const std::uint64_t words = terrawright_mix64(static_cast<std::uint64_t>(j * 128 + i));
      const std::int64_t x = place(domain.x, domain.width, columns, i, static_cast<std::uint32_t>(words));
      const std::int64_t y = place(domain.y, domain.height, rows, j, static_cast<std::uint32_t>(words >> 32));
      const bool inside = x >= area.x && x < area.x + area.width && y >= area.y && y < area.y + area.height;
      if (inside) keys.push_back(ordered_bits(cells(x, y)));
    }
  }
  return keys;
}

// The keys between which the element of `rank` among n probably lies: four standard deviations of white noise to
// each side, within lowest .. highest.
inline Bracket guess(std::vector<std::uint32_t> keys, std::uint64_t rank, std::uint64_t n, std::uint32_t lowest,
                     std::uint32_t highest) {
  if (keys.empty()) return bracket(lowest, highest);
  const auto size = static_cast<double>(keys.size());
  const double share = (static_cast<double>(rank) + 0.5) / static_cast<double>(n);
  const double off = 4.0 * std::sqrt(size * share * (1.0 - share)) + 2.0;
  const double from = std::floor(share * size - off), to = std::floor(share * size + off);
  const auto sorted = [&](double place) {
    const auto at = keys.begin() + static_cast<std::ptrdiff_t>(place);
    std::nth_element(keys.begin(), at, keys.end());
    return *at;
  };
  return bracket(from < 0.0 ? lowest : sorted(from), to >= size ? highest : sorted(to));
}

}  // namespace terrawright::sea
