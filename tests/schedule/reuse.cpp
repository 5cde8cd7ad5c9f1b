// SPDX-License-Identifier: Apache-2.0
// Work that a run can skip, from cached results, and its choice of layers to cache.
#include "schedule/reuse.hpp"

#include <algorithm>

#include "schedule/assembled.hpp"
#include "support/build.hpp"
#include "support/catch.hpp"

using namespace terrawright;
using schedule::Doing;

namespace {

graph::Graph graph_of(const std::string& stages) {
  const std::string yaml = "terrawright: 1\nname: t\nworld: {size: [600, 300], cell: 1 km, seed: 1}\n" + stages;
  return test::assembled(yaml);
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

namespace {

// A node costs so much, a layer 3 ns to write and a tenth to read.
schedule::Costs costs_of(const graph::Graph& graph, const std::vector<double>& painting) {
  schedule::Costs costs;
  costs.making = costs.painting = painting;
  for (const graph::Node& node : graph.nodes)
    costs.layers.emplace_back(node.flows.size(), schedule::KeepingCost{3, 0.1, 2});
  return costs;
}

// Names of nodes with a layer that is worth keeping.
std::vector<std::string> worth(const graph::Graph& graph, const schedule::Costs& costs, double most_bytes = 1e9,
                               const std::vector<schedule::Kept>& kept = {}, const std::vector<Doing>& doing = {}) {
  std::vector<std::string> names;
  const auto all = schedule::worth_keeping(graph, costs, most_bytes, kept, doing);
  REQUIRE(all.size() == graph.nodes.size());
  for (std::size_t n = 0; n < all.size(); ++n) {
    if (std::count(all[n].begin(), all[n].end(), true) > 0) names.push_back(graph.nodes[n].name);
  }
  return names;
}

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("Layers are kept that save most for what it costs to write them", "[schedule.reuse]") {
  const graph::Graph graph = chain();
  SECTION("what is dear is kept, and what comes before it is not, as far as a share of all that is made goes") {
    CHECK(worth(graph, costs_of(graph, {10, 100, 10, 30})) == Names{"b"});
    CHECK(worth(graph, costs_of(graph, {10, 200, 10, 30})) == Names{"b", "d"});
    CHECK(worth(graph, costs_of(graph, {2, 2, 1, 1})).empty());
  }
  SECTION("of two that save alike the one that the cheaper change needs") {
    CHECK(worth(graph, costs_of(graph, {60, 1, 60, 1})) == Names{"c"});
  }
  SECTION("no more bytes than there may be") {
    CHECK(worth(graph, costs_of(graph, {10, 200, 10, 30}), 3).size() == 1);
    CHECK(worth(graph, costs_of(graph, {10, 200, 10, 30}), 1).empty());
  }
  SECTION("what is hardly dearer to make than to read is not kept") {
    CHECK(worth(graph, costs_of(graph, {0.1, 0.1, 0.1, 1000})) == Names{"d"});
  }
  SECTION("what is kept for a file, in any case, but for what is not painted") {
    const auto kept_for = [&](const std::vector<Doing>& doing) -> bool {
      return schedule::worth_keeping(graph, costs_of(graph, {2, 2, 1, 1}), 1e9, {}, doing,
                                     {{2, port(graph, 2, "height")}})[2][port(graph, 2, "height")];
    };
    CHECK(kept_for({}));
    CHECK_FALSE(kept_for({runs, runs, cached, runs}));
  }
  SECTION("what is kept is not chosen again, and what is not painted cannot be") {
    auto kept = all_kept(graph);
    kept[3].layers[port(graph, 3, "height")] = true;
    const std::vector<Doing> doing = {cached, runs, runs, runs};
    const auto costs = costs_of(graph, {10, 180, 20, 10});
    CHECK(worth(graph, costs, 1e9, kept, doing) == Names{"b", "c", "d"});
    kept[1].layers[port(graph, 1, "height")] = true;
    CHECK(worth(graph, costs, 1e9, kept, {cached, cached, cached, cached}) == Names{"b", "d"});
    CHECK(worth(graph, costs, 1e9, all_kept(graph), {cached, cached, cached, runs}).empty());
  }
}

TEST_CASE("Of a node with several layers all are kept where one alone saves nothing", "[schedule.reuse]") {
  const graph::Graph graph = graph_of(R"(stages:
  a: {use: heights.diamond_square@1}
  b: {use: sea.islets@1, in: {height: a, level: 0}}
  c: {use: shape.distance@1, in: {mask: b.land}}
  d: {use: shape.formula@1, in: {a: c, b: b.height}, with: {formula: "a + b", unit: "1"}}
outputs: [{layers: {h: d}}]
)");
  const auto all = schedule::worth_keeping(graph, costs_of(graph, {10, 400, 10, 10}));
  CHECK(all[1][port(graph, 1, "land")]);
  CHECK(all[1][port(graph, 1, "height")]);
}

TEST_CASE("By assumed costs a few layers of many steps are kept", "[schedule.reuse]") {
  const graph::Graph graph = graph_of(R"(stages:
  a: {use: heights.diamond_square@1}
  metres: {use: shape.metres@1, in: {height: a, level: 0}}
  eroded: {use: erosion.stream_power@1, in: {height: metres}}
  slope: {use: shape.slope@1, in: {height: eroded}}
outputs: [{layers: {h: eroded, s: slope}}]
)");
  const Names kept = worth(graph, schedule::assumed_costs(graph));
  CHECK(kept.size() >= 2);
  CHECK(kept.size() < graph.nodes.size() / 4);
}
