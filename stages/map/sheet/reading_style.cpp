// SPDX-License-Identifier: Apache-2.0
#include "reading_style.hpp"

#include <algorithm>
#include <stdexcept>

#include "colour_rule.hpp"
#include "plane.hpp"
#include "style_keys.hpp"
#include "tables/built_in.hpp"

namespace terrawright::map {
namespace {

constexpr std::string_view style_words[] = {"topographic", "atlas", "antique"};
constexpr double thinnest = 0.02, widest = 5;  // mm

Style built_in(StyleName name, const char* file) {
  ReadingStyle reading;
  Style style = reading.whole(name, tables::built_in(std::string("map/sheet/tables/") + file));
  if (!reading.problems.empty()) throw std::logic_error(std::string(file) + ": " + reading.problems[0]);
  return style;
}

}  // namespace

const Style& style_of(StyleName name) {
  static const Style all[] = {built_in(StyleName::topographic, "topographic.json"),
                              built_in(StyleName::atlas, "atlas.json"), built_in(StyleName::antique, "antique.json")};
  return all[static_cast<int>(name)];
}

Style changed_style(StyleName otherwise, const std::string& text, std::vector<std::string>& problems) {
  ReadingStyle reading;
  Style style = reading.changed(otherwise, text);
  problems.insert(problems.end(), reading.problems.begin(), reading.problems.end());
  return style;
}

Style ReadingStyle::whole(StyleName name, const std::string& text) {
  whole_ = true;
  Style style{};
  style.name = name;
  const Json json = parsed(text);
  if (!json.is_discarded()) read(json, style);
  return style;
}

Style ReadingStyle::changed(StyleName otherwise, const std::string& text) {
  const Json json = parsed(text);
  Style style = style_of(otherwise);
  if (json.is_discarded()) return style;
  if (json.is_object() && json.contains("like")) {
    const auto* const word = std::find(std::begin(style_words), std::end(style_words), json["like"]);
    if (word == std::end(style_words)) {
      say("like", shown(json["like"]) + " is no style of the program; there are topographic, atlas, antique");
    } else {
      style = style_of(static_cast<StyleName>(word - std::begin(style_words)));
    }
  }
  read(json, style);
  if (problems.empty()) {
    for (const std::string& pair : unreadable(style)) problems.push_back(pair);
  }
  return style;
}

void ReadingStyle::read(const Json& json, Style& style) {
  if (!json.is_object()) {
    problems.emplace_back("it is no style, {\"like\": \"topographic\", \"colours\": {\"river\": \"#2470ac\"}}");
    return;
  }
  std::vector<std::string_view> keys = {"about",   "contours", "colours", "widths", "roads",
                                        "shading", "tints",    "figures", "halos",  "types"};
  if (!whole_) keys.insert(keys.begin(), "like");
  refuse_others(json, "", keys, "key");
  if (json.contains("about") && !json["about"].is_string()) say("about", "it is a text");
  flag(json, "contours", "", style.contours);
  colours(json, style);
  lines(json, style);
  shading(json, style);
  tints(json, style);
  types(json, style);
}

void ReadingStyle::colours(const Json& json, Style& style) {
  const Json of = object(json, "colours", "", words_of(colour_keys));
  for (const ColourKey& key : colour_keys) colour(of, key.word, "colours.", key.may_be_clear, style.*key.to);
}

void ReadingStyle::lines(const Json& json, Style& style) {
  const Json widths = object(json, "widths", "", words_of(width_keys));
  for (const auto& key : width_keys)
    scaled(widths, key.word.data(), "widths.", thinnest, widest, 100, "mm", style.*key.to);
  const Json roads = object(json, "roads", "", words_of(road_keys));
  for (const auto& key : road_keys) {
    const std::string place = "roads." + std::string(key.word) + ".";
    road(object(roads, key.word.data(), "roads.", {"width", "colour", "casing_width", "casing", "dashes"}), place,
         style.*key.to);
  }
}

void ReadingStyle::road(const Json& json, const std::string& place, RoadLook& road) {
  scaled(json, "width", place, thinnest, widest, 100, "mm", road.width);
  scaled(json, "casing_width", place, 0, widest, 100, "mm; 0 is no casing", road.casing_width);
  colour(json, "colour", place, true, road.colour);
  colour(json, "casing", place, true, road.casing);
  if (!has(json, "dashes", place)) return;
  const Json& dashes = json["dashes"];
  road.dashes.clear();
  const auto length = [](const Json& one) { return one.is_number() && one >= 0.05 && one <= 50; };
  if (dashes.is_array() && dashes.size() % 2 == 0 && dashes.size() <= 8 &&
      std::all_of(dashes.begin(), dashes.end(), length)) {
    for (const Json& one : dashes) road.dashes.push_back(rounded(one.get<double>() * 100));
  } else {
    say(place + "dashes",
        "it is a list of what is drawn and left out by turns, [1.2, 0.8], two to eight numbers of "
        "0.05 to 50 mm, or []");
  }
}

void ReadingStyle::shading(const Json& json, Style& style) {
  const Json of = object(json, "shading", "", words_of(shading_keys, words_of(light_keys)));
  for (const ShareKey& key : shading_keys)
    number(of, key.word.data(), "shading.", key.least, key.most, key.what, style.*key.to);
  for (const ColourKey& key : light_keys) colour(of, key.word, "shading.", key.may_be_clear, style.*key.to);
}

void ReadingStyle::tints(const Json& json, Style& style) {
  const Json of = object(json, "tints", "", words_of(tint_keys, {"heights_in", "stepped"}));
  if (has(of, "heights_in", "tints.")) {
    style.heights_are_shares = of["heights_in"] == "shares";
    if (of["heights_in"] != "shares" && of["heights_in"] != "metres")
      say("tints.heights_in", shown(of["heights_in"]) + " is neither \"metres\" nor \"shares\" (of the highest land)");
  }
  number(of, "stepped", "tints.", 0, 1, "the share of the tint that goes in steps", style.stepped);
  for (const auto& key : tint_keys) {
    const bool shares = key.to == &Style::heights && style.heights_are_shares;
    if (has(of, key.word, "tints."))
      steps(of[std::string(key.word)], "tints." + std::string(key.word), style.*key.to, shares ? 1 : 20000);
  }
  if (style.heights_are_shares && !style.heights.empty() && style.heights.back().from > 1)
    say("tints.heights_in", "shares go up to 1, and the heights of this style are metres; give heights too");
}

void ReadingStyle::types(const Json& json, Style& style) {
  const Json halos = object(json, "halos", "", words_of(halo_keys));
  for (const auto& key : halo_keys) colour(halos, key.word, "halos.", false, style.types.*key.to);
  const Json figures = object(json, "figures", "", words_of(figure_keys));
  for (const auto& key : figure_keys) {
    const Json figure = object(figures, key.word.data(), "figures.", {"font", "pt"});
    const std::string place = "figures." + std::string(key.word) + ".";
    font(figure, place, (style.types.*key.to).font);
    number(figure, "pt", place, 3, 100, "the size in points", (style.types.*key.to).pt);
  }
  const std::vector<std::string_view> towns(std::begin(town_keys), std::end(town_keys));
  const Json of = object(json, "types", "", words_of(type_keys, towns));
  const std::vector<std::string_view> keys = {"font",     "pt",       "colour",         "halo",
                                              "capitals", "tracking", "widest_tracking"};
  const auto row = [&](std::string_view word, TypeRow& to) {
    type(object(of, word.data(), "types.", keys), "types." + std::string(word) + ".", to);
  };
  for (std::size_t n = 0; n < towns.size(); ++n) row(towns[n], style.types.towns[n]);
  for (const auto& key : type_keys) row(key.word, style.types.*key.to);
}

void ReadingStyle::type(const Json& json, const std::string& place, TypeRow& row) {
  font(json, place, row.font);
  number(json, "pt", place, 3, 100, "the size in points", row.pt);
  colour(json, "colour", place, false, row.colour);
  scaled(json, "halo", place, 0, 1, 255, "how dense the halo is; 0 is none", row.halo);
  flag(json, "capitals", place, row.capitals);
  scaled(json, "tracking", place, 0, 2, 1000, "em put between letters", row.tracking);
  scaled(json, "widest_tracking", place, 0, 2, 1000, "em put between letters at most", row.widest);
}

}  // namespace terrawright::map
