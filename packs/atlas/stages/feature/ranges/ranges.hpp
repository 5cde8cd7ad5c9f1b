// SPDX-License-Identifier: Apache-2.0
// Mountains, and the ranges that they are split into.
// Finds mountains: land that is rough and, at a coarse scale, high.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "feature/patches.hpp"
#include "feature/rough.hpp"
#include "terrawright/parameter.hpp"

namespace terrawright::feature {

struct MountainRules {
  double window, rough;    // m
  Percentage rough_share;  // of the land, that is no rougher
  double broad;            // m
  Percentage low_share;    // of the land, that is no higher
  double smoothing;        // m
  double hole;             // km2
};

// The value that a share of the land does not exceed.
inline std::int32_t quantile(const std::vector<std::int32_t>& values, const std::vector<std::uint8_t>& land,
                             Percentage share) {
  std::vector<std::int32_t> sorted;
  for (std::size_t c = 0; c < values.size(); ++c) {
    if (land[c]) sorted.push_back(values[c]);
  }
  if (sorted.empty()) return 0;
  const auto last = static_cast<std::int64_t>(sorted.size()) - 1;
  const auto at = sorted.begin() + last * share.parts_per_million / 1000000;
  std::nth_element(sorted.begin(), at, sorted.end());
  return *at;
}

// Enclosed land smaller than `large` blocks belongs to the mountains: summits are smoother than flanks, and a range is
// no ring.
inline void fill_holes(std::vector<std::uint8_t>& mask, const std::vector<std::uint8_t>& land, const FeatureGrid& grid,
                       std::int64_t large) {
  std::vector<std::uint8_t> outside(mask.size());
  for (std::size_t c = 0; c < mask.size(); ++c) outside[c] = mask[c] == 0 ? 1 : 0;
  const Patches holes = patches_of(outside, grid, false);
  for (std::uint32_t p = 0; p < holes.count(); ++p) {
    if (static_cast<std::int64_t>(holes[p].size()) >= large) continue;
    const bool enclosed = std::all_of(holes[p].begin(), holes[p].end(), [&](std::uint32_t c) {
      const std::int64_t x = grid.x(c), y = grid.y(c);
      return land[c] != 0 && x > 0 && y > 0 && x + 1 < grid.width && y + 1 < grid.height;
    });
    for (const std::uint32_t c : holes[p]) mask[c] = enclosed ? 1 : 0;
  }
}

// `broad`: heights as they are seen from afar; comes out as well.
inline std::vector<std::uint8_t> mountains(const std::vector<float>& z, const std::vector<std::uint8_t>& land,
                                           const FeatureGrid& grid, const MountainRules& rules,
                                           std::vector<std::int32_t>& broad) {
  const std::vector<std::int32_t> steps = steps_of(z, land);
  const std::vector<std::int32_t> rough = roughness(steps, land, grid, rules.window, rules.window / 5);
  broad = steps;
  for (int pass = 0; pass < 2; ++pass) broad = means(broad, land, grid, grid.blocks(rules.broad / 2));
  const std::int32_t least = std::max(steps_of(rules.rough), quantile(rough, land, rules.rough_share));
  const std::int32_t above = quantile(broad, land, rules.low_share);
  std::vector<std::uint8_t> mask(land.size());
  for (std::size_t c = 0; c < mask.size(); ++c) mask[c] = land[c] && rough[c] > least && broad[c] > above ? 1 : 0;
  mask = smoothed(mask, grid, grid.blocks(rules.smoothing / 2));
  for (std::size_t c = 0; c < mask.size(); ++c) mask[c] = mask[c] && land[c] ? 1 : 0;
  fill_holes(mask, land, grid, grid.blocks_of_area(rules.hole));
  return mask;
}

// A mask of mountains as ranges: the sea falls, and islands that meet become one, unless both are large already. Then
// they are two ranges, and the valley between them is where they part.

// Every block of the mask is in one part, and parts are connected. Two parts that touch had `large` blocks each, or
// more, where they met.
inline Patches split(const std::vector<std::uint8_t>& mask, const std::vector<std::int32_t>& level,
                     const FeatureGrid& grid, std::int64_t large) {
  std::vector<std::uint32_t> of(mask.size(), no_patch), parent;
  std::vector<std::int64_t> area;
  const auto bits = [](std::int32_t steps) { return static_cast<std::uint32_t>(steps) ^ 0x80000000u; };
  for (const std::uint32_t c : falling(level, mask, bits)) {
    const std::int64_t x = grid.x(c), y = grid.y(c);
    std::uint32_t parts[8];
    std::size_t met = 0, larges = 0;
    std::size_t upwards = mask.size();  // the highest block around that is out of the sea
    for (int k = 0; k < 9; ++k) {
      if (k == 4 || !grid.has(x + k % 3 - 1, y + k / 3 - 1)) continue;
      const std::size_t n = grid.at(x + k % 3 - 1, y + k / 3 - 1);
      if (of[n] == no_patch) continue;
      if (upwards == mask.size() || level[n] > level[upwards]) upwards = n;
      const std::uint32_t part = root_of(parent, of[n]);
      if (std::find(parts, parts + met, part) != parts + met) continue;
      parts[met++] = part;
      if (area[part] >= large) ++larges;
    }
    std::uint32_t own = static_cast<std::uint32_t>(parent.size());
    if (met == 0) {
      parent.push_back(own);
      area.push_back(0);
    } else {
      own = root_of(parent, of[upwards]);
      // A small part joins the one large part that it meets; else the one uphill.
      for (std::size_t i = 0; larges == 1 && i < met; ++i) {
        if (area[parts[i]] >= large) own = parts[i];
      }
    }
    for (std::size_t i = 0; i < met; ++i) {
      if (parts[i] == own || (area[parts[i]] >= large && area[own] >= large)) continue;
      if (area[parts[i]] >= large) std::swap(parts[i], own);
      parent[parts[i]] = own;
      area[own] += area[parts[i]];
    }
    of[c] = own;
    ++area[own];
  }
  std::vector<std::uint32_t> number(parent.size(), no_patch);
  std::uint32_t count = 0;
  for (std::uint32_t& part : of) {
    if (part == no_patch) continue;
    part = root_of(parent, part);
    if (number[part] == no_patch) number[part] = count++;
    part = number[part];
  }
  return listed(std::move(of), count);
}

}  // namespace terrawright::feature
