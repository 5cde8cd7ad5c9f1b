// SPDX-License-Identifier: Apache-2.0
// style_keys.hpp: what the keys of a style's file are, and where their values go.
#pragma once
#include <string_view>
#include <vector>

#include "style.hpp"

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

inline constexpr Key<TypeTable, Colour> halo_keys[] = {{"land", &TypeTable::land_halo},
                                                       {"water", &TypeTable::water_halo}};

inline constexpr Key<TypeTable, FigureRow> figure_keys[] = {{"contour", &TypeTable::contour_figure},
                                                            {"graticule", &TypeTable::graticule_figure},
                                                            {"scale", &TypeTable::scale_figure}};

inline constexpr std::string_view town_keys[] = {"chief_town", "town", "small_town", "village"};
inline constexpr Key<TypeTable, TypeRow> type_keys[] = {
    {"range", &TypeTable::range},   {"peak", &TypeTable::peak},     {"height", &TypeTable::height},
    {"river", &TypeTable::river},   {"lake", &TypeTable::lake},     {"bay", &TypeTable::bay},
    {"cape", &TypeTable::cape},     {"island", &TypeTable::island}, {"sea", &TypeTable::sea},
    {"forest", &TypeTable::forest}, {"desert", &TypeTable::desert}, {"plain", &TypeTable::plain}};

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

}  // namespace terrawright::map
