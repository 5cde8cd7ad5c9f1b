// SPDX-License-Identifier: Apache-2.0
// scale_bar.hpp: how long a kilometre, or a league, is on the paper.
#pragma once
#include <string>

#include "layout.hpp"
#include "letters.hpp"
#include "style.hpp"

namespace terrawright::map {

struct ScaleBar {
  double unit = 1000;  // metres: what its figures count
  double length = 0;   // units
  std::string name;    // km, m, leagues
  int parts = 4;
  double hundredths = 0;  // of a millimetre on paper a unit

  double width() const { return length * hundredths; }
};

// With figures in the greater unit if the bar has room for one of it, else in the lesser.
struct BarUnit {
  std::string name;
  double metres;
};
ScaleBar scale_bar_of(const Layout& layout, double room, const BarUnit& greater, const BarUnit& lesser);
// From (x, y), its upper left corner, on; figures stand above.
void draw_scale_bar(const ScaleBar& bar, Spot at, const Style& style, DisplayList& list);

std::string figure_text(double value);
std::string scale_text(double denominator);  // "1 : 750 000"

}  // namespace terrawright::map
