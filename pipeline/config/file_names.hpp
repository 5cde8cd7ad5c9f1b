// SPDX-License-Identifier: Apache-2.0
// Names of files, as outputs have them: below the output folder, with {name} and {seed} filled in. Parameters of nodes
// may have the two words as well, as what is printed on a map.
#pragma once
#include <optional>
#include <string>

#include "check.hpp"

namespace terrawright::config {

// In parameters of all nodes, also those of composites; other braces stay as they are.
void fill_in_texts(World& world);

// Nothing after an error.
std::optional<std::string> filled_name(const Value& pattern, const Check& check, const World& world);
// The same of tiles, whose {x} and {y} stay.
std::optional<std::string> filled_tile_name(const Value& pattern, const Check& check, const World& world);

// The same of a pyramid: a .pmtiles file, or what stands before /{z}/{x}/{y}.png, the folder.
struct PyramidName {
  std::string file;
  bool archive = false;
};
std::optional<PyramidName> filled_pyramid_name(const Value& pattern, const Check& check, const World& world);

}  // namespace terrawright::config
