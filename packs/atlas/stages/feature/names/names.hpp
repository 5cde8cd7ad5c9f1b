// SPDX-License-Identifier: Apache-2.0
// Names: tongues and terms as tables have them, and which of them a feature gets.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sites.hpp"
#include "tables/reading.hpp"
#include "tongue.hpp"

namespace terrawright::feature {

// The tables of names/tables/, which the build puts into the program.

// Tongues from JSON: one object, or a list of them under "tongues". All that is wrong is said, with its place.

// Weighted parts from JSON: "b d:2 st -" is b, twice as often d, st, or nothing. All that is wrong is said, with its
// place.
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

// The text of a file; nullptr where there is none of this name.
inline const char* built_in_table(std::string_view file) {
  return tables::built_in("feature/names/tables/" + std::string(file));
}

constexpr std::string_view built_in_tongues[] = {"norric", "velan", "brethic", "turanic"};

inline Tongue built_in_tongue(std::string_view name) {
  return ReadingTongues().read(built_in_table(std::string(name) + ".json")).at(0);
}

// A name of a key in a tongue: drawn again until it has nothing that is refused.
class Naming {
 public:
  // `general`: generics in place of the tongue's own; nullptr: none. All live as long as the naming.
  Naming(const Tongue& tongue, const Refused& refused, const Tongue* general = nullptr)
      : tongue_(tongue), refused_(refused), generics_(general != nullptr ? general->generics : tongue.generics) {
    for (const Weighted& of_kind : generics_) {
      for (const Letters& generic : of_kind.parts) {
        std::istringstream words(folded(generic));
        for (std::string word; words >> word;) {
          if (word.rfind("{}", 0) == 0) word = word.substr(2);
          things_.insert(word);
        }
      }
    }
  }

  static constexpr std::int64_t attempts = 64, last_attempts = 4096;

  // Empty only where the tables give nothing that is not a refused word.
  std::string name(std::uint64_t stream, Kind kind, std::int64_t i, std::int64_t j, std::int64_t turn = 0) const {
    for (std::int64_t attempt = 0; attempt < last_attempts; ++attempt) {
      Words words(key_of(stream, tongue_.name, {static_cast<std::int64_t>(kind), i, j, turn, attempt}));
      const Letters root = tongue_.root(words);
      const Joined joined = join(kind, root, words);
      // Rather an ill sound than none: tables may be such that all is too long.
      const bool sounds = attempt >= attempts || why_not(root, joined.word).empty();
      if (sounds && refused_.in(joined.name).empty()) return utf8(joined.name);
    }
    return {};
  }

  // The name if nothing were refused.
  Letters first(std::uint64_t stream, Kind kind, std::int64_t i, std::int64_t j) const {
    Words words(key_of(stream, tongue_.name, {static_cast<std::int64_t>(kind), i, j, 0, 0}));
    const Letters root = tongue_.root(words);
    return join(kind, root, words).name;
  }

  // Reason why it sounds bad; empty: none.
  std::string why_not(const Letters& root, const Letters& word) const {
    if (root.size() < tongue_.least) return "its root is too short";
    if (root.size() > tongue_.most) return "its root is too long";
    if (word.size() > std::max(tongue_.word, root.size())) return "its word is too long";
    std::size_t same = 0, vowels = 0, consonants = 0;
    for (std::size_t i = 0; i < word.size(); ++i) {
      const bool is_vowel = tongue_.is_vowel(word[i]);
      same = i > 0 && word[i] == word[i - 1] ? same + 1 : 1;
      vowels = is_vowel ? vowels + 1 : 0;
      consonants = is_vowel ? 0 : consonants + 1;
      if (same > 2) return "three equal letters stand in a row";
      if (vowels > 2) return "more than two vowels stand in a row";
      if (consonants > 4) return "more than four consonants stand in a row";
    }
    // Skogskog.
    const std::size_t at = word.find(root);
    if (things_.count(folded(root)) != 0) return "its root is a word for a thing";
    if (at == 0 && word.size() > root.size() && tongue_.is_vowel(root.back()) && tongue_.is_vowel(word[root.size()]))
      return "vowels meet where it is joined";
    if (at == 0 && word.size() >= root.size() + 3 && root.find(word.substr(root.size(), 3)) != Letters::npos)
      return "it says a thing twice";
    return stammers(root) ? "its root stammers" : "";
  }

 private:
  Joined join(Kind kind, const Letters& root, Words& words) const {
    const Weighted& generics = generics_[static_cast<std::size_t>(kind)];
    return {generics.empty() ? U"{}" : generics.pick(words), root};
  }

  // A letter three times, or a consonant before and after a vowel: Krar, Tatena.
  bool stammers(const Letters& root) const {
    char32_t before = 0;
    for (std::size_t i = 0; i < root.size(); ++i) {
      if (std::count(root.begin(), root.end(), root[i]) > 2) return true;
      if (tongue_.is_vowel(root[i])) continue;
      if (root[i] == before && !(i > 0 && root[i - 1] == root[i])) return true;
      before = root[i];
    }
    return false;
  }

  const Tongue& tongue_;
  const Refused& refused_;
  const std::array<Weighted, kinds>& generics_;
  std::set<std::string> things_;  // words of the generics
};

// Assigns tongues to the places of a world, and terms for features to tongues.
struct Speech {
  std::vector<Tongue> tongues;  // at least one
  Refused refused;
  std::optional<Tongue> general;  // whose words for things stand in place of theirs

  // Selects from the tongues of a file, and from ours. `asked` empty: all of the file; without a file all of ours but
  // one.
  static std::vector<Tongue> chosen(const std::vector<std::string>& asked, const std::vector<Tongue>& of_file,
                                    std::uint64_t stream, std::vector<std::string>& problems) {
    std::vector<Tongue> tongues;
    std::vector<std::string> wanted = asked;
    if (wanted.empty() && !of_file.empty()) return of_file;
    if (wanted.empty()) {
      const std::size_t silent = key_of(stream, "silent", {}) % std::size(built_in_tongues);
      for (std::size_t i = 0; i < std::size(built_in_tongues); ++i) {
        if (i != silent) wanted.emplace_back(built_in_tongues[i]);
      }
    }
    for (const std::string& name : wanted) {
      const auto found =
          std::find_if(of_file.begin(), of_file.end(), [&](const Tongue& tongue) { return tongue.name == name; });
      const bool ours =
          std::find(std::begin(built_in_tongues), std::end(built_in_tongues), name) != std::end(built_in_tongues);
      if (found != of_file.end()) {
        tongues.push_back(*found);
      } else if (ours) {
        tongues.push_back(built_in_tongue(name));
      } else {
        std::string known = "norric, velan, brethic, turanic";
        for (const Tongue& tongue : of_file) known += ", " + tongue.name;
        problems.push_back("there is no tongue '" + name + "'; there are " + known);
      }
    }
    return tongues;
  }

  // Fault of a tongue as a whole: all of its words are refused.
  std::string mute(const Tongue& tongue) const {
    const Naming naming(tongue, refused, general ? &*general : nullptr);
    for (std::size_t kind = 0; kind < kinds; ++kind) {
      for (std::int64_t i = 0; i < 8; ++i) {
        if (naming.name(0, static_cast<Kind>(kind), i, 0).empty())
          return "every name of a " + std::string(kind_words[kind]) + " in '" + tongue.name +
                 "' has a refused word in it, as '" + refused.in(naming.first(0, static_cast<Kind>(kind), i, 0)) + "'";
      }
    }
    return {};
  }

  // Names of features of one kind, the most important first.
  std::vector<std::string> names(std::uint64_t stream, Kind kind, const std::vector<Taken>& sites) const {
    std::vector<Naming> namings;
    for (const Tongue& tongue : tongues) namings.emplace_back(tongue, refused, general ? &*general : nullptr);
    std::vector<std::string> all;
    all.reserve(sites.size());
    for (const Taken& at : sites) {
      const Naming& naming = namings[tongue_at(stream, at.place, tongues.size())];
      all.push_back(naming.name(stream, kind, at.site.i, at.site.j, at.turn));
    }
    return all;
  }
};

// Sites of what is one a world, or one an eighth of it: its number is its site, wherever it stands.
inline std::vector<Taken> numbered_sites(const std::vector<std::int64_t>& numbers, const std::vector<Anchor>& anchors) {
  std::map<std::int64_t, std::int64_t> turns;
  std::vector<Taken> all;
  for (std::size_t i = 0; i < numbers.size(); ++i) all.push_back({{numbers[i], 0}, turns[numbers[i]]++, anchors[i]});
  return all;
}

}  // namespace terrawright::feature
