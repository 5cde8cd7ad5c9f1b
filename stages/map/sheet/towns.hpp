// SPDX-License-Identifier: Apache-2.0
// towns.hpp: houses, churches and walls of the antique style, by the rank of a place.
#pragma once
#include "sheet_tables.hpp"
#include "sign_ground.hpp"

namespace terrawright::map {

// Places moved as little as their houses need to stand on dry ground.
PointFeatures on_dry_ground(PointFeatures places, const SignGround& ground, const Style& style);
// From north to south.
void draw_towns(PointFeatures places, DisplayList& list);

}  // namespace terrawright::map
