// SPDX-License-Identifier: Apache-2.0
// Names of files, as outputs have them: below the output folder, with {name} and {seed} filled in. Parameters of nodes
// may have the two words as well, as what is printed on a map.
#pragma once
#include <filesystem>
#include <optional>
#include <string>

#include "check.hpp"

namespace terrawright::config {

// The folder of a config: what it names lies in it or below. A world that comes with the program and is extended has
// its own.
class Folder {
 public:
  // `config`: the path of the config's file.
  explicit Folder(const std::filesystem::path& config);

  // Without links, '..' and '.'.
  static std::filesystem::path real(const std::filesystem::path& path);
  bool holds(const std::filesystem::path& file) const;
  // Whether `from`, a file of the world, may name `file`.
  bool holds(const std::filesystem::path& file, const std::filesystem::path& from) const;
  // The path that `name` means beside the file `from`; empty after an error, where it lies elsewhere. `use` says what
  // was to be done: "included".
  std::filesystem::path find(const Value& name, const std::filesystem::path& from, const char* use,
                             const Check& check) const;

 private:
  std::filesystem::path folder_;
};

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
