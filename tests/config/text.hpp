// SPDX-License-Identifier: Apache-2.0
// Configs from text for these tests, with what is said of them.
#pragma once
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "config/reader.hpp"
#include "config/world.hpp"

namespace terrawright::test {

inline std::shared_ptr<const terrawright::report::Source> source(const std::string& text) {
  return std::make_shared<terrawright::report::Source>(terrawright::report::Source{"t.yaml", text});
}

struct Read {
  std::optional<terrawright::config::Value> document;
  std::string said;
};

inline Read read(const std::string& text) {
  terrawright::report::Diagnostics diagnostics;
  auto document = terrawright::config::read(source(text), diagnostics);
  return {std::move(document), diagnostics.text()};
}

struct Loaded {
  std::optional<terrawright::config::World> world;
  std::string said;
  std::size_t errors;
};

inline Loaded load(const std::string& text, const std::vector<std::string>& overrides = {},
                   const terrawright::config::Options& options = {}) {
  terrawright::report::Diagnostics diagnostics;
  auto world = terrawright::config::load(source(text), overrides, diagnostics, options);
  if (world && !world->complete) world.reset();
  return {std::move(world), diagnostics.text(), diagnostics.error_count()};
}

// A folder with configs, gone at the end: the config is in/main.yaml.
class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "terrawright-XXXXXX").string();
    path_ = mkdtemp(name.data());
    std::filesystem::create_directories(path_ / "in" / "sub");
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  void write(const std::string& name, const std::string& text) const { std::ofstream(path_ / name) << text; }
  Loaded load(const std::vector<std::string>& set = {}) const {
    terrawright::report::Diagnostics diagnostics;
    auto world = terrawright::config::load((path_ / "in" / "main.yaml").string(), set, diagnostics);
    return {std::move(world), diagnostics.text(), diagnostics.error_count()};
  }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

inline bool says(const std::string& said, const std::string& words) { return said.find(words) != std::string::npos; }

// "line:column+length"
inline std::string place(const terrawright::report::Position& p) {
  return std::to_string(p.line) + ":" + std::to_string(p.column) + "+" + std::to_string(p.length);
}

}  // namespace terrawright::test
