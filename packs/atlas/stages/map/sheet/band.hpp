// SPDX-License-Identifier: Apache-2.0
// band.hpp: the room beside a topographic map: title, scale, legend, north.
#pragma once
#include <string>

#include "layout.hpp"
#include "legend.hpp"

namespace terrawright::map {

void draw_band(const Layout& layout, const Drawn& drawn, const SheetText& text, const Style& style, DisplayList& list);

// The largest size at which a text is no wider.
Lettering fitted(Lettering style, const std::string& text, double width);
std::string in_capitals(const std::string& text);

}  // namespace terrawright::map
