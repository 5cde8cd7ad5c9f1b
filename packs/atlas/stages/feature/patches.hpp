// SPDX-License-Identifier: Apache-2.0
// patches.hpp: the connected patches of a mask on the feature grid.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "feature/feature_grid.hpp"

namespace terrawright::feature {

constexpr std::uint32_t no_patch = UINT32_MAX;

// Patches are numbered by their first blocks, row by row; the blocks of each are in the same order.
struct Patches {
  std::vector<std::uint32_t> of;  // the patch of a block, or no_patch
  std::vector<std::uint32_t> blocks;
  std::vector<std::size_t> ends;

  std::size_t count() const { return ends.size(); }
  Items<std::uint32_t> operator[](std::size_t patch) const {
    const std::size_t begin = patch == 0 ? 0 : ends[patch - 1];
    return {blocks.data() + begin, ends[patch] - begin};
  }
};

// Lists of blocks by the numbers of patches, which may have gaps.
inline Patches listed(std::vector<std::uint32_t> of, std::size_t count) {
  Patches patches{std::move(of), {}, std::vector<std::size_t>(count, 0)};
  std::size_t all = 0;
  for (const std::uint32_t p : patches.of) {
    if (p != no_patch) ++patches.ends[p];
  }
  for (std::size_t& end : patches.ends) {
    const std::size_t size = end;
    end = all;
    all += size;
  }
  patches.blocks.resize(all);
  for (std::uint32_t c = 0; c < patches.of.size(); ++c) {
    if (patches.of[c] != no_patch) patches.blocks[patches.ends[patches.of[c]]++] = c;
  }
  return patches;
}

// `diagonal`: blocks that share a corner only are connected too.
inline Patches patches_of(const std::vector<std::uint8_t>& mask, const FeatureGrid& grid, bool diagonal) {
  std::vector<std::uint32_t> of(mask.size(), no_patch), parent;
  const auto wide = static_cast<std::size_t>(grid.width);
  for (std::size_t c = 0, x = 0; c < mask.size(); ++c, x = x + 1 == wide ? 0 : x + 1) {
    if (!mask[c]) continue;
    std::uint32_t own = no_patch;
    const auto join = [&](std::size_t n) {
      if (of[n] == no_patch) return;
      const std::uint32_t other = root_of(parent, of[n]);
      if (own == no_patch || other == own) {
        own = other;
        return;
      }
      parent[std::max(own, other)] = std::min(own, other);
      own = std::min(own, other);
    };
    if (x > 0) join(c - 1);
    if (c >= wide) {
      join(c - wide);
      if (diagonal && x > 0) join(c - wide - 1);
      if (diagonal && x + 1 < wide) join(c - wide + 1);
    }
    if (own == no_patch) {
      own = static_cast<std::uint32_t>(parent.size());
      parent.push_back(own);
    }
    of[c] = own;
  }
  std::vector<std::uint32_t> number(parent.size());
  std::uint32_t count = 0;
  for (std::uint32_t p = 0; p < parent.size(); ++p) number[p] = parent[p] == p ? count++ : number[root_of(parent, p)];
  for (std::uint32_t& p : of) p = p == no_patch ? no_patch : number[p];
  return listed(std::move(of), count);
}

// Those of at least so many blocks, the largest first, of equals the first; at most so many of them.
inline std::vector<std::uint32_t> largest(const Patches& patches, std::int64_t least,
                                          std::optional<std::int64_t> most = std::nullopt) {
  std::vector<std::uint32_t> kept;
  for (std::uint32_t p = 0; p < patches.count(); ++p) {
    if (static_cast<std::int64_t>(patches[p].size()) >= least) kept.push_back(p);
  }
  std::stable_sort(kept.begin(), kept.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return patches[a].size() > patches[b].size(); });
  if (most && kept.size() > static_cast<std::size_t>(*most)) kept.resize(static_cast<std::size_t>(*most));
  return kept;
}

// The exact distance from each block of a mask to the nearest one outside of it. Blocks beyond the
// edge of the world are outside.

// Squares of distances from middle to middle, in blocks; 0 outside. Meijster, Roerdink and Hesselink 2000: columns
// first, then the lower envelope of parabolas along rows, in whole numbers. An outside block ends a run of blocks, and
// hides all parabolas beyond.
inline std::vector<std::int32_t> squared_distances(const std::vector<std::uint8_t>& mask, const FeatureGrid& grid) {
  const auto wide = static_cast<std::size_t>(grid.width);
  std::vector<std::int32_t> steps(mask.size()), before(wide, 0);
  for (std::size_t c = 0; c < mask.size(); c += wide) {
    const std::int32_t* const up = c == 0 ? before.data() : &steps[c - wide];
    for (std::size_t x = 0; x < wide; ++x) steps[c + x] = mask[c + x] ? up[x] + 1 : 0;
  }
  for (std::size_t c = mask.size(); c > 0; c -= wide) {
    std::int32_t* const here = &steps[c - wide];
    const std::int32_t* const down = c == mask.size() ? before.data() : here + wide;
    for (std::size_t x = 0; x < wide; ++x) here[x] = std::min(here[x], down[x] + 1);
  }
  std::vector<std::int64_t> at(wide + 2), from(wide + 2), height(wide + 2);
  for (std::size_t c = 0; c < mask.size(); c += wide) {
    std::int32_t* const row = &steps[c];
    for (std::int64_t x = 0; x < grid.width; ++x) {
      if (row[x] == 0) continue;
      std::int64_t end = x;
      while (end < grid.width && row[end] != 0) ++end;
      // Parabolas from x - 1 to end, both of height 0; `from` is where each begins to be the lowest.
      std::size_t last = 0;
      at[0] = x - 1;
      height[0] = 0;
      from[0] = x - 1;
      for (std::int64_t u = x; u <= end; ++u) {
        const std::int64_t h = u == end ? 0 : std::int64_t{row[u]} * row[u];
        for (;;) {
          const std::int64_t over = u * u - at[last] * at[last] + h - height[last], twice = 2 * (u - at[last]);
          const std::int64_t first = (over >= 0 ? over / twice : -((-over + twice - 1) / twice)) + 1;
          if (first > from[last] || last == 0) {
            if (first > end) break;
            ++last;
            at[last] = u;
            height[last] = h;
            from[last] = first;
            break;
          }
          --last;
        }
      }
      for (std::int64_t i = end - 1; i >= x; --i) {
        while (from[last] > i) --last;
        row[i] = static_cast<std::int32_t>((i - at[last]) * (i - at[last]) + height[last]);
      }
      x = end;
    }
  }
  return steps;
}

// To the edge of the mask, half-way between blocks.
inline double kilometres_of(std::int32_t squared, const FeatureGrid& grid) {
  return grid.metres() * (std::sqrt(static_cast<double>(squared)) - 0.5) / 1000;
}

// Among some blocks the one farthest from the outside; ties: the one nearest to the middle of them all, then the first.
inline std::uint32_t pole_of(const Items<std::uint32_t>& blocks, const std::vector<std::int32_t>& squared,
                             const FeatureGrid& grid) {
  double sum_x = 0, sum_y = 0;
  for (const std::uint32_t c : blocks) {
    sum_x += static_cast<double>(grid.x(c));
    sum_y += static_cast<double>(grid.y(c));
  }
  const auto count = static_cast<double>(blocks.size());
  std::uint32_t pole = blocks[0];
  double nearest = INFINITY;
  for (const std::uint32_t c : blocks) {
    if (squared[c] < squared[pole]) continue;
    const double dx = static_cast<double>(grid.x(c)) - sum_x / count,
                 dy = static_cast<double>(grid.y(c)) - sum_y / count;
    const double far = dx * dx + dy * dy;
    if (squared[c] == squared[pole] && !(far < nearest)) continue;
    pole = c;
    nearest = far;
  }
  return pole;
}

}  // namespace terrawright::feature
