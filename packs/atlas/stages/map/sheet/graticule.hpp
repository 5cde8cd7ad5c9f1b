// SPDX-License-Identifier: Apache-2.0
// graticule.hpp: lines of longitude and latitude, the checkered border and its figures.
#pragma once
#include <string>
#include <vector>

#include "layout.hpp"
#include "letters.hpp"
#include "style.hpp"
#include "terrawright/degrees.hpp"

namespace terrawright::map {

struct GraticuleLine {
  std::int64_t minutes;  // of longitude, east, or of latitude, north
  std::int32_t at;       // 1/100 mm across or down
};
struct Graticule {
  std::int64_t step = 60;  // minutes from line to line
  std::vector<GraticuleLine> meridians, parallels;
  std::vector<std::int32_t> checks_across, checks_down;  // ends of the border's checks: thirds of a step
  bool begins_dark_across = false, begins_dark_down = false;
};

Graticule graticule_of(const Layout& layout, const WorldFacts& world);
std::string degrees_text(std::int64_t minutes, char positive, char negative);
// Round the globe: no more than 180 degrees to either side.
std::string longitude_text(std::int64_t minutes);

// The frame around the map: lines, checks and the graticule's figures.

void draw_graticule(const Layout& layout, const Graticule& graticule, const Style& style, DisplayList& list);
void draw_border(const Layout& layout, const Graticule& graticule, const Style& style, DisplayList& list);

}  // namespace terrawright::map
