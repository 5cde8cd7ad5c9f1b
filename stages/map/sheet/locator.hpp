// SPDX-License-Identifier: Apache-2.0
// locator.hpp: a globe, seen from 20 degrees north, with the place of the world on it.
#pragma once
#include "layout.hpp"
#include "style.hpp"

namespace terrawright::map {

void draw_globe(const Box& box, const WorldFacts& world, const Style& style, DisplayList& list);

}  // namespace terrawright::map
