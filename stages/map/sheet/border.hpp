// SPDX-License-Identifier: Apache-2.0
// border.hpp: the frame around the map: lines, checks and the graticule's figures.
#pragma once
#include "graticule.hpp"
#include "style.hpp"

namespace terrawright::map {

void draw_graticule(const Layout& layout, const Graticule& graticule, const Style& style, DisplayList& list);
void draw_border(const Layout& layout, const Graticule& graticule, const Style& style, DisplayList& list);

}  // namespace terrawright::map
