// SPDX-License-Identifier: Apache-2.0
// ground_image.hpp: the picture under the lines: tints of height and depth, forest and ice, and relief.
#pragma once
#include "coverage.hpp"
#include "layout.hpp"
#include "surface.hpp"

namespace terrawright::map {

// Land is what lies inside the rings of the coast. `pixel` is 1/100 mm; an antique map shows
// the grain of its parchment.
PaperImage ground_image(const Surface& surface, const Lines& coast, const Box& frame, double pixel, const Style& style,
                        const Field& grain, const Parallel& parallel);

}  // namespace terrawright::map
