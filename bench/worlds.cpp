// SPDX-License-Identifier: Apache-2.0
#include "worlds.hpp"

#include <fstream>
#include <sstream>
#include <stdexcept>

#include "border/description.hpp"
#include "build/run.hpp"
#include "engine/nodes/stage_call.hpp"
#include "measure.hpp"
#include "plugins/plugins.hpp"
#include "readers/opened_file.hpp"

namespace terrawright::bench {
namespace {

const graph::Catalogue& catalogue() {
  static const graph::Catalogue all = [] {
    graph::Catalogue catalogue;
    const auto problems = plugins::add_built_in(catalogue);
    if (!problems.empty()) throw std::runtime_error(problems.front().reason);
    return catalogue;
  }();
  return all;
}

// Nodes of a pass take turns, tile by tile: the engine counts what each of them takes.
class Watcher : public engine::Observer {
 public:
  explicit Watcher(std::vector<NodeCost>& costs) : costs_(costs) {}
  void round_ends(std::size_t node, const engine::Round& round) override { costs_[node].rounds.push_back(round); }
  void node_ends(std::size_t node, const engine::Spent& spent) override { costs_[node].seconds = spent.wall; }

 private:
  std::vector<NodeCost>& costs_;
};

std::uint64_t layer_bytes(const graph::Node& node, std::uint64_t cells) {
  std::uint64_t bytes = 0;
  for (std::uint32_t i = 0; i < node.flows.size(); ++i) {
    const bool output = node.stage().ports[i]->direction == TERRAWRIGHT_PORT_OUTPUT;
    if (output && border::is_layer(node.flows[i].kind)) bytes += cells * border::cell_bytes(node.flows[i].kind);
  }
  return bytes;
}

std::vector<std::string> square(std::int64_t side) {
  const std::string cells = std::to_string(side);
  return {"world.size=[" + cells + "," + cells + "]"};
}

}  // namespace

std::shared_ptr<const graph::Graph> assembled(const std::string& yaml, const std::vector<std::string>& overrides,
                                              const std::string& path) {
  report::Diagnostics diagnostics;
  const readers::FileOpener opener;
  auto graph = build::graph_of(std::make_shared<const report::Source>(report::Source{path, yaml}), overrides,
                               catalogue(), diagnostics, &opener);
  if (!graph) throw std::runtime_error(diagnostics.text());
  return std::make_shared<const graph::Graph>(std::move(*graph));
}

const NodeCost& Ran::node(const std::string& name) const {
  for (const NodeCost& cost : nodes) {
    if (cost.name == name) return cost;
  }
  throw std::runtime_error("no node " + name);
}

Ran run_world(const std::string& yaml, const std::vector<std::string>& overrides, int threads, const std::string& path,
              std::shared_ptr<engine::Memory> memory, std::int64_t tile, int levels) {
  const auto graph = assembled(yaml, overrides, path);
  Ran ran;
  const auto cells = static_cast<std::uint64_t>(graph->world->width * graph->world->height);
  for (const graph::Node& node : graph->nodes) {
    ran.nodes.push_back({node.name, graph::Catalogue::name(node.stage()), 0, layer_bytes(node, cells), {}});
  }
  std::vector<graph::Link> links;
  std::vector<std::string> names;
  for (const graph::Output& output : graph->outputs) {
    for (const graph::OutputLayer& layer : output.layers) {
      links.push_back(layer.from);
      names.push_back(layer.name);
    }
  }
  engine::Options options;
  options.threads = threads;
  options.memory = std::move(memory);
  options.tile = tile;
  options.levels = levels;
  Watcher watcher(ran.nodes);
  reset_peak();
  report::Diagnostics diagnostics;
  const build::Kept kept = build::keep({*graph, options}, links, watcher, diagnostics);
  if (!kept.outcome.done) throw std::runtime_error(diagnostics.text());
  for (std::size_t i = 0; i < kept.made.size(); ++i) ran.layers[names[i]] = kept.made[i].layer;
  ran.peak = peak();
  return ran;
}

schedule::Schedule planned(const std::string& yaml, const std::vector<std::string>& overrides, const std::string& path,
                           const schedule::Machine& machine) {
  return schedule::schedule_of(*assembled(yaml, overrides, path), machine);
}

std::function<void()> painting(const std::string& yaml, std::int64_t side, float* to) {
  return [graph = assembled(yaml, square(side), "bench.yaml"), side, to] {
    const graph::Node& node = graph->nodes.front();
    const std::atomic<bool> never{false};
    engine::StageCall call(node.stage(), TERRAWRIGHT_PHASE_PAINT);
    call.stop = &never;
    const terrawright_world_facts world = graph::world_for(node.stage(), *graph->world);
    float* chunk = to;
    for (const Rect& tile : schedule::list_of({side, side, schedule::chunk_side})) {
      const terrawright_target target{chunk, tile.width, tile};
      terrawright_job job{};
      job.size = sizeof job;
      job.phase = TERRAWRIGHT_PHASE_PAINT;
      job.host = &border::host();
      job.handle = static_cast<border::HostSide*>(&call);
      job.world = &world;
      job.tile = tile;
      job.outputs = &target;
      if (node.instance.paint(job, call) != TERRAWRIGHT_ANSWER_DONE) throw std::runtime_error("paint failed");
      chunk += tile.width * tile.height;
    }
  };
}

std::string text_of_file(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream) throw std::runtime_error("cannot read " + path);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

std::vector<float> cells_of(const engine::Layer& layer) {
  std::vector<float> cells(static_cast<std::size_t>(layer.facts().width * layer.facts().height));
  layer.read(layer.area(), cells.data(), layer.facts().width);
  return cells;
}

}  // namespace terrawright::bench
