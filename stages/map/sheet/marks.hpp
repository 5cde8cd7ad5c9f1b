// SPDX-License-Identifier: Apache-2.0
// marks.hpp: the signs of towns and summits.
#pragma once
#include "plane.hpp"
#include "style.hpp"

namespace terrawright::map {

// A ring of many corners, exact: half-way points of a square's circle by square roots alone.
void add_circle(Path& path, Spot middle, double radius);

std::int32_t town_radius(int rank, const Style& style);  // 1/100 mm
void draw_town(Spot at, int rank, const Style& style, DisplayList& list);
void draw_summit(Spot at, const Style& style, DisplayList& list);
constexpr std::int32_t summit_half = 62;

}  // namespace terrawright::map
