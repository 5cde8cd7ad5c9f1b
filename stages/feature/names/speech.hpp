// SPDX-License-Identifier: Apache-2.0
// Assigns tongues to the places of a world, and terms for features to tongues.
#pragma once
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "naming.hpp"
#include "sites.hpp"
#include "tables.hpp"

namespace terrawright::feature {

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
