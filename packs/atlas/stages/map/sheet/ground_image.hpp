// SPDX-License-Identifier: Apache-2.0
// ground_image.hpp: the picture under the lines: tints of height and depth, forest and ice, and relief.
#pragma once
#include "free_places.hpp"
#include "layout.hpp"
#include "surface.hpp"

namespace terrawright::map {

// Layers of an antique map alone: the grain of its parchment, and washes along both sides of the coast.
struct Skin {
  Field grain;
  Field inland, offshore;  // 1/100 mm from the coast
};

// Land is what lies inside the rings of the coast. `pixel` is 1/100 mm; fields of the skin may be empty.
PaperImage ground_image(const Surface& surface, const Lines& coast, const Box& frame, double pixel, const Style& style,
                        const Skin& skin, const Parallel& parallel);

}  // namespace terrawright::map
