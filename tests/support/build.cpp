// SPDX-License-Identifier: Apache-2.0
#include "support/build.hpp"

#include "build/run.hpp"
#include "engine/tables/stored_table.hpp"
#include "graph/sha256.hpp"
#include "plugins/plugins.hpp"
#include "support/given.hpp"
#include "terrawright/display_list.hpp"

namespace terrawright::test {

const graph::Catalogue& catalogue() {
  static const graph::Catalogue all = [] {
    graph::Catalogue catalogue;
    auto problems = plugins::add_built_in(catalogue);
    for (auto& problem : plugins::add_plugin(given_plugin(), "", "test", catalogue)) problems.push_back(problem);
    if (!problems.empty()) throw std::logic_error(problems.front().reason);
    return catalogue;
  }();
  return all;
}

Built build(const std::string& yaml, const Options& options) {
  give(&options.given);
  report::Diagnostics diagnostics;
  const auto source = std::make_shared<const report::Source>(report::Source{options.path, yaml});
  graph::Catalogue stages = catalogue();
  const terrawright_plugin made_up = {sizeof made_up,
                                      TERRAWRIGHT_ABI_MAJOR,
                                      TERRAWRIGHT_ABI_MINOR,
                                      0,
                                      "test",
                                      "1",
                                      "",
                                      options.stages.data(),
                                      options.stages.size(),
                                      nullptr,
                                      nullptr,
                                      nullptr};
  for (const auto& problem : plugins::add_plugin(&made_up, "", "test", stages)) throw BuildFailed(problem.reason);
  const auto graph = build::graph_of(source, options.set, stages, diagnostics, options.opener);
  if (!graph) throw BuildFailed(diagnostics.text());

  const std::vector<graph::Link> links = build::outputs_made(*graph);
  std::vector<std::pair<std::string, std::string>> names;
  for (const graph::Link& link : links) {
    const graph::Node& node = graph->nodes[link.node];
    names.emplace_back(graph->name(link), node.name + "." + node.stage().ports[link.port]->name);
  }
  engine::Options run;
  run.tile = options.tile;
  run.threads = options.threads;
  run.levels = options.levels;
  run.folder = options.folder;
  run.store = options.store;
  run.window = options.window;
  run.rows_in_memory = options.rows_in_memory;
  engine::Observer silent;
  const build::Kept kept = build::keep({*graph, run}, links, silent, diagnostics);
  if (!kept.outcome.done) throw BuildFailed(diagnostics.text());
  Built built;
  for (std::size_t i = 0; i < kept.made.size(); ++i) {
    engine::Product product = kept.made[i];
    built.long_tables_ += product.long_table ? 1 : 0;
    if (product.long_table && options.whole_tables) {
      engine::StoredTable whole = engine::head_of(product);
      engine::each_part(product, [&](const engine::StoredTable& part) { engine::add_rows(whole, part); });
      if (engine::digest_of(whole) != engine::digest_of(product))
        throw std::logic_error("a long table's digest is wrong");
      product.table = std::make_shared<const engine::StoredTable>(std::move(whole));
      product.long_table.reset();
    }
    const graph::Flow& flow = graph->nodes[links[i].node].flows[links[i].port];
    const bool is_drawing = product.grid && flow.unit == display_list_unit;
    if (product.layer || product.text || is_drawing || engine::is_table(product))
      built.names_.push_back(names[i].first);
    built.made_[names[i].first] = product;
    built.made_[names[i].second] = product;
  }
  built.width_ = graph->world->width;
  built.height_ = graph->world->height;
  return built;
}

std::vector<std::string> Built::layers() const { return names_; }

const engine::Layer& Built::layer(const std::string& reference) const {
  const auto found = made_.find(reference);
  if (found == made_.end() || !found->second.layer) throw std::out_of_range("no layer " + reference + " was made");
  return *found->second.layer;
}

bool Built::is_layer(const std::string& reference) const {
  const auto found = made_.find(reference);
  return found != made_.end() && found->second.layer;
}

void Built::read(const std::string& reference, void* cells, std::size_t cell_bytes) const {
  if (layer(reference).cell_bytes() != cell_bytes) throw std::logic_error(reference + " has cells of another type");
  layer(reference).read(layer(reference).area(), cells, width_);
}

std::string Built::sha256(const std::string& reference) const {
  const auto found = made_.find(reference);
  if (found != made_.end() && found->second.text) return graph::sha256(*found->second.text);
  if (found != made_.end() && (found->second.grid || engine::is_table(found->second)))
    return graph::sha256(digest(reference));
  return build::sha256_of(layer(reference));
}

std::string Built::digest(const std::string& reference) const {
  const auto found = made_.find(reference);
  if (found == made_.end()) throw std::out_of_range("nothing of the name " + reference + " was made");
  return engine::hex(engine::digest_of(found->second));
}

double Built::number(const std::string& reference) const {
  const auto found = made_.find(reference);
  if (found == made_.end() || !found->second.number) throw std::out_of_range("no number " + reference + " was made");
  return *found->second.number;
}

const engine::StoredTable& Built::table(const std::string& reference) const {
  const auto found = made_.find(reference);
  if (found == made_.end() || !found->second.table) throw std::out_of_range("no table " + reference + " was made");
  return *found->second.table;
}

const std::string& Built::text(const std::string& reference) const {
  const auto found = made_.find(reference);
  if (found == made_.end() || !found->second.text) throw std::out_of_range("no text " + reference + " was made");
  return *found->second.text;
}

}  // namespace terrawright::test
