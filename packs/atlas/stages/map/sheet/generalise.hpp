// SPDX-License-Identifier: Apache-2.0
// generalise.hpp: lines as a draughtsman would draw them: without what is too small, and round.
#pragma once
#include "plane.hpp"

namespace terrawright::map {

// Visvalingam's: removes the point whose triangle with its neighbours is least, until none is below `area` (1/100 mm
// squared). Areas are whole numbers, ties go to the first point. Ends stay; rings keep three points.
Line simplified(const Line& line, double area);
// Chaikin's: corners are cut at a quarter, so many times. Ends stay.
Line rounded_off(const Line& line, int times);
// Points every `step` 1/100 mm along the line.
Line resampled(const Line& line, double step);
// Along itself by a bell of so many points; ends stay.
Line smoothed_along(const Line& line, double sigma);

double length_of(const Line& line);
double area_of(const Line& ring);  // positive or negative

// Clips lines to a box (open lines only).
struct ClipBox {
  double left, top, right, bottom;
};
bool touches(const Line& line, const ClipBox& box);
Lines clipped(const Line& line, const ClipBox& box);

}  // namespace terrawright::map
