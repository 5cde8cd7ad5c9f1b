// SPDX-License-Identifier: Apache-2.0
// Islets and ponds by a queue over cells: slow, plain and written apart from the stage.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace terrawright::test {

struct Flooding {
  std::size_t keep = 1, min_area = 0, max_pond = 16;
  bool land_is_eight = false;
};

struct Flooded {
  std::vector<float> heights;
  std::vector<std::uint8_t> land, ocean;
  std::size_t components = 0, islands = 0, removed = 0, filled = 0, inland_left = 0;
};

// The components of cells with `value`, by first cell; each lists its cells.
inline std::vector<std::vector<std::size_t>> components_of(const std::vector<std::uint8_t>& mask, int width, int height,
                                                           std::uint8_t value, bool eight) {
  std::vector<std::uint8_t> seen(mask.size());
  std::vector<std::vector<std::size_t>> all;
  for (std::size_t first = 0; first < mask.size(); ++first) {
    if (mask[first] != value || seen[first]) continue;
    seen[first] = 1;
    std::vector<std::size_t> cells{first};
    for (std::size_t k = 0; k < cells.size(); ++k) {
      const int x = static_cast<int>(cells[k]) % width, y = static_cast<int>(cells[k]) / width;
      for (int dy = -1; dy <= 1; ++dy) {
        for (int dx = -1; dx <= 1; ++dx) {
          if (!eight && dx != 0 && dy != 0) continue;
          if (x + dx < 0 || y + dy < 0 || x + dx >= width || y + dy >= height) continue;
          const auto next = static_cast<std::size_t>((y + dy) * width + x + dx);
          if (mask[next] != value || seen[next]) continue;
          seen[next] = 1;
          cells.push_back(next);
        }
      }
    }
    all.push_back(cells);
  }
  return all;
}

inline Flooded flood(std::vector<float> heights, int width, int height, float level, const Flooding& rules) {
  Flooded result;
  std::vector<std::uint8_t> land(heights.size());
  for (std::size_t i = 0; i < land.size(); ++i) land[i] = heights[i] > level;

  auto islands = components_of(land, width, height, 1, rules.land_is_eight);
  result.components = islands.size();
  std::stable_sort(islands.begin(), islands.end(), [](auto& a, auto& b) { return a.size() > b.size(); });
  for (std::size_t label = 0; label < islands.size(); ++label) {
    if (label < rules.keep && islands[label].size() >= rules.min_area) continue;
    result.removed += islands[label].size();
    for (const std::size_t i : islands[label]) {
      heights[i] = std::min(level, level - 0.5f * (heights[i] - level));
      land[i] = 0;
    }
  }

  result.ocean.resize(land.size());
  for (const auto& water : components_of(land, width, height, 0, !rules.land_is_eight)) {
    const bool ocean = std::any_of(water.begin(), water.end(), [&](std::size_t i) {
      const int x = static_cast<int>(i) % width, y = static_cast<int>(i) / width;
      return x == 0 || y == 0 || x + 1 == width || y + 1 == height;
    });
    if (ocean) {
      for (const std::size_t i : water) result.ocean[i] = 1;
    } else if (water.size() <= rules.max_pond) {
      result.filled += water.size();
      for (const std::size_t i : water) {
        heights[i] = std::max(std::nextafter(level, std::numeric_limits<float>::infinity()),
                              level + 0.5f * (level - heights[i]));
        land[i] = 1;
      }
    } else {
      result.inland_left += water.size();
    }
  }
  result.islands = components_of(land, width, height, 1, rules.land_is_eight).size();
  result.heights = heights;
  result.land = land;
  return result;
}

}  // namespace terrawright::test
