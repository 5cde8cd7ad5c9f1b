// SPDX-License-Identifier: Apache-2.0
// What a run need not do, from what is kept.
#include "schedule/reuse.hpp"

#include <algorithm>

#include "support/build.hpp"
#include "support/catch.hpp"

using namespace terrawright;
using schedule::Doing;

namespace {

graph::Graph graph_of(const std::string& stages) {
  const std::string yaml = "terrawright: 1\nname: t\nworld: {size: [600, 300], cell: 1 km, seed: 1}\n" + stages;
  report::Diagnostics diagnostics;
  config::Options options;
  options.files_required = false;
  auto world =
      config::load(std::make_shared<const report::Source>(report::Source{"t.yaml", yaml}), {}, diagnostics, options);
  INFO(diagnostics.text());
  REQUIRE(world);
  auto graph = graph::assemble(std::move(*world), test::catalogue(), diagnostics);
  INFO(diagnostics.text());
  REQUIRE(graph);
  return std::move(*graph);
}

// a -> b -> c -> d; b and d have rounds.
graph::Graph chain() {
  return graph_of(R"(stages:
  a: {use: heights.diamond_square@1}
  b: {use: sea.islets@1, in: {height: a, level: 0}}
  c: {use: shape.blend@1, in: {a: b.height, b: b.height}, with: {mode: add}}
  d: {use: sea.islets@1, in: {height: c, level: 0}}
outputs: [{layers: {h: d.height}}]
)");
}

std::uint32_t port(const graph::Graph& graph, std::size_t node, const std::string& name) {
  const terrawright_stage& stage = graph.nodes[node].stage();
  for (std::uint32_t i = 0; i < stage.n_ports; ++i) {
    if (stage.ports[i]->direction == TERRAWRIGHT_PORT_OUTPUT && stage.ports[i]->name == name) return i;
  }
  throw std::out_of_range(name);
}

std::vector<schedule::Kept> all_kept(const graph::Graph& graph) {
  std::vector<schedule::Kept> kept;
  for (const graph::Node& node : graph.nodes) kept.push_back({true, true, std::vector<bool>(node.flows.size(), false)});
  return kept;
}

constexpr Doing runs = Doing::runs, paints = Doing::paints_again, cached = Doing::cached;

}  // namespace

TEST_CASE("A node is cached, painted again or runs by what is kept of it and what is needed", "[schedule.reuse]") {
  const graph::Graph graph = chain();
  const std::uint32_t height = port(graph, 3, "height");
  const std::vector<graph::Link> all = {{3, height}}, none;
  auto kept = all_kept(graph);
  using Doings = std::vector<Doing>;
  SECTION("nobody needs a cell") { CHECK(doing_of(graph, kept, none) == Doings{cached, cached, cached, cached}); }
  SECTION("cells that are needed are painted again, with all that they are made of") {
    CHECK(doing_of(graph, kept, all) == Doings{paints, paints, paints, paints});
  }
  SECTION("a layer that is kept needs nothing") {
    kept[3].layers[height] = true;
    CHECK(doing_of(graph, kept, all) == Doings{cached, cached, cached, cached});
  }
  SECTION("a kept layer in the middle ends what is painted again") {
    kept[1].layers[port(graph, 1, "height")] = true;
    CHECK(doing_of(graph, kept, all) == Doings{cached, cached, paints, paints});
  }
  SECTION("without its verdict a node runs where its cells are needed, and only there") {
    kept[1].verdict = false;
    CHECK(doing_of(graph, kept, all) == Doings{paints, runs, paints, paints});
    CHECK(doing_of(graph, kept, none) == Doings{cached, cached, cached, cached});
  }
  SECTION("without its outcome it runs, and needs its inputs") {
    kept[3].outcome = kept[3].verdict = false;
    CHECK(doing_of(graph, kept, none) == Doings{paints, paints, paints, runs});
  }
  SECTION("nothing is kept") {
    kept.assign(4, {false, false, {}});
    CHECK(doing_of(graph, kept, all) == Doings{runs, runs, runs, runs});
  }
}

TEST_CASE("A layer is worth keeping where making it is much dearer than reading it", "[schedule.reuse]") {
  // Cheap stages alone: a first build would pay more for keeping than it may.
  const graph::Graph cheap = chain();
  for (const auto& ports : schedule::worth_keeping(cheap)) CHECK(std::count(ports.begin(), ports.end(), true) == 0);

  const graph::Graph graph = graph_of(R"(stages:
  a: {use: heights.diamond_square@1}
  metres: {use: shape.metres@1, in: {height: a, level: 0}}
  eroded: {use: erosion.stream_power@1, in: {height: metres}}
  slope: {use: shape.slope@1, in: {height: eroded}}
outputs: [{layers: {h: eroded, s: slope}}]
)");
  const auto worth = schedule::worth_keeping(graph);
  REQUIRE(worth.size() == graph.nodes.size());
  int kept = 0;
  for (std::size_t n = 0; n < worth.size(); ++n) {
    for (std::uint32_t i = 0; i < graph.nodes[n].flows.size(); ++i) {
      INFO(graph.nodes[n].name << " " << graph.nodes[n].stage().ports[i]->name);
      // Of 25 steps a few, from which the last one is soon made.
      if (worth[n][i]) CHECK(graph.nodes[n].name.rfind("eroded/step/", 0) == 0);
      kept += worth[n][i];
    }
  }
  CHECK(kept > 0);
  CHECK(kept < 10);
}
