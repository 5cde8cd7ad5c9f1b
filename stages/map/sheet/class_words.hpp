// SPDX-License-Identifier: Apache-2.0
// class_words.hpp: what the names of a legend say of the ground.
#pragma once
#include <string>
#include <vector>

#include "surface.hpp"
#include "terrawright/arrangement.hpp"

namespace terrawright::map {

inline ClassWords class_words(const std::vector<LegendEntry>& legend) {
  ClassWords words;
  for (const LegendEntry& entry : legend) {
    const auto says = [&](const char* word) { return entry.name.find(word) != std::string::npos; };
    if (says("forest") || says("taiga")) words.forest.push_back(entry.code);
    if (says("desert") && !says("polar") && !says("semi")) words.desert.push_back(entry.code);
    if (says("tundra") || says("alpine")) words.tundra.push_back(entry.code);
    if (says("glacier") || says("polar") || entry.name == "ice" || says(" ice") || says("ice ") || says("snow"))
      words.ice.push_back(entry.code);
  }
  return words;
}

}  // namespace terrawright::map
