// SPDX-License-Identifier: Apache-2.0
#include <map>

#include "border/kind.hpp"
#include "build/side.hpp"
#include "images/table_text.hpp"
#include "packs/atlas/sheet.hpp"

namespace terrawright::build {
namespace {

std::string csv_text(const engine::Product& table) {
  std::string text;
  images::text_of_table(table, [&](std::string_view part) { text += part; });
  return text;
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
  Run run = run_of(plan, store_of(plan, diagnostics), stop);
  if (diagnostics.has_errors()) return std::nullopt;
  run.options.folder = folder;
  const Kept kept = keep(run, links, observer, diagnostics);
  if (!kept.outcome.done || diagnostics.has_errors()) return std::nullopt;
  if (run.options.store) run.options.store->age();

  Side side;
  for (const graph::Link& link : outputs_made(graph)) {
    const graph::Flow& flow = graph.flow(link);
    const std::string name = graph.name(link);
    const engine::PortRecord& record = kept.outcome.records[link.node][link.port];
    if (flow.kind == TERRAWRIGHT_KIND_NUMBER) side.numbers.push_back({name, flow.unit, record.number});
    if (border::is_layer(flow.kind)) side.digests.emplace_back(name, engine::hex(record.digest));
  }
  for (std::size_t k = 0; k < names.size(); ++k) {
    const graph::Flow& flow = graph.flow(links[k]);
    const engine::Product& made = kept.made.at(k);
    const std::string digest = engine::hex(engine::digest_of(made));
    if (made.layer) {
      std::shared_ptr<const engine::Layer> layer = made.layer;
      side.layers.push_back({names[k], layer->facts(), digest, [layer] { return layer; }, 0, ""});
    } else if (flow.kind == TERRAWRIGHT_KIND_TABLE) {
      const std::uint64_t rows = kept.outcome.records[links[k].node][links[k].port].rows;
      side.tables.push_back({names[k], digest, rows, [made] { return csv_text(made); }});
    } else if (made.grid) {  // a sheet, group by group
      side.tables.push_back({names[k], digest, 0, [made] { return images::groups_of(images::list_of(made)); }});
    }
  }
  return side;
}

}  // namespace terrawright::build
