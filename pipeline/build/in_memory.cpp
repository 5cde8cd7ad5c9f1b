// SPDX-License-Identifier: Apache-2.0
#include "build/in_memory.hpp"

#include <utility>

namespace terrawright::build {

std::optional<graph::Graph> graph_of(const std::shared_ptr<const report::Source>& source,
                                     const std::vector<std::string>& set, const graph::Catalogue& catalogue,
                                     report::Diagnostics& diagnostics, const graph::InputFileOpener* opener) {
  config::Options without_files;
  without_files.files_required = false;
  auto world = config::load(source, set, diagnostics, without_files);
  if (!world) return std::nullopt;
  return graph::assemble(std::move(*world), catalogue, diagnostics, opener);
}

std::optional<std::vector<engine::Product>> keep(const graph::Graph& graph, std::vector<graph::Link> links,
                                                 const engine::Options& options, engine::Observer& observer,
                                                 report::Diagnostics& diagnostics) {
  std::vector<engine::Product> kept;
  engine::Sink keeper;
  keeper.needs = std::move(links);
  keeper.keeps = true;
  keeper.take = [&kept](const std::vector<engine::Product>& made) { kept = made; };
  if (!engine::run(graph, {keeper}, options, observer, diagnostics).done) return std::nullopt;
  return kept;
}

}  // namespace terrawright::build
