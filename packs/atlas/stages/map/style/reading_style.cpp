// SPDX-License-Identifier: Apache-2.0
#include "reading_style.hpp"

#include <algorithm>
#include <stdexcept>

#include "map/sheet/plane.hpp"
#include "style_keys.hpp"

namespace terrawright::map {
namespace {

std::string text_of(double number) {
  std::string text = nlohmann::json(number).dump();
  if (text.size() > 2 && text.compare(text.size() - 2, 2, ".0") == 0) text.resize(text.size() - 2);
  return text;
}

}  // namespace

ReadingValues::Json ReadingValues::object(const Json& json, const char* key, const std::string& place,
                                          const std::vector<std::string_view>& keys) {
  if (!has(json, key, place)) return Json::object();
  if (!json[key].is_object()) {
    say(place + key, "it is an object of keys and values; " + tables::did_you_mean("", keys));
    return Json::object();
  }
  refuse_others(json[key], place + key + ".", keys, "key");
  return json[key];
}

bool ReadingValues::has(const Json& json, std::string_view key, const std::string& place) {
  const bool there = json.contains(std::string(key));
  if (!there && whole_) say(place + std::string(key), "a whole style has it");
  return there;
}

void ReadingValues::number(const Json& json, const char* key, const std::string& place, double least, double most,
                           const char* what, double& to) {
  if (!has(json, key, place)) return;
  const Json& value = json[key];
  if (value.is_number() && value >= least && value <= most) {
    to = value.get<double>();
  } else {
    say(place + key, shown(value) + " is no number from " + text_of(least) + " to " + text_of(most) + ", " + what);
  }
}

void ReadingValues::scaled(const Json& json, const char* key, const std::string& place, double least, double most,
                           double scale, const char* what, std::int32_t& to) {
  double value = to / scale;
  number(json, key, place, least, most, what, value);
  to = rounded(value * scale);
}

void ReadingValues::flag(const Json& json, const char* key, const std::string& place, bool& to) {
  if (!has(json, key, place)) return;
  if (json[key].is_boolean()) {
    to = json[key];
  } else {
    say(place + key, shown(json[key]) + " is neither true nor false");
  }
}

void ReadingValues::colour(const Json& json, std::string_view key, const std::string& place, bool may_be_clear,
                           Colour& to) {
  if (has(json, key, place)) is_colour(json[std::string(key)], place + std::string(key), may_be_clear, to);
}

void ReadingValues::font(const Json& json, const std::string& place, Font& to) {
  if (!has(json, "font", place)) return;
  const auto* const word = std::find(std::begin(font_words), std::end(font_words), json["font"]);
  if (word != std::end(font_words)) {
    to = static_cast<Font>(word - std::begin(font_words));
    return;
  }
  const std::string written = json["font"].is_string() ? json["font"].get<std::string>() : "";
  say(place + "font", shown(json["font"]) + " is no font of the program; " +
                          tables::did_you_mean(written, {std::begin(font_words), std::end(font_words)}));
}

bool ReadingValues::is_colour(const Json& json, const std::string& place, bool may_be_clear, Colour& to) {
  const std::string text = json.is_string() ? json.get<std::string>() : "";
  const bool clear = text.size() == 9;
  if ((text.size() != 7 && !clear) || text[0] != '#' ||
      text.find_first_not_of("0123456789abcdefABCDEF", 1) != std::string::npos) {
    say(place, shown(json) + " is no colour, #rrggbb" + (may_be_clear ? " or #rrggbbaa" : ""));
    return false;
  }
  if (clear && !may_be_clear) {
    say(place, text + " is clear, and this colour is opaque: " + text.substr(0, 7));
    return false;
  }
  to = rgb(static_cast<std::uint32_t>(std::stoul(text.substr(1, 6), nullptr, 16)));
  if (clear) to.alpha = static_cast<std::uint8_t>(std::stoul(text.substr(7), nullptr, 16));
  return true;
}

void ReadingValues::steps(const Json& json, const std::string& place, std::vector<TintStep>& steps, double most) {
  const char* const form =
      "it is a list of steps, each where it begins and its colour, [[0, \"#d3e0bd\"], [200, "
      "\"#f5efe4\"]], one to forty";
  if (!json.is_array() || json.empty() || json.size() > 40) return say(place, form);
  std::vector<TintStep> read;
  for (std::size_t n = 0; n < json.size(); ++n) {
    const Json& one = json[n];
    const std::string at = place + "[" + std::to_string(n) + "]";
    Colour colour{};
    if (!one.is_array() || one.size() != 2 || !one[0].is_number()) {
      say(at, shown(one) + " is no step, [200, \"#f5efe4\"]");
      continue;
    }
    if (!is_colour(one[1], at, false, colour)) continue;
    const auto from = one[0].get<double>();
    if (!(from >= 0 && from <= most)) say(at, text_of(from) + " is not within 0 to " + text_of(most));
    if (n == 0 && from != 0) say(at, "the first step begins at 0, and this at " + text_of(from));
    if (!read.empty() && !(static_cast<float>(from) > read.back().from))
      say(at, text_of(from) + " does not come after the step before it; steps go from 0 on");
    read.push_back({static_cast<float>(from), colour});
  }
  steps = read;
}

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
