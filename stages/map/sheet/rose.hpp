// SPDX-License-Identifier: Apache-2.0
// rose.hpp: the rose of the winds and its rhumbs.
#pragma once
#include "layout.hpp"
#include "style.hpp"

namespace terrawright::map {

void draw_rose(const Box& box, const Style& style, DisplayList& list);

}  // namespace terrawright::map
