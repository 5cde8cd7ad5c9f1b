// SPDX-License-Identifier: Apache-2.0
// Rain, rivers, lakes and fjords of a built world, as the rows of the table of worlds measure them. A missing property
// of a world is not a number.
#pragma once
#include "built_world.hpp"

namespace terrawright::metrics {

// Percent of river cells, or of all land, whose water goes on at exactly their own height; lakes left out.
double level_share(const BuiltWorld& world, bool of_rivers);

// The land's highest rain over its median.
double rain_maximum(const BuiltWorld& world);
// 8-connected patches of land with more than 2.5 times the median rain.
double rain_patches(const BuiltWorld& world);
// Cells of the longest straight edge of a biome along a row or a column, both sides dry land.
double straight_biome_edge(const BuiltWorld& world);

// Lakes of at least 0.5625 km2, which are 9 cells of 250 m. Of wider cells, those of 9 cells and more, times as many as
// smaller ones go with them by Pareto's law with tau 2.
double lakes_per_1000_km2(const BuiltWorld& world);
// Percent of them whose outflow is at least 1 m3/s, or that are endorheic.
double lakes_with_outflow(const BuiltWorld& world);

// Median of the highest land within 2.5 km of narrow water, m. Water is narrow that has land within 2.5 km on both
// sides, along a row, a column or a diagonal.
double wall_height(const BuiltWorld& world);

// Percent of the segments of rivers' lines that lie within 1 degree of a multiple of 45 degrees.
double octagonal_segments(const std::vector<BuiltWorld::Line>& lines);

}  // namespace terrawright::metrics
