// SPDX-License-Identifier: Apache-2.0
// surface.hpp: the land and the sea floor on the grid of the sheet, and how light falls on them.
#pragma once
#include "blocks.hpp"
#include "field.hpp"
#include "style.hpp"

namespace terrawright::map {

// Meaning of the legend's class names for the ground: which of them are forest, and so on.
struct ClassWords {
  std::vector<std::uint16_t> forest, desert, ice, tundra;
};

// Smaller differences from sample to sample, as a share of the greatest height, are rounding, not a slope.
constexpr float even_ground = 2e-6f;

struct Surface {
  GridPlace place;
  Field height;               // of land, and 0 at sea
  Field depth;                // of the sea, and 0 on land
  Field tone;                 // light on the ground: 0 flat, below in shadow, above in the sun
  Field forest, desert, ice;  // shares; empty where no class is one
  float highest = 0;
};

Surface surface_of(const Ground& ground, const GridPlace& place, const ClassWords& words, const Style& style,
                   const Parallel& parallel);

// 1 in light, 0 flat, -1 in shadow, of a field of heights; scaled by how steep it is.
Field shaded(const Field& height, const Field& land_height, const Parallel& parallel);

}  // namespace terrawright::map
