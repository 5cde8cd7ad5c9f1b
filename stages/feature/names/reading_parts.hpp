// SPDX-License-Identifier: Apache-2.0
// Weighted parts from JSON: "b d:2 st -" is b, twice as often d, st, or nothing. All that is wrong is said, with its
// place.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tables/reading.hpp"
#include "tongue.hpp"

namespace terrawright::feature {

class ReadingParts : public tables::Reading {
 protected:
  std::vector<Weighted> sets(const Json& json, const char* name, const std::string& place, const Letters& letters) {
    std::vector<Weighted> all;
    if (!json.contains(name) || json[name].is_string()) {
      all.push_back(parts(json, name, place, letters));
    } else {
      const Json list = json[name].is_array() ? json[name] : Json::array();
      if (list.empty()) say(place + name, "it is a text of parts, or a list of such texts, none of them empty");
      for (const Json& one : list) all.push_back(parts({{name, one}}, name, place, letters));
    }
    return all;
  }

  Weighted parts(const Json& json, const char* name, const std::string& place, const Letters& letters) {
    Weighted set;
    for (auto& [part, weight] : weighted_words(json, name, place)) {
      if (part == U"-") part.clear();
      for (const char32_t c : part) {
        if (!is_letter(c)) {
          say(place + name,
              letter(c) + " in '" + utf8(part) + "' is not allowed: parts are small letters, apostrophes and hyphens");
        } else if (!letters.empty() && letters.find(c) == Letters::npos) {
          say(place + name, letter(c) + " in '" + utf8(part) + "' is not among the tongue's letters");
        }
      }
      set.add(part, weight);
    }
    return set;
  }

  std::vector<std::pair<Letters, std::uint32_t>> weighted_words(const Json& json, const char* name,
                                                                const std::string& place) {
    std::vector<std::pair<Letters, std::uint32_t>> all;
    const std::string text = json.contains(name) && json[name].is_string() ? json[name].get<std::string>() : "";
    for (std::size_t at = 0; (at = text.find_first_not_of(' ', at)) != std::string::npos;) {
      const std::size_t end = std::min(text.find(' ', at), text.size());
      if (const auto one = weighted(text.substr(at, end - at), place + name)) all.push_back(*one);
      at = end;
    }
    if (text.find_first_not_of(' ') == std::string::npos)
      say(place + name, "the list is empty; it is a text such as \"b d:2 st -\", of parts and how often they come");
    return all;
  }

  // "part:weight", or a part alone.
  std::optional<std::pair<Letters, std::uint32_t>> weighted(const std::string& text, const std::string& place) {
    const std::size_t colon = text.find(':');
    const std::string weight = colon == std::string::npos ? "1" : text.substr(colon + 1);
    const bool is_number = !weight.empty() && weight.size() < 5 &&
                           weight.find_first_not_of("0123456789") == std::string::npos && std::stoi(weight) > 0;
    if (!is_number) say(place, "the weight of '" + text + "' is no whole number from 1 to 9999");
    const auto part = letters_of(text.substr(0, colon));
    if (!part || part->empty()) say(place, "'" + text + "' has no part before its weight");
    if (!is_number || !part || part->empty()) return std::nullopt;
    return std::pair{*part, static_cast<std::uint32_t>(std::stoi(weight))};
  }

  static std::string letter(char32_t c) {
    constexpr char digits[] = "0123456789ABCDEF";
    std::string code;
    for (int shift = c > 0xffff ? 20 : 12; shift >= 0; shift -= 4) code += digits[c >> shift & 15];
    return "the letter '" + (c < U' ' ? std::string("?") : utf8(Letters(1, c))) + "' (U+" + code + ")";
  }
  static std::string listed(const std::string_view* words, std::size_t count) {
    std::string list;
    for (std::size_t i = 0; i < count; ++i) list += (i == 0 ? "" : ", ") + std::string(words[i]);
    return list;
  }
};

}  // namespace terrawright::feature
