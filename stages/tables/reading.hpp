// SPDX-License-Identifier: Apache-2.0
// Code that all readers of JSON tables share: all errors are reported at once, with their places.
#pragma once
#include <algorithm>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace terrawright::tables {

// The files below stages/*/*/tables/, which the build puts into the program.

// The text of a file, named from stages/ on: "feature/names/tables/norric.json"; nullptr where there is none.
const char* built_in(std::string_view file);

// "Did you mean": the nearest of the words that a table may have.

// Number of letters to insert, delete or change.
inline std::size_t steps_between(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t corner = row[0]++;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t changed = corner + (a[i - 1] == b[j - 1] ? 0 : 1);
      corner = row[j];
      row[j] = std::min({changed, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row[b.size()];
}

// "did you mean 'river'? There are river, lake"; only the list where no word is near.
inline std::string did_you_mean(std::string_view word, const std::vector<std::string_view>& known) {
  std::string_view nearest;
  std::size_t least = word.size() / 3 + 2;
  std::string list;
  for (const std::string_view one : known) {
    list += (list.empty() ? "" : ", ") + std::string(one);
    const std::size_t steps = word.size() > 64 ? least : steps_between(word, one);
    if (steps < least && steps < std::min(word.size(), one.size())) least = steps, nearest = one;
  }
  if (nearest.empty()) return "there are " + list;
  return "did you mean '" + std::string(nearest) + "'? There are " + list;
}

class Reading {
 public:
  std::vector<std::string> problems;

 protected:
  using Json = nlohmann::json;

  void say(const std::string& place, const std::string& what) {
    if (problems.size() < 20) problems.push_back(place + ": " + what);
  }

  // Nothing (discarded) where the text is no JSON, or has a key twice.
  Json parsed(const std::string& text) {
    std::vector<std::set<std::string>> keys;
    const auto watch = [&](int, Json::parse_event_t event, Json& found) {
      if (event == Json::parse_event_t::object_start) keys.emplace_back();
      if (event == Json::parse_event_t::object_end) keys.pop_back();
      if (event == Json::parse_event_t::key && !keys.back().insert(found.get<std::string>()).second)
        say(cut(found.get<std::string>()), "the key stands twice in one object");
      return true;
    };
    try {
      return Json::parse(text, watch);
    } catch (const Json::exception& wrong) {
      std::string what = wrong.what();
      problems.push_back("it is no JSON: " + what.substr(std::min(what.find("] ") + 2, what.size())));
      return {Json::value_t::discarded};
    }
  }

  // Keys that are not among those known; `called` says what a key is, as "table".
  void refuse_others(const Json& object, const std::string& place, const std::vector<std::string_view>& known,
                     const char* called) {
    for (const auto& item : object.items()) {
      if (std::find(known.begin(), known.end(), item.key()) == known.end())
        say(place + cut(item.key()),
            "there is no such " + std::string(called) + "; " + did_you_mean(item.key(), known));
    }
  }

  // A value as it is written, in ASCII, and its beginning where it is long.
  static std::string shown(const Json& json) {
    const std::string text = json.dump(-1, ' ', true);
    return text.size() <= 60 ? text : text.substr(0, 60) + "...";
  }
  static std::string cut(const std::string& key) {
    const std::string text = shown(key);
    return text.substr(1, text.size() - (text.back() == '"' ? 2 : 1));
  }
};

}  // namespace terrawright::tables
