// SPDX-License-Identifier: Apache-2.0
// Worlds of stages that a test makes up, with sinks of its own.
#pragma once
#include <string>
#include <vector>

#include "engine/engine.hpp"
#include "plugins/plugins.hpp"
#include "support/catch.hpp"
#include "terrawright/stage.hpp"

namespace terrawright::test {

struct MadeUp {
  engine::Outcome outcome;
  std::string said;  // the diagnostics
};

// `stages` is the YAML of a world of 200 x 150 cells below `stages:`; its last node must be `last`, with one layer.
inline MadeUp run_made_up(const std::vector<const terrawright_stage*>& made_up, const std::string& stages,
                          const engine::Options& options, const std::vector<engine::Sink>& sinks = {}) {
  const terrawright_plugin plugin = {sizeof plugin,
                                     TERRAWRIGHT_ABI_MAJOR,
                                     TERRAWRIGHT_ABI_MINOR,
                                     0,
                                     "test.made_up",
                                     "1",
                                     "",
                                     made_up.data(),
                                     made_up.size(),
                                     nullptr,
                                     nullptr,
                                     nullptr};
  graph::Catalogue catalogue;
  for (const auto& problem : plugins::add_built_in(catalogue)) FAIL(problem.reason);
  for (const auto& problem : plugins::add_plugin(&plugin, "", "test", catalogue)) FAIL(problem.reason);
  const std::string yaml = "terrawright: 1\nname: t\nworld: {size: [200, 150], cell: 1 km, seed: 1}\nstages:\n" +
                           stages + "outputs: [{layers: {h: last}}]\n";
  report::Diagnostics diagnostics;
  config::Options without_files;
  without_files.files_required = false;
  const auto source = std::make_shared<const report::Source>(report::Source{"t.yaml", yaml});
  auto world = config::load(source, {}, diagnostics, without_files);
  INFO(diagnostics.text());
  REQUIRE(world);
  const auto graph = graph::assemble(std::move(*world), catalogue, diagnostics);
  INFO(diagnostics.text());
  REQUIRE(graph);
  engine::Observer silent;
  MadeUp made;
  made.outcome = engine::run(*graph, sinks, options, silent, diagnostics);
  made.said = diagnostics.text();
  return made;
}

inline engine::Options tiles_and_threads(std::int64_t tile, int threads) {
  engine::Options options;
  options.tile = tile;
  options.threads = threads;
  return options;
}

}  // namespace terrawright::test
