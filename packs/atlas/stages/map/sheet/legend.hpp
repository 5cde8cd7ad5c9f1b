// SPDX-License-Identifier: Apache-2.0
// legend.hpp: what the signs of a sheet mean: only those that occur on it.
#pragma once
#include <array>
#include <functional>
#include <string>
#include <vector>

#include "letters.hpp"
#include "style.hpp"

namespace terrawright::map {

// Words of a sheet besides names, in English unless a table replaces them.
enum class Said {
  chief_town,
  town,
  small_town,
  village,
  main_road,
  road,
  river,
  lake,
  contours,
  half_contours,
  depth_line,
  summit,
  forest,
  open_land,
  desert,
  ice,
  heights,
  depths,
  scale,
  interval,
  leagues,
  fathoms,
  above_title,
  below_title
};
struct SheetText {
  std::string title, imprint;
  std::array<std::string, static_cast<std::size_t>(Said::below_title) + 1> said = {
      "Chief town",
      "Town",
      "Small town",
      "Village",
      "Main road",
      "Road",
      "River, width by discharge",
      "Lake",
      "Contours, {interval} m; heavy {heavy} m",
      "On plains, {half} m between contours",
      "Depth line, metres",
      "Summit, height in metres",
      "Forest",
      "Open land",
      "Desert",
      "Ice and tundra",
      "Height in metres",
      "Depth in metres",
      "Scale {scale}",
      "Contour interval {interval} m",
      "Leagues",
      "Fathoms",
      "A Map of the Land of",
      "with its Rivers, Mountains, Woods and Havens"};

  const std::string& operator[](Said what) const { return said[static_cast<std::size_t>(what)]; }
  std::string& operator[](Said what) { return said[static_cast<std::size_t>(what)]; }
};
// A text with values in the place of words in braces.
std::string filled_in(std::string text, std::initializer_list<std::pair<std::string_view, std::string>> values);

// Content of a sheet.
struct Drawn {
  bool towns[5] = {false, false, false, false, false};  // by rank from 1
  bool harbours = false, main_roads = false, roads = false, rivers = false, lakes = false, summits = false;
  bool isobaths = false, half_contours = false;
  bool forest = false, desert = false, ice = false, open_land = false;
  double interval = 0;             // of contours, m
  float highest = 0, deepest = 0;  // m
};

struct LegendRow {
  std::string text;
  std::function<void(Spot left, double width, DisplayList& list)> draw;  // at half the row's height
};
std::vector<LegendRow> legend_rows(const Drawn& drawn, const SheetText& text, const Style& style);
// All of a legend is set in one size, less than usual where its longest row wants more room.
Lettering legend_letters(const std::vector<LegendRow>& rows, double room, const Style& style);

inline Pen half_contour(const Style& style) { return {style.contour_width, style.contour, Cap::butt, {90, 60}}; }

struct TintBar {
  std::string title;
  std::vector<TintStep> steps;  // those that occur
};
void draw_tint_bar(const TintBar& bar, Spot at, double width, const Lettering& letters, DisplayList& list);
TintBar height_bar(const Drawn& drawn, const SheetText& text, const Style& style);
TintBar depth_bar(const Drawn& drawn, const SheetText& text, const Style& style);

}  // namespace terrawright::map
