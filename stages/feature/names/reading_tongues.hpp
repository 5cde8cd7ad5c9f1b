// SPDX-License-Identifier: Apache-2.0
// Tongues from JSON: one object, or a list of them under "tongues". All that is wrong is said, with its place.
#pragma once
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tongue.hpp"

namespace terrawright::feature {

class ReadingTongues {
 public:
  std::vector<std::string> problems;

  std::vector<Tongue> read(const std::string& text) {
    std::vector<Tongue> tongues;
    Json json;
    try {
      json = Json::parse(text);
    } catch (const Json::exception& wrong) {
      std::string what = wrong.what();
      problems.push_back("it is no JSON: " + what.substr(std::min(what.find("] ") + 2, what.size())));
      return tongues;
    }
    const bool several = json.is_object() && json.contains("tongues");
    if (!json.is_object() || (several && !json["tongues"].is_array())) {
      problems.emplace_back("it is neither a tongue, {\"name\": ...}, nor {\"tongues\": [...]}");
      return tongues;
    }
    if (!several) {
      tongues.push_back(tongue(json, ""));
    } else {
      for (std::size_t i = 0; i < json["tongues"].size(); ++i)
        tongues.push_back(tongue(json["tongues"][i], "tongues[" + std::to_string(i) + "]."));
    }
    if (tongues.empty()) problems.emplace_back("there is no tongue in it");
    return tongues;
  }

 private:
  using Json = nlohmann::json;

  void say(const std::string& place, const std::string& what) {
    if (problems.size() < 20) problems.push_back(place + ": " + what);
  }

  Tongue tongue(const Json& json, const std::string& place) {
    Tongue tongue;
    if (!json.is_object()) {
      say(place + "name", "there is no tongue here, {\"name\": ...}");
      return tongue;
    }
    for (const auto& item : json.items()) {
      constexpr std::string_view known[] = {"name",   "about",   "letters", "syllables", "first",        "middle",
                                            "vowels", "endings", "codas",   "root",      "longest_word", "generics"};
      if (std::find(std::begin(known), std::end(known), item.key()) == std::end(known))
        say(place + item.key(), "there is no such table; there are " + listed(known, std::size(known)));
    }
    if (json.contains("name") && json["name"].is_string()) tongue.name = json["name"];
    if (tongue.name.empty()) say(place + "name", "a tongue has a name, such as \"norric\"");
    if (json.contains("letters")) {
      const auto letters = json["letters"].is_string() ? letters_of(json["letters"].get<std::string>()) : std::nullopt;
      if (letters) tongue.letters = *letters;
      if (!letters) say(place + "letters", "it is a text of all letters of the tongue");
    }
    if (json.contains("generics") && json["generics"].is_object() && !json.contains("first")) {
      generics(json["generics"], place, tongue);  // words for mountains and towns alone
      return tongue;
    }
    for (const auto& [part, weight] : weighted_words(json, "syllables", place)) {
      if (part < U"1" || part > U"9" || part.size() != 1) {
        say(place + "syllables", "'" + utf8(part) + "' is no number of syllables from 1 to 9");
      } else {
        tongue.syllables.insert(tongue.syllables.end(), std::min(weight, 1000u),
                                static_cast<std::uint32_t>(part[0] - U'0'));
      }
    }
    tongue.first = parts(json, "first", place, tongue.letters);
    tongue.vowels = sets(json, "vowels", place, tongue.letters);
    tongue.middle = json.contains("middle") ? parts(json, "middle", place, tongue.letters) : tongue.first;
    if (json.contains("codas") || !json.contains("endings")) tongue.codas = parts(json, "codas", place, tongue.letters);
    if (json.contains("endings")) {
      tongue.endings = sets(json, "endings", place, tongue.letters);
      if (tongue.endings.size() != tongue.vowels.size())
        say(place + "endings", "there are as many sets of endings as of vowels");
    }
    lengths(json, place, tongue);
    if (json.contains("generics")) generics(json["generics"], place, tongue);
    return tongue;
  }

  void lengths(const Json& json, const std::string& place, Tongue& tongue) {
    const auto length = [](const Json& value) { return value.is_number_integer() && value >= 1 && value <= 100; };
    if (json.contains("root")) {
      const Json& root = json["root"];
      if (root.is_array() && root.size() == 2 && length(root[0]) && length(root[1]) && root[0] <= root[1]) {
        tongue.least = root[0];
        tongue.most = root[1];
      } else {
        say(place + "root", "it is how many letters a root has, the least and the most: [3, 9]");
      }
    }
    if (!json.contains("longest_word")) return;
    if (length(json["longest_word"])) {
      tongue.word = json["longest_word"];
    } else {
      say(place + "longest_word", "it is the number of letters of the longest word, 1 to 100");
    }
  }

  void generics(const Json& json, const std::string& place, Tongue& tongue) {
    if (!json.is_object()) return say(place + "generics", "it is an object of lists: {\"river\": [\"{} River\"]}");
    for (const auto& item : json.items()) {
      const std::string at = "generics." + item.key();
      const auto kind = std::find(kind_words.begin(), kind_words.end(), item.key());
      if (kind == kind_words.end()) {
        say(place + at, "nothing is of this kind; there are " + listed(kind_words.data(), kinds));
        continue;
      }
      Weighted& to = tongue.generics[static_cast<std::size_t>(kind - kind_words.begin())];
      if (!item.value().is_array() || item.value().empty())
        say(place + at, "it is a list of texts, [\"Monte {}\", \"{}berg:2\"]");
      for (const Json& one : item.value()) {
        const auto split = one.is_string() ? weighted(one.get<std::string>(), place + at) : std::nullopt;
        if (!one.is_string()) say(place + at, one.dump() + " is no text");
        if (!split) continue;
        const std::size_t root = split->first.find(U"{}");
        if (root == Letters::npos || split->first.find(U"{}", root + 1) != Letters::npos)
          say(place + at, "'" + utf8(split->first) + "' does not have {} once, where the root stands");
        for (const char32_t c : split->first) {
          if (c < U' ' || c == U'"' || c == U'<' || c == 0x7f || (c >= 0x80 && c < 0xc0 && c != 0xb7))
            say(place + at, letter(c) + " in '" + utf8(split->first) + "' is not allowed");
        }
        to.add(split->first, split->second);
      }
    }
  }

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
  std::optional<std::pair<Letters, std::uint32_t>> weighted(std::string text, const std::string& place) {
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
