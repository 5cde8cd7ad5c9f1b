// SPDX-License-Identifier: Apache-2.0
// water_lines.hpp: lines along the coast that fade into the sea.
#pragma once
#include "field.hpp"
#include "layout.hpp"
#include "style.hpp"

namespace terrawright::map {

// Distance of each place of the sea from the land, in 1/100 mm, up to 7.2 mm.
Field offshore(const Lines& coast, const Box& frame, const Parallel& parallel);
// Distance of each place of the land from the sea, up to 7 mm.
Field inland(const Lines& coast, const Box& frame, const Parallel& parallel);
void draw_water_lines(const Field& offshore, const Style& style, const Parallel& parallel, DisplayList& list);
// A wash along the shores of lakes, inside them.
void draw_lake_edges(const Path& shores, const Style& style, DisplayList& list);

}  // namespace terrawright::map
