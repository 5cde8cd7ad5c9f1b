// SPDX-License-Identifier: Apache-2.0
// The folder of a config: what it names lies in it or below. A world that comes with the program and is extended has
// its own.
#pragma once
#include <filesystem>
#include <string>

#include "check.hpp"

namespace terrawright::config {

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

}  // namespace terrawright::config
