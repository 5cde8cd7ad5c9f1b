// SPDX-License-Identifier: Apache-2.0
// Summits and their prominence: land comes out of a falling sea. If two islands meet, the lower summit's prominence is
// its height above that place; a summit that meets none keeps its height above the sea.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "feature/feature_grid.hpp"
#include "terrawright/ordered_bits.hpp"
#include "terrawright/table.hpp"

namespace terrawright::feature {

struct Summit {
  Top top;
  double prominence = 0;  // m
};

// Heights of which noise of single blocks is smoothed away: a binomial of 3 x 3; beyond the edge is the edge.
inline std::vector<float> binomial(const std::vector<float>& z, const FeatureGrid& grid) {
  const auto wide = static_cast<std::size_t>(grid.width);
  std::vector<float> across(z.size()), smooth(z.size());
  for (std::size_t c = 0; c < z.size(); c += wide) {
    for (std::size_t x = 0; x < wide; ++x) {
      const float before = z[c + (x == 0 ? 0 : x - 1)], after = z[c + std::min(x + 1, wide - 1)];
      across[c + x] = (before + after + 2.0f * z[c + x]) / 4.0f;
    }
  }
  for (std::size_t c = 0; c < z.size(); c += wide) {
    const float* const here = &across[c];
    const float* const up = c == 0 ? here : here - wide;
    const float* const down = c + wide == z.size() ? here : here + wide;
    for (std::size_t x = 0; x < wide; ++x) smooth[c + x] = (up[x] + down[x] + 2.0f * here[x]) / 4.0f;
  }
  return smooth;
}

// `level`: heights at which land comes out of the sea. Tops are where summits are and how high. Kept are summits of at
// least `least` metres of prominence, above the place where they meet and of `level` too, so that no spike of one block
// is a mountain: the most prominent first, of equals the highest, then the first block.
inline std::vector<Summit> summits_of(const std::vector<float>& level, const std::vector<std::uint8_t>& land,
                                      const BlockHeights& heights, const FeatureGrid& grid, double least) {
  constexpr std::uint32_t none = UINT32_MAX;
  struct Island {
    Top top;
    float highest;
  };
  std::vector<std::uint32_t> parent(level.size(), none), number(level.size(), none);
  std::vector<Island> islands;
  std::vector<Summit> kept;
  const auto keep = [&](const Island& island, double below) {
    const double prominence = static_cast<double>(island.top.height) - below;
    if (prominence >= least && static_cast<double>(island.highest) - below >= least)
      kept.push_back({island.top, prominence});
  };
  for (const std::uint32_t c : falling(level, land, ordered_bits)) {
    const std::int64_t x = grid.x(c), y = grid.y(c);
    std::uint32_t own = none;
    for (int k = 0; k < 9; ++k) {
      if (k == 4 || !grid.has(x + k % 3 - 1, y + k / 3 - 1)) continue;
      const std::size_t n = grid.at(x + k % 3 - 1, y + k / 3 - 1);
      if (parent[n] == none) continue;
      const std::uint32_t other = root_of(parent, static_cast<std::uint32_t>(n));
      if (other == own) continue;
      if (own == none) {
        own = other;
        continue;
      }
      Island &a = islands[number[own]], &b = islands[number[other]];
      const bool b_stays = is_higher(b.top, a.top);
      keep(b_stays ? a : b, static_cast<double>(level[c]));
      Island& stays = b_stays ? b : a;
      stays.highest = std::max(a.highest, b.highest);
      number[own] = b_stays ? number[other] : number[own];
      parent[other] = own;
    }
    const Top top = heights.top(c);
    if (own == none) {
      own = c;
      number[c] = static_cast<std::uint32_t>(islands.size());
      islands.push_back({top, level[c]});
    }
    parent[c] = own;
    Island& island = islands[number[own]];
    if (is_higher(top, island.top)) island.top = top;
  }
  for (std::uint32_t c = 0; c < parent.size(); ++c) {
    if (parent[c] == c) keep(islands[number[c]], 0.0);
  }
  std::sort(kept.begin(), kept.end(), [](const Summit& a, const Summit& b) {
    return a.prominence != b.prominence ? a.prominence > b.prominence : is_higher(a.top, b.top);
  });
  return kept;
}

// The middle of what is high around a summit. A ridge's highest cell is now here, now there, as the grid falls on it;
// the ridge stays.

constexpr double summit_radius = 1500;  // m

// In cells. Blocks count by the fourth power of how far they stand above the lowest one within the radius.
inline terrawright_point summit_middle(const std::vector<float>& z, const FeatureGrid& grid, std::int64_t x,
                                       std::int64_t y) {
  const double radius = std::min(summit_radius / grid.metres(), 1e4);
  const auto reach = static_cast<std::int64_t>(radius);
  const auto each = [&](auto take) {
    for (std::int64_t j = std::max<std::int64_t>(y - reach, 0); j <= std::min(y + reach, grid.height - 1); ++j) {
      for (std::int64_t i = std::max<std::int64_t>(x - reach, 0); i <= std::min(x + reach, grid.width - 1); ++i) {
        if (static_cast<double>((i - x) * (i - x) + (j - y) * (j - y)) <= radius * radius)
          take(i, j, static_cast<double>(z[grid.at(i, j)]));
      }
    }
  };
  double lowest = INFINITY, all = 0, sum_x = 0, sum_y = 0;
  each([&](std::int64_t, std::int64_t, double height) { lowest = std::min(lowest, height); });
  each([&](std::int64_t i, std::int64_t j, double height) {
    const double above = height - lowest, weight = above * above * above * above;
    all += weight;
    sum_x += weight * static_cast<double>(i - x);
    sum_y += weight * static_cast<double>(j - y);
  });
  const double right = all > 0 ? sum_x / all : 0, down = all > 0 ? sum_y / all : 0;
  return {grid.cell_x(static_cast<double>(x) + right), grid.cell_y(static_cast<double>(y) + down)};
}

}  // namespace terrawright::feature
