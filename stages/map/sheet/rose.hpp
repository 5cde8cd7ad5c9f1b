// SPDX-License-Identifier: Apache-2.0
// rose.hpp: the rose of the winds and its rhumbs.
#pragma once
#include "layout.hpp"
#include "style.hpp"

namespace terrawright::map {

// 32 lines from the rose over the sea.
void draw_rhumbs(const Box& rose, const Box& frame, const Style& style, DisplayList& list);
void draw_rose(const Box& box, const Style& style, DisplayList& list);

}  // namespace terrawright::map
