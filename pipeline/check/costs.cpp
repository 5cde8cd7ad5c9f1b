// SPDX-License-Identifier: Apache-2.0
// Costs of the runs of a trial: memory that is not released, and the cost of a cell.
#include <algorithm>
#include <cstdlib>

#include "check/trial/trying.hpp"
#include "config/quantity.hpp"
#include "schedule/tiling.hpp"
#include "system/memory.hpp"

namespace terrawright::check {
bool Trying::go(const graph::Graph& graph, const Way& way) {
  const std::size_t before = system::allocated_bytes();
  const bool is_done = make_and_compare(graph, way);
  const std::size_t now = system::allocated_bytes();
  const auto cells = static_cast<std::size_t>(graph.world->width * graph.world->height);
  const std::size_t most = (std::size_t{1} << 27) + 1024 * cells;
  if (now > before + most) grows(graph, static_cast<double>(now - before));
  return is_done;
}

void Trying::look_for_leaks() {
  system::use_one_heap();  // else it depends on threads where memory goes to
  Way way;
  way.tile = 7;
  way.watched = false;
  // Bytes by which each of so many runs has grown; nothing where they do not come to their end.
  std::size_t before = 0;
  const auto grown_in = [&](int runs) -> std::optional<double> {
    for (int i = 0; i < runs; ++i) {
      report::Diagnostics unsaid;
      const auto graph = assembled(trial_.set, unsaid);
      if (!graph || !made(*graph, way)) return std::nullopt;
    }
    const std::size_t now = system::allocated_bytes();
    const double grown = (static_cast<double>(now) - static_cast<double>(before)) / runs;
    before = now;
    return grown;
  };
  report::Diagnostics unsaid;
  const auto graph = assembled(trial_.set, unsaid);
  if (!graph || !grown_in(3)) return;
  // A cache grows more and more slowly, a leak by the same each time. Growth below `least` may be a thread's; for
  // growth above `much` few runs are enough, and many too much.
  constexpr double least = 256.0, much = 1 << 24;
  const auto is_like = [](double first, double grown) { return grown >= 0.95 * first && grown <= 1.05 * first; };
  const auto one = grown_in(1), another = grown_in(1);
  if (!one || !another) return;
  if (*one > much && is_like(*one, *another)) return grows(*graph, *another);
  double first = 0.0, now = 0.0;
  for (const int runs : {4, 4, 12}) {
    const auto grown = grown_in(runs);
    if (!grown || *grown < least) return;
    if (first == 0.0) first = *grown;
    if (!is_like(first, *grown)) return;
    now = *grown;
  }
  grows(*graph, now);
}

void Trying::grows(const graph::Graph& graph, double bytes) {
  const std::string node = node_in(graph);
  found(stage_of(graph, node), node, "its memory grows from run to run",
        "by " + std::to_string(static_cast<std::int64_t>(bytes)) + " bytes in each");
}

void Trying::look_at_memory(const graph::Graph& graph) {
  const auto cells = static_cast<std::uint64_t>(graph.world->width * graph.world->height);
  const std::uint64_t most = around_.limits.memory + 4096 * cells;
  for (const graph::Node& node : graph.nodes) {
    if (node.memory <= most) continue;
    found(stage_of(graph, node.name), node.name,
          "it says that it needs " + std::to_string(node.memory) + " bytes of memory",
          "in create, for a world of " + std::to_string(cells) + " cells");
  }
}

void Trying::measure(const graph::Graph& graph) {
  class Clock final : public engine::Observer {
   public:
    explicit Clock(std::size_t node) : node_(node) {}
    double seconds = 0.0;
    void node_ends(std::size_t node, const engine::Spent& spent) override {
      if (node == node_) seconds = spent.processor;
    }

   private:
    const std::size_t node_;
  };
  std::size_t node = 0;
  while (graph.nodes[node].name != node_in(graph)) ++node;
  Way way;
  way.tile = schedule::whole_world;
  way.watched = false;
  Cost cost;
  cost.cells = graph.world->width * graph.world->height;
  system::begin_highest_memory_anew();
  const std::uint64_t before = system::highest_memory();
  for (int run = 0; run < 3 && (run == 0 || cost.seconds < 0.2); ++run) {
    Clock clock(node);
    if (!made(graph, way, clock)) return;
    cost.seconds = run == 0 ? clock.seconds : std::min(cost.seconds, clock.seconds);
  }
  cost.memory = system::highest_memory() - before;
  answer_.line({"cost", config::canonical(cost.seconds), std::to_string(cost.cells), std::to_string(cost.memory)});
  answer_.line({"ran"});
}

}  // namespace terrawright::check
