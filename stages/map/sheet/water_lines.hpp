// SPDX-License-Identifier: Apache-2.0
// water_lines.hpp: lines along the coast that fade into the sea.
#pragma once
#include "field.hpp"
#include "layout.hpp"
#include "style.hpp"

namespace terrawright::map {

// How far each place is from the land, in 1/100 mm, up to `most`.
Field distance_from_land(const Lines& coast, const Box& frame, double most, const Parallel& parallel);
// How far each place of the land is from the sea, up to 7 mm.
Field inland(const Lines& coast, const Box& frame, const Parallel& parallel);
void draw_water_lines(const Lines& coast, const Box& frame, const Style& style, const Parallel& parallel,
                      DisplayList& list);

}  // namespace terrawright::map
