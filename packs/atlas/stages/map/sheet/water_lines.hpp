// SPDX-License-Identifier: Apache-2.0
// water_lines.hpp: lines along the coast that fade into the sea.
#pragma once
#include "blocks.hpp"
#include "field.hpp"
#include "layout.hpp"
#include "style.hpp"

namespace terrawright::map {

// The coast and the shores of lakes, as rings.

// Rings around land; no land lies outside of them and no sea inside, but for what is too small to be drawn.
Lines coast_of(const Ground& ground, const Parallel& parallel);
Lines lake_shores(const Ground& ground, const Parallel& parallel);

// Distance of each place of the sea from the land, in 1/100 mm, up to 7.2 mm.
Field offshore(const Lines& coast, const Box& frame, const Parallel& parallel);
// Distance of each place of the land from the sea, up to 7 mm.
Field inland(const Lines& coast, const Box& frame, const Parallel& parallel);
void draw_water_lines(const Field& offshore, const Style& style, const Parallel& parallel, DisplayList& list);
// A wash along the shores of lakes, inside them.
void draw_lake_edges(const Path& shores, const Style& style, DisplayList& list);

}  // namespace terrawright::map
