// SPDX-License-Identifier: Apache-2.0
// Cells that are made where somebody asks for them are those of the whole world.
#include <random>
#include <thread>

#include "border/description.hpp"
#include "build/run.hpp"
#include "support/build.hpp"
#include "support/catch.hpp"
#include "support/config_file.hpp"

using namespace terrawright;

namespace {

std::vector<unsigned char> cells_of(const engine::Layer& layer, const Rect& area) {
  std::vector<unsigned char> cells(static_cast<std::size_t>(area.width * area.height) * layer.cell_bytes());
  layer.read(area, cells.data(), area.width);
  return cells;
}

graph::Graph graph_of(const std::string& config, const std::vector<std::string>& set) {
  report::Diagnostics problems;
  auto graph = build::graph_of(
      std::make_shared<report::Source>(report::Source{TERRAWRIGHT_ROOT "/" + config, test::config_file(config)}), set,
      test::catalogue(), problems);
  INFO(problems.text());
  REQUIRE(graph);
  return std::move(*graph);
}

}  // namespace

TEST_CASE("Windows that several threads ask for are those of the whole world", "[engine.on_demand]") {
  const std::string config = GENERATE("configs/island.yaml", "configs/realistic.yaml");
  const graph::Graph graph = graph_of(config, {"world.size=[600,450]"});
  const std::vector<graph::Link> links = build::outputs_made(graph);
  engine::Observer nobody;
  report::Diagnostics problems;
  const build::Kept whole = build::keep({graph}, links, nobody, problems);
  REQUIRE(whole.outcome.done);

  const std::atomic<bool> never{false};
  engine::Options options;
  options.tile = GENERATE(64, 512);
  options.threads = 2;
  options.stop = &never;
  engine::OnDemand world(graph, options, nobody);
  REQUIRE(world.resolve(links, problems).done);
  std::atomic<int> wrong{0}, read{0};
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      std::mt19937 random(t);
      const auto below = [&](std::int64_t end) {
        return static_cast<std::int64_t>(random() % static_cast<unsigned>(end));
      };
      for (int i = 0; i < 12; ++i) {
        const std::size_t k = random() % links.size();
        const auto& layer = whole.made[k].layer;
        if (!layer) continue;
        Rect area{below(600), below(450), 1, 1};
        area.width += below(600 - area.x);
        area.height += below(450 - area.y);
        report::Diagnostics said;
        const bool made = world.make(
            links[k], area, [] { return false; }, said);
        if (!made || cells_of(*world.product(links[k]).layer, area) != cells_of(*layer, area)) ++wrong;
        ++read;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(read > 20);
  CHECK(wrong == 0);
  // Numbers, grids, texts and tables are there from the beginning.
  for (std::size_t k = 0; k < links.size(); ++k) {
    if (whole.made[k].layer) continue;
    INFO(graph.name(links[k]));
    CHECK(engine::digest_of(world.product(links[k])) == engine::digest_of(whole.made[k]));
  }
}

TEST_CASE("A read that is stopped makes no harm, a run that is stopped makes nothing", "[engine.on_demand]") {
  const graph::Graph graph = graph_of("configs/island.yaml", {"world.size=[300,200]"});
  std::vector<graph::Link> links = build::outputs_made(graph);
  engine::Observer nobody;
  report::Diagnostics problems;
  std::atomic<bool> stop{false};
  bool stops = true;
  const auto of_read = [&stops] { return stops; };
  engine::Options options;
  options.tile = 64;
  options.threads = 1;
  options.stop = &stop;
  engine::OnDemand world(graph, options, nobody);
  REQUIRE(world.resolve(links, problems).done);
  // A layer of which no other waited as a whole.
  const auto unmade = [&](const Rect& area) {
    stops = true;
    return std::find_if(links.begin(), links.end(), [&](const graph::Link& link) {
      return world.product(link).layer && !world.make(link, area, of_read, problems);
    });
  };
  const auto link = unmade({100, 100, 100, 80});
  REQUIRE(link != links.end());
  stops = false;
  CHECK(world.make(*link, {100, 100, 100, 80}, of_read, problems));
  CHECK(!problems.has_errors());
  stop = true;
  CHECK(world.make(*link, {120, 120, 10, 10}, of_read, problems));  // it is there
  CHECK(!world.make(*link, {0, 0, 300, 200}, of_read, problems));
}
