// SPDX-License-Identifier: Apache-2.0
#include <map>

#include "border/kind.hpp"
#include "build/cache_damage.hpp"
#include "build/side.hpp"
#include "images/csv.hpp"
#include "images/sheet.hpp"
#include "images/sheet_groups.hpp"

namespace terrawright::build {
namespace {

std::string csv_text(const engine::Product& table) {
  std::string text;
  images::csv_of(table, [&](std::string_view part) { text += part; });
  return text;
}

std::shared_ptr<store::Store> store_of(const Plan& plan, report::Diagnostics& diagnostics) {
  try {
    if (!plan.cache.empty()) return store::Store::open(plan.cache, plan.cache_size);
  } catch (const store::Refused& refusal) {
    if (plan.cache_is_named) diagnostics.error({}, refusal.what(), refusal.remedy);
  }
  return nullptr;
}

}  // namespace

std::optional<Side> side_of_world(const Plan& plan, const std::filesystem::path& folder, const std::atomic<bool>& stop,
                                  engine::Observer& observer, report::Diagnostics& diagnostics) {
  const graph::Graph& graph = plan.graph;
  std::map<std::string, graph::Link> written;
  std::vector<std::string> names;
  std::vector<graph::Link> links;
  for (const graph::Output& output : graph.outputs) {
    for (const graph::OutputLayer& layer : output.layers) {
      const std::string name = graph.name(layer.from);
      if (!written.emplace(name, layer.from).second) continue;
      names.push_back(name);
      links.push_back(layer.from);
    }
  }
  std::vector<engine::Product> kept;
  engine::Sink keeper;
  keeper.name = "memory";
  keeper.needs = links;
  keeper.keeps = true;
  keeper.take = [&kept](const std::vector<engine::Product>& made) { kept = made; };
  engine::Options options;
  options.tile = plan.tile;
  options.threads = plan.threads;
  options.stop = &stop;
  options.schedule = &*plan.schedule;
  options.folder = folder;
  options.store = store_of(plan, diagnostics);
  if (diagnostics.has_errors()) return std::nullopt;
  engine::Outcome outcome;
  report::Diagnostics problems;
  do {
    problems = report::Diagnostics();
    kept.clear();
    outcome = engine::run(graph, {keeper}, options, observer, problems);
  } while (outcome.lost && !stop);
  for (const report::Diagnostic& problem : problems.sorted()) diagnostics.add(problem);
  report_damage(plan, options.store.get(), diagnostics);
  if (!outcome.done || diagnostics.has_errors()) return std::nullopt;
  if (options.store) options.store->age();

  Side side;
  for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
    const graph::Node& node = graph.nodes[n];
    for (std::uint32_t i = 0; i < node.flows.size(); ++i) {
      const graph::Flow& flow = node.flows[i];
      if (flow.kind == 0 || node.stage().ports[i]->direction != TERRAWRIGHT_PORT_OUTPUT) continue;
      const std::string name = graph.name({n, i});
      const engine::PortRecord& record = outcome.records[n][i];
      if (flow.kind == TERRAWRIGHT_KIND_NUMBER) side.numbers.push_back({name, flow.unit, record.number});
      if (border::is_layer(flow.kind)) side.digests.emplace_back(name, engine::hex(record.digest));
    }
  }
  for (std::size_t k = 0; k < names.size(); ++k) {
    const graph::Flow& flow = graph.flow(links[k]);
    const engine::Product& made = kept.at(k);
    const std::string digest = engine::hex(engine::digest_of(made));
    if (made.layer) {
      std::shared_ptr<const engine::Layer> layer = made.layer;
      side.layers.push_back({names[k], layer->facts(), digest, [layer] { return layer; }, 0, ""});
    } else if (flow.kind == TERRAWRIGHT_KIND_TABLE) {
      const std::uint64_t rows = outcome.records[links[k].node][links[k].port].rows;
      side.tables.push_back({names[k], digest, rows, [made] { return csv_text(made); }});
    } else if (made.grid) {  // a sheet, group by group
      side.tables.push_back({names[k], digest, 0, [made] { return images::groups_of(images::list_of(made)); }});
    }
  }
  return side;
}

}  // namespace terrawright::build
