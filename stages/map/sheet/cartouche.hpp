// SPDX-License-Identifier: Apache-2.0
// cartouche.hpp: the title of an antique map in its frame.
#pragma once
#include "band.hpp"

namespace terrawright::map {

struct Cartouche {
  Lettering over, title, under;
  double width, height;
};
Cartouche cartouche_of(double scale, const SheetText& text, const Style& style);
void draw_cartouche(const Box& box, double scale, const SheetText& text, const Style& style, DisplayList& list);

}  // namespace terrawright::map
