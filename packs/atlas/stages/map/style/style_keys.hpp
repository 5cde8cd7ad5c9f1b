// SPDX-License-Identifier: Apache-2.0
// style_keys.hpp: what the keys of a style's file are, and where their values go.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "style.hpp"
#include "terrawright/kinds.hpp"

namespace terrawright::map {

template <class Owner, class Value>
struct Key {
  std::string_view word;
  Value Owner::*to;
};
struct ColourKey {
  std::string_view word;
  Colour Style::*to;
  bool may_be_clear;  // drawn with an alpha
};
struct ShareKey {
  std::string_view word;
  double Style::*to;
  double least, most;
  const char* what;
};

inline constexpr ColourKey colour_keys[] = {{"paper", &Style::paper, false},
                                            {"ink", &Style::ink, false},
                                            {"frame", &Style::frame, true},
                                            {"graticule", &Style::graticule, true},
                                            {"water_ink", &Style::water_ink, false},
                                            {"coast", &Style::coast, true},
                                            {"contour", &Style::contour, true},
                                            {"index_contour", &Style::index_contour, true},
                                            {"contour_figure", &Style::contour_figure, true},
                                            {"isobath", &Style::isobath, true},
                                            {"river", &Style::river, true},
                                            {"lake", &Style::lake, true},
                                            {"lake_edge", &Style::lake_edge, true},
                                            {"forest_filter", &Style::forest, false},
                                            {"mark", &Style::mark, false},
                                            {"scale_bar", &Style::scale_bar, false},
                                            {"panel", &Style::panel, true},
                                            {"globe", &Style::globe, false},
                                            {"ice", &Style::ice, false},
                                            {"desert", &Style::desert, false}};

inline constexpr Key<Style, std::int32_t> width_keys[] = {
    {"coast", &Style::coast_width},     {"contour", &Style::contour_width},     {"index_contour", &Style::index_width},
    {"isobath", &Style::isobath_width}, {"graticule", &Style::graticule_width}, {"lake_edge", &Style::lake_width}};

inline constexpr Key<Style, RoadLook> road_keys[] = {{"main", &Style::main_road}, {"other", &Style::road}};

inline constexpr ShareKey shading_keys[] = {
    {"fine", &Style::fine, 0, 20, "mm over which the fine relief is smoothed"},
    {"broad", &Style::broad, 0, 20, "mm over which the broad relief is smoothed"},
    {"fine_share", &Style::fine_share, 0, 1, "the share of the fine relief"},
    {"strength", &Style::shade_strength, 0, 3, "how strong light and shadow are"}};
inline constexpr ColourKey light_keys[] = {{"shadow_filter", &Style::shadow, false}, {"sunlit", &Style::sunlit, false}};

inline constexpr Key<Style, std::vector<TintStep>> tint_keys[] = {{"heights", &Style::heights},
                                                                  {"depths", &Style::depths}};

inline constexpr Key<TypeStyles, Colour> halo_keys[] = {{"land", &TypeStyles::land_halo},
                                                        {"water", &TypeStyles::water_halo}};

inline constexpr Key<TypeStyles, FigureRow> figure_keys[] = {{"contour", &TypeStyles::contour_figure},
                                                             {"graticule", &TypeStyles::graticule_figure},
                                                             {"scale", &TypeStyles::scale_figure}};

inline constexpr std::string_view town_keys[] = {"chief_town", "town", "small_town", "village"};
inline constexpr Key<TypeStyles, TypeRow> type_keys[] = {
    {"range", &TypeStyles::range},   {"peak", &TypeStyles::peak},     {"height", &TypeStyles::height},
    {"river", &TypeStyles::river},   {"lake", &TypeStyles::lake},     {"bay", &TypeStyles::bay},
    {"cape", &TypeStyles::cape},     {"island", &TypeStyles::island}, {"sea", &TypeStyles::sea},
    {"forest", &TypeStyles::forest}, {"desert", &TypeStyles::desert}, {"plain", &TypeStyles::plain}};

// In the order of Font.
inline constexpr std::string_view font_words[] = {"garamond",    "garamond_italic", "garamond_small_capitals",
                                                  "lato",        "lato_medium",     "lato_bold",
                                                  "lato_italic", "lato_light"};
static_assert(std::size(font_words) == lettering::font_count);

template <class Table>
std::vector<std::string_view> words_of(const Table& table, std::vector<std::string_view> more = {}) {
  std::vector<std::string_view> words;
  for (const auto& key : table) words.push_back(key.word);
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

// A check that all can read a style's colours, those who lack one kind of cones too.

// Where something is seen worst, and the sentence that tells of it.

// How far apart two colours are for those who see all colours, and for those who do not.

// Lacking no cones, the red ones, the green ones, the blue ones.
enum class Sight { normal, protan, deutan, tritan };
inline constexpr Sight sights[] = {Sight::normal, Sight::protan, Sight::deutan, Sight::tritan};
const char* name_of(Sight sight);

// CIE76 between two opaque colours as Machado, Oliveira and Fernandes (2009) show them at severity 1. Made of +, -, *,
// / and sqrt alone, so the same everywhere.
double distance(Colour a, Colour b, Sight sight);

// The sight in which they are nearest.
struct Nearness {
  double distance;
  Sight sight;
};
Nearness nearness(Colour a, Colour b);

// Colours as they come to lie on a sheet.

inline std::uint8_t byte_of(int product) { return static_cast<std::uint8_t>((product + 127) / 255); }
// As the sheet draws them: a line that is not opaque, and ground under a filter.
inline Colour over(Colour line, Colour ground) {
  const auto mix = [&](int a, int b) { return byte_of(a * line.alpha + b * (255 - line.alpha)); };
  return {mix(line.red, ground.red), mix(line.green, ground.green), mix(line.blue, ground.blue), 255};
}
inline Colour through(Colour filter, Colour ground) {
  return {byte_of(filter.red * ground.red), byte_of(filter.green * ground.green), byte_of(filter.blue * ground.blue),
          255};
}
inline bool is_white(Colour c) { return c.red == 255 && c.green == 255 && c.blue == 255; }

inline std::string hexadecimal(Colour c) {
  constexpr char digits[] = "0123456789abcdef";
  std::string text = "#";
  for (const int byte : {c.red, c.green, c.blue}) text += digits[byte >> 4], text += digits[byte & 15];
  return text;
}

struct PrintedGround {
  Colour colour;
  std::string name;
  std::string step;  // its place in the style's file
};

struct Worst {
  Nearness near{1e9, Sight::normal};
  Colour drawn{};
  PrintedGround ground{};
  void meet(Colour colour, const PrintedGround& on) {
    const Nearness here = nearness(colour, on.colour);
    if (here.distance < near.distance) *this = {here, colour, on};
  }
};

// Each step of heights, and after it its forest if forests are shown.
inline std::vector<PrintedGround> grounds_on_land(const Style& style) {
  std::vector<PrintedGround> grounds;
  for (std::size_t n = 0; n < style.heights.size(); ++n) {
    const Colour open = style.heights[n].colour;
    const std::string step = "tints.heights[" + std::to_string(n) + "]";
    grounds.push_back({open, "open land ", step});
    if (!is_white(style.forest)) grounds.push_back({through(style.forest, open), "forest ", step});
  }
  return grounds;
}

// Rounded down, so that 4.96 is not told to be 5.0.
inline std::string tenths(double distance) {
  const auto n = static_cast<int>(distance * 10);
  return std::to_string(n / 10) + "." + std::to_string(n % 10);
}

inline std::string told(const std::string& what, const Nearness& near, double least, const std::string& remedy) {
  return what + ": they are " + tenths(near.distance) + " apart for " + name_of(near.sight) + ", and " + tenths(least) +
         " is the least; " + remedy;
}
inline std::string told(const std::string& what, const Worst& worst, double least, const std::string& remedy) {
  return told(what + hexadecimal(worst.drawn) + " on " + worst.ground.name + hexadecimal(worst.ground.colour) + " of " +
                  worst.ground.step,
              worst.near, least, remedy);
}

// CIE76, for each kind of sight: neighbouring steps of a tint, and things beside or on one another. A line between two
// areas parts them where it is itself so far from both. Letters are farther from what they stand on, under their halos.
constexpr double least_of_steps = 5, least_of_pairs = 10, least_of_letters = 20;

// A sentence for each pair that is too near in some sight: place, pair, sight, distance, remedy.
std::vector<std::string> unreadable(const Style& style);
std::vector<std::string> unreadable_letters(const Style& style);  // the part of it about names

}  // namespace terrawright::map
