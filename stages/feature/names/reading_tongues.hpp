// SPDX-License-Identifier: Apache-2.0
// Tongues from JSON: one object, or a list of them under "tongues". All that is wrong is said, with its place.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "reading_parts.hpp"

namespace terrawright::feature {

class ReadingTongues : public ReadingParts {
 public:
  std::vector<Tongue> read(const std::string& text) {
    std::vector<Tongue> tongues;
    const Json json = parsed(text);
    if (json.is_discarded()) return tongues;
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
  Tongue tongue(const Json& json, const std::string& place) {
    Tongue tongue;
    if (!json.is_object()) {
      say(place + "name", "there is no tongue here, {\"name\": ...}");
      return tongue;
    }
    refuse_others(json, place,
                  {"name", "about", "letters", "syllables", "first", "middle", "vowels", "endings", "codas", "root",
                   "longest_word", "generics"},
                  "table");
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
      const auto* const kind = std::find(kind_words.begin(), kind_words.end(), item.key());
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
};

}  // namespace terrawright::feature
