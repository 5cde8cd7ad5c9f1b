// SPDX-License-Identifier: Apache-2.0
#include "build/run.hpp"

#include <set>
#include <utility>
#include <vector>

#include "engine/cache/cache_use.hpp"
#include "engine/tables/row_readers.hpp"
#include "graph/sha256.hpp"

namespace terrawright::build {
namespace {

// Done where all processes are; interrupted, or to be run once more, where one is.
void agree(engine::Outcome& outcome, engine::Ranks& ranks) {
  const auto letter = [](bool is, char said) { return std::string(is ? 1 : 0, said); };
  const std::string mine = letter(outcome.done, 'd') + letter(outcome.interrupted, 'i') + letter(outcome.lost, 'l');
  for (const std::string& said : ranks.say(mine)) {
    const auto says = [&](char word) { return said.find(word) != std::string::npos; };
    outcome.done = outcome.done && says('d');
    outcome.interrupted = outcome.interrupted || says('i');
    outcome.lost = outcome.lost || says('l');
  }
}

}  // namespace

std::optional<graph::Graph> graph_of(const std::shared_ptr<const report::Source>& source,
                                     const std::vector<std::string>& set, const graph::Catalogue& catalogue,
                                     report::Diagnostics& diagnostics, const graph::InputFileOpener* opener) {
  config::Options without_files;
  without_files.files_required = false;
  if (!catalogue.writers().empty()) without_files.writers = graph::keys_of_writers(catalogue);
  auto world = config::load(source, set, diagnostics, without_files);
  if (!world) return std::nullopt;
  return graph::assemble(std::move(*world), catalogue, diagnostics, opener);
}

std::vector<graph::Link> outputs_made(const graph::Graph& graph) {
  std::vector<graph::Link> outputs;
  for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
    const graph::Node& node = graph.nodes[n];
    for (std::uint32_t i = 0; i < node.flows.size(); ++i) {
      if (node.stage().ports[i]->direction == TERRAWRIGHT_PORT_OUTPUT && node.flows[i].kind != 0)
        outputs.push_back({n, i});
    }
  }
  return outputs;
}

engine::Outcome run(const Run& run, const Sinks& sinks, engine::Observer& observer, report::Diagnostics& problems) {
  engine::Outcome outcome;
  report::Diagnostics of_stages, damage;
  do {
    of_stages = report::Diagnostics();
    outcome = engine::run(run.graph, sinks(), run.options, observer, of_stages);
    if (run.strict) report_damage(run, damage);  // else at the end, all in one
    if (damage.has_errors()) outcome.done = outcome.lost = false;
    if (run.options.ranks != nullptr) agree(outcome, *run.options.ranks);
  } while (outcome.lost && !(run.options.stop != nullptr && *run.options.stop));
  report_damage(run, damage);
  for (const report::Diagnostics* some : {&damage, &of_stages}) {
    for (const report::Diagnostic& problem : some->sorted()) problems.add(problem);
  }
  for (const auto& [name, reason] : outcome.failed_sinks) problems.error({}, reason);
  return outcome;
}

engine::Sink keeper(const std::vector<graph::Link>& links, std::vector<engine::Product>& kept) {
  engine::Sink sink;
  sink.name = "memory";
  sink.needs = links;
  sink.keeps = true;
  sink.take = [&kept](const std::vector<engine::Product>& made) { kept = made; };
  kept.clear();
  return sink;
}

Kept keep(const Run& run, const std::vector<graph::Link>& links, engine::Observer& observer,
          report::Diagnostics& problems) {
  Kept kept;
  const auto sinks = [&] { return std::vector{keeper(links, kept.made)}; };
  kept.outcome = build::run(run, sinks, observer, problems);
  return kept;
}

void report_damage(const Run& run, report::Diagnostics& problems) {
  constexpr std::size_t most_named = 3;
  if (!run.options.store) return;
  const std::vector<store::Damage> all = run.options.store->take_damage();
  if (all.empty()) return;
  std::vector<std::string> named;
  for (const store::Damage& one : all) {
    if (named.size() == most_named) break;
    const std::string of = engine::owner_of(run.graph, run.options.tile, one.key);
    named.push_back(one.entry + (of.empty() ? "" : " (" + of + ")"));
  }
  if (all.size() > most_named) named.push_back("and " + std::to_string(all.size() - most_named) + " more");
  problems.warning({},
                   "the cache in " + report::quote(run.options.store->path().string()) + " had " +
                       std::to_string(all.size()) +
                       (all.size() == 1 ? " damaged entry, which was deleted: " : " damaged entries, deleted now: ") +
                       report::join(named),
                   run.strict ? "check the disk, and what else writes there; without them the next build makes them"
                              : "what they held is made again; check the disk, and what else writes there");
  if (run.strict) problems.warnings_are_errors();
}

std::string sha256_of(const engine::Layer& layer) {
  std::vector<unsigned char> row(static_cast<std::size_t>(layer.facts().width) * layer.cell_bytes());
  graph::Sha256 hash;
  engine::LayerRows from(layer);
  for (std::int64_t y = 0; y < layer.facts().height; ++y) {
    from.read(y, 1, row.data());
    hash.add(row.data(), row.size());
  }
  return hash.hex();
}

std::string digest_of(const graph::Graph& graph, const engine::Outcome& outcome) {
  std::set<std::string> lines;
  for (const graph::Output& output : graph.outputs) {
    if (!output.written->position) continue;  // requested beside the config
    for (const graph::OutputLayer& layer : output.layers)
      lines.insert(graph.name(layer.from) + " " +
                   engine::hex(outcome.records[layer.from.node][layer.from.port].digest) + "\n");
  }
  graph::Sha256 hash;
  for (const std::string& line : lines) hash.add(line.data(), line.size());
  return hash.hex();
}

}  // namespace terrawright::build
