// SPDX-License-Identifier: Apache-2.0
// Configs from text for these tests, with what is said of them.
#pragma once
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "config/reader.hpp"
#include "config/world.hpp"
#include "support/folder.hpp"

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
class ConfigFolder : public Folder {
 public:
  ConfigFolder() { std::filesystem::create_directories(path() / "in" / "sub"); }
  void write(const std::string& name, const std::string& text) const { std::ofstream(path() / name) << text; }
  Loaded load(const std::vector<std::string>& set = {}) const {
    terrawright::report::Diagnostics diagnostics;
    auto world = terrawright::config::load((path() / "in" / "main.yaml").string(), set, diagnostics);
    return {std::move(world), diagnostics.text(), diagnostics.error_count()};
  }
};

inline bool says(const std::string& said, const std::string& words) { return said.find(words) != std::string::npos; }

// "line:column+length"
inline std::string place(const terrawright::report::Position& p) {
  return std::to_string(p.line) + ":" + std::to_string(p.column) + "+" + std::to_string(p.length);
}

}  // namespace terrawright::test
