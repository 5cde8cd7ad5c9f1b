// SPDX-License-Identifier: Apache-2.0
// texture.hpp: texture shading: a fractional Laplacian of the heights, (-d2/dx2 - d2/dy2)^0.375, which is above 0 on
// crests and below 0 in valleys, those of every width alike.
//
// In waves it multiplies by |k|^0.75. Here it is a sum of differences of ever smoother copies, an octave each, because
// the transform of a whole world does not come in tiles. Waves longer than some 300 cells are left out.
// Source: Brown 2010, Texture shading: a new technique for depicting terrain relief.
#pragma once
#include <cstddef>
#include <vector>

#include "view/level_sums.hpp"

namespace terrawright::view {

// Weights of the differences, from the finest: least squares against |k|^0.75 on land, tests/metrics/texture.cpp.
constexpr float texture_weights[] = {2.0f, 0.33f, 0.46f, 0.23f, 0.06f, 0.17f};
constexpr int texture_levels = static_cast<int>(sizeof texture_weights / sizeof *texture_weights);

// Weights of the copies themselves.
inline LevelSums::Shares texture_shares() {
  LevelSums::Shares shares(texture_levels + 1);
  for (std::size_t k = 0; k < texture_levels; ++k) {
    shares[k] += texture_weights[k];
    shares[k + 1] -= texture_weights[k];
  }
  return shares;
}

}  // namespace terrawright::view
