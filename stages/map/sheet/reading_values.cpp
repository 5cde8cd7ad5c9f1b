// SPDX-License-Identifier: Apache-2.0
#include "reading_values.hpp"

#include <algorithm>

#include "plane.hpp"
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

}  // namespace terrawright::map
