// SPDX-License-Identifier: Apache-2.0
// legend.hpp: title, legend and other words of a sheet, beside its map or in the sea.
#pragma once
#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "layout.hpp"
#include "map/missing_letters.hpp"
#include "map/sheet/ground.hpp"
#include "map/sheet/plane.hpp"
#include "map/style/style.hpp"
#include "terrawright/failure.hpp"
#include "terrawright/parameter.hpp"

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

// The room beside a topographic map: title, scale, legend, north.
void draw_band(const Layout& layout, const Drawn& drawn, const SheetText& text, const Style& style, DisplayList& list);

// The largest size at which a text is no wider.
Lettering fitted(Lettering style, const std::string& text, double width);
std::string in_capitals(const std::string& text);

// Words that a config gives to a sheet, refused where its letters cannot write them or nobody could read them.
inline constexpr std::int64_t longest_title = 60;

inline void require_title(const Style& style, const std::string& text, const char* from, const char* what) {
  static constexpr Font fonts[] = {Font::lato_light, Font::garamond, Font::garamond_small_capitals};
  const auto letters = std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; });
  if (letters > longest_title)
    throw Failure(from, "this title has " + std::to_string(letters) + " letters, and more than " +
                            std::to_string(longest_title) + " are too small to be read; write a shorter one");
  const bool capitals = style.name == StyleName::topographic;
  require_letters(style.fonts, fonts[static_cast<int>(style.name)], capitals ? in_capitals(text) : text, text, from,
                  what);
}

inline void require_imprint(const Style& style, const std::string& text) {
  require_letters(style.fonts, style.name == StyleName::antique ? Font::garamond : Font::lato, text, text, "imprint",
                  "imprint");
}

// A row of a table of words.
struct SaidWord {
  Said what = Said::lake;
  std::string text;
  static void describe(Parameters<SaidWord>& p) {
    p.parameter(&SaidWord::what, "what", "The word to replace.")
        .choices({"chief_town", "town",      "small_town", "village",       "main_road",   "road",
                  "river",      "lake",      "contours",   "half_contours", "depth_line",  "summit",
                  "forest",     "open_land", "desert",     "ice",           "heights",     "depths",
                  "scale",      "interval",  "leagues",    "fathoms",       "above_title", "below_title"})
        .choice_docs({"A town of rank 1.",
                      "A town of rank 2.",
                      "A town of rank 3.",
                      "A place of rank 4.",
                      "A road of rank 1.",
                      "Any other road.",
                      "Rivers.",
                      "Lakes.",
                      "Contours; {interval} is from one to the next, {heavy} from one heavy line to the next.",
                      "Dashed contours on plains; {half} is half of the interval.",
                      "Isobaths.",
                      "Summits.",
                      "Forest.",
                      "Ground without forest.",
                      "Desert.",
                      "Ice and tundra.",
                      "Over the colours of the land.",
                      "Over the colours of the sea.",
                      "The scale; {scale} is 1 : 500 000.",
                      "Under the scale of a topographic sheet; {interval} is that of contours.",
                      "Over the scale bar of an antique sheet.",
                      "The same where a league is too long.",
                      "Over the title of an antique sheet.",
                      "Under the title of an antique sheet."});
    p.parameter(&SaidWord::text, "text", "Its text on the sheet.");
  }
};

inline std::vector<SaidWord> english() {
  std::vector<SaidWord> words;
  for (const std::string& text : SheetText().said) words.push_back({static_cast<Said>(words.size()), text});
  return words;
}

inline void say(const std::vector<SaidWord>& words, const Style& style, SheetText& to) {
  for (const SaidWord& word : words) {
    require_letters(style.fonts, style.name == StyleName::antique ? Font::garamond_italic : Font::lato, word.text,
                    word.text, "words", "text");
    to[word.what] = word.text;
  }
}

// Title, legend and scale of maps that have them in the sea. First all get their places, so that
// names keep off them; what fits nowhere is left out. Only where no sea has room for anything they stand on the land.
struct SeaFurniture {
  std::optional<Box> title, legend, bar, globe, rose;
  double title_scale = 1;
  // With so much room around each, 1/100 mm.
  std::vector<Box> boxes(std::int32_t around) const {
    std::vector<Box> all;
    for (const auto& box : {title, legend, bar, globe, rose}) {
      if (box) all.push_back({box->left - around, box->top - around, box->right + around, box->bottom + around});
    }
    return all;
  }
};

SeaFurniture placed_furniture(const Layout& layout, const Drawn& drawn, const SheetText& text, const Style& style,
                              const Lines& coast, const Parallel& parallel);
void draw_furniture(const SeaFurniture& furniture, const Layout& layout, const WorldFacts& world, const Drawn& drawn,
                    const SheetText& text, const Style& style, DisplayList& list);

}  // namespace terrawright::map
