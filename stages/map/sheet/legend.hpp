// SPDX-License-Identifier: Apache-2.0
// legend.hpp: what the signs of a sheet mean: only those that occur on it.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "letters.hpp"
#include "style.hpp"

namespace terrawright::map {

// What is drawn on a sheet.
struct Drawn {
  bool towns[5] = {false, false, false, false, false};  // by rank from 1
  bool harbours = false, main_roads = false, roads = false, rivers = false, lakes = false, summits = false;
  bool isobaths = false;
  bool forest = false, desert = false, ice = false, open_land = false;
  double interval = 0;             // of contours, m
  float highest = 0, deepest = 0;  // m
};

struct LegendRow {
  std::string text;
  std::function<void(Spot left, double width, DisplayList& list)> draw;  // at half the row's height
};
std::vector<LegendRow> legend_rows(const Drawn& drawn, const Style& style);

struct TintBar {
  std::string title;
  std::vector<TintStep> steps;  // those that occur
};
void draw_tint_bar(const TintBar& bar, Spot at, double width, const Style& style, DisplayList& list);
TintBar height_bar(const Drawn& drawn, const Style& style);
TintBar depth_bar(const Drawn& drawn, const Style& style);

}  // namespace terrawright::map
