// SPDX-License-Identifier: Apache-2.0
// Graphs of YAML text, and the keys of their products as "node.port".
#pragma once
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "support/build.hpp"
#include "support/catch.hpp"

namespace terrawright::test {

inline std::optional<graph::Graph> assembled(const std::string& yaml, report::Diagnostics& diagnostics) {
  config::Options options;
  options.files_required = false;
  auto loaded =
      config::load(std::make_shared<const report::Source>(report::Source{"t.yaml", yaml}), {}, diagnostics, options);
  if (!loaded) return std::nullopt;
  return graph::assemble(std::move(*loaded), test::catalogue(), diagnostics);
}

inline std::map<std::string, std::string> keys(const std::string& yaml) {
  report::Diagnostics diagnostics;
  const auto graph = assembled(yaml, diagnostics);
  INFO(diagnostics.text());
  REQUIRE(graph);
  std::map<std::string, std::string> keys;
  for (const auto& node : graph->nodes) {
    for (std::size_t i = 0; i < node.keys.size(); ++i) {
      if (!node.keys[i].empty()) keys[node.name + "." + node.stage().ports[i]->name] = node.keys[i];
    }
  }
  return keys;
}

}  // namespace terrawright::test
