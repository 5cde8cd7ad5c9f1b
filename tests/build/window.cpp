// SPDX-License-Identifier: Apache-2.0
// A window has the bits that the whole world has there.
#include "build/window.hpp"

#include <algorithm>
#include <cstring>
#include <random>

#include "border/description.hpp"
#include "build/run.hpp"
#include "support/build.hpp"
#include "support/catch.hpp"
#include "support/config_file.hpp"
#include "support/length.hpp"

using namespace terrawright;

namespace {

struct Whole {
  graph::Graph graph;
  std::vector<graph::Link> links;  // of all layers that somebody reads
  std::vector<engine::Product> made;
};

Whole whole(const std::string& config, const std::vector<std::string>& set) {
  report::Diagnostics diagnostics;
  const auto source =
      std::make_shared<report::Source>(report::Source{TERRAWRIGHT_ROOT "/" + config, test::config_file(config)});
  auto graph = build::graph_of(source, set, test::catalogue(), diagnostics);
  INFO(diagnostics.text());
  REQUIRE(graph);
  Whole whole{std::move(*graph), {}, {}};
  for (std::size_t n = 0; n < whole.graph.nodes.size(); ++n) {
    const graph::Node& node = whole.graph.nodes[n];
    for (std::uint32_t i = 0; i < node.flows.size(); ++i) {
      const bool output = node.stage().ports[i]->direction == TERRAWRIGHT_PORT_OUTPUT;
      if (output && border::is_layer(node.flows[i].kind)) whole.links.push_back({n, i});
    }
  }
  engine::Observer nobody;
  auto kept = build::keep({whole.graph}, whole.links, nobody, diagnostics);
  REQUIRE(kept.outcome.done);
  whole.made = std::move(kept.made);
  return whole;
}

std::vector<unsigned char> cells_of(const engine::Layer& layer, const Rect& area) {
  std::vector<unsigned char> cells(static_cast<std::size_t>(area.width * area.height) * layer.cell_bytes());
  layer.read(area, cells.data(), area.width);
  return cells;
}

class Random {
 public:
  explicit Random(unsigned seed) : numbers_(seed) {}
  std::int64_t below(std::int64_t end) { return static_cast<std::int64_t>(numbers_() % static_cast<unsigned>(end)); }
  // Small, large, a cell, a row or a column; at the edges of the world now and then.
  Rect window(std::int64_t width, std::int64_t height) {
    const auto [x, across] = stretch(width);
    const auto [y, down] = stretch(height);
    return {x, y, across, down};
  }

 private:
  schedule::Stretch stretch(std::int64_t side) {
    const std::int64_t kind = below(6), count = kind == 0 ? 1 : kind == 1 ? side : 1 + below(kind < 4 ? 100 : side);
    const std::int64_t first = below(side - count + 1);
    return {below(5) == 0 ? (below(2) == 0 ? 0 : side - count) : first, count};
  }
  std::mt19937 numbers_;
};

// Twelve windows, at length forty, of all layers and of few of them.
void windows_of(const std::string& config, const std::vector<std::string>& set, unsigned seed) {
  const Whole world = whole(config, set);
  Random random(seed);
  for (std::size_t i = 0; i < (test::at_length() ? 40u : 12u); ++i) {
    engine::Options options;
    const Rect window = random.window(world.graph.world->width, world.graph.world->height);
    options.window = window;
    options.tile = i % 2 == 0 ? 64 : 512;
    options.threads = i / 2 % 2 == 0 ? 1 : 2;
    std::vector<std::size_t> kept;
    for (std::size_t k = 0; k < world.links.size(); ++k) {
      if (i % 4 == 0 || random.below(4) == 0) kept.push_back(k);
    }
    std::vector<graph::Link> links;
    for (const std::size_t k : kept) links.push_back(world.links[k]);
    engine::Observer nobody;
    report::Diagnostics diagnostics;
    const auto made = build::keep({world.graph, options}, links, nobody, diagnostics);
    INFO(config << ", " << build::name_of(window) << ", tile " << options.tile << ", threads " << options.threads
                << "\n"
                << diagnostics.text());
    REQUIRE(made.outcome.done);
    for (std::size_t k = 0; k < kept.size(); ++k) {
      INFO(world.graph.name(links[k]));
      REQUIRE(cells_of(*made.made[k].layer, window) == cells_of(*world.made[kept[k]].layer, window));
    }
  }
}

std::string refusal(const std::string& text, Rect* cells = nullptr) {
  config::World world;
  world.width = 1025;
  world.height = 513;
  world.cell = 250;
  report::Diagnostics diagnostics;
  const auto written = build::read_window(text, diagnostics);
  const auto window = written ? build::window_in(world, *written, diagnostics) : std::nullopt;
  CHECK(window.has_value() == !diagnostics.has_errors());
  if (window && cells != nullptr) *cells = *window;
  return diagnostics.text();
}

std::string placed(const std::string& text) {
  Rect cells{};
  const std::string problem = refusal(text, &cells);
  return problem.empty() ? build::name_of(cells).substr(7) : problem;
}

}  // namespace

TEST_CASE("Windows of an island have the island's cells", "[build.window][length]") {
  windows_of("configs/island.yaml", {"world.size=[333,300]"}, 1);
}
TEST_CASE("Windows of a continent have the continent's cells", "[build.window][length]") {
  windows_of("configs/continent.yaml", {"world.size=[300,577]"}, 2);
}
TEST_CASE("Windows of a world whose edges join have its cells", "[build.window][length]") {
  windows_of("configs/tileable.yaml", {"world.size=[512,512]", "world.wrap=both"}, 3);
}

TEST_CASE("Of layers that files want a window keeps its own cells alone", "[build.window]") {
  // Each needs the exact minimum and maximum of the one before.
  const auto source = std::make_shared<report::Source>(report::Source{"t.yaml", R"(terrawright: 1
name: t
world: {size: [1537, 1537], seed: 1}
stages:
  a: {use: heights.diamond_square@1}
  b: {use: shape.normalise@1, in: {field: a}}
  c: {use: shape.normalise@1, in: {field: b}}
  d: {use: shape.normalise@1, in: {field: c}}
  e: {use: shape.normalise@1, in: {field: d}}
outputs:
  - {file: "t.exr", layers: {a: a, b: b, c: c, d: d, e: e}}
)"});
  report::Diagnostics diagnostics;
  const auto graph = build::graph_of(source, {}, test::catalogue(), diagnostics);
  REQUIRE(graph);
  const auto peak = [&](const std::optional<Rect>& window) {
    engine::Sink sink;
    for (const graph::OutputLayer& layer : graph->outputs[0].layers) sink.needs.push_back(layer.from);
    sink.take = [](const std::vector<engine::Product>&) {};
    engine::Options options;
    options.window = window;
    engine::Observer nobody;
    const engine::Outcome outcome = engine::run(*graph, {sink}, options, nobody, diagnostics);
    REQUIRE(outcome.done);
    return outcome.peak_memory;
  };
  const std::uint64_t whole = peak(std::nullopt), part = peak(Rect{600, 600, 100, 100});
  INFO(whole << " " << part);
  CHECK(whole > std::uint64_t{5} * 1537 * 1537 * 4);
  CHECK(part < whole * 6 / 10);
}

TEST_CASE("A window is read in cells and with units", "[build.window]") {
  CHECK(placed("512,300,100x213") == "512-300-100x213");
  CHECK(placed("0,0,1025x513") == "0-0-1025x513");
  CHECK(placed(" 3 , 4 , 5 x 6 ") == "3-4-5x6");
  CHECK(placed("10km,5km,40kmx40km") == "40-20-160x160");
  CHECK(placed("2.5 km,7,250mx3") == "10-7-1x3");
  // Cells whose centres lie in it: windows side by side share none and lack none.
  CHECK(placed("0m,0m,375mx374m") == "0-0-1x1");
  CHECK(placed("375m,374m,250mx252m") == "1-1-1x2");
  CHECK(placed("124m,126m,250mx250m") == "0-1-1x1");
  // To the very edge of the world.
  CHECK(placed("0m,0m,256.25kmx128.25km") == "0-0-1025x513");
}

TEST_CASE("A window that is none is refused with what would be one", "[build.window]") {
  const auto says = [](const std::string& text, const std::string& part) {
    INFO(text);
    CHECK_THAT(refusal(text), Catch::Contains(part));
  };
  for (const char* text : {"", "1", "1,2", "1,2,3", "1,2,3,4", "1x2,3,4", "all"})
    says(text, "--window takes X,Y,WIDTHxHEIGHT");
  says(",,x", "X of --window");
  says("1000,0,26x1", "reaches beyond the world, which has 1025 x 513 cells of 250 m");
  says("1000,0,26x1", "write X + WIDTH of at most 1025 cells");
  says("0,513,1x1", "write Y + HEIGHT of at most 513 cells");
  says("256km,0,1kmx1km", "reaches beyond the world");
  says("0,0,0x5", "'0' is not a size");
  says("0,0,5x0km", "'0km' is not a size");
  says("-1,0,5x5", "'-1' is negative");
  says("0,0,5x-5m", "'-5m' is negative");
  says("1e30,0,5x5", "beyond 64 bits");
  says("0,0,9223372036854775807x9223372036854775807", "reaches beyond the world");
  says("9223372036854775807,9223372036854775807,1x1", "reaches beyond the world");
  says("1e30 km,0,5x5", "reaches beyond the world");
  says("1e999km,0,5x5", "too large");
  says("nan,0,5x5", "not a finite number");
  says("0,0,infx5", "not a finite number");
  says("a,b,cxd", "X of --window");
  says("a,b,cxd", "HEIGHT of --window");
  says("0,0,5kgx5", "has an unknown unit");
  says("0,0,5x5 deg", "is not a length");
  says("0,0,5.5x5", "not a whole number");
  says("0,0,0x10x5", "HEIGHT of --window");
  says("0,0,10mx10m", "no cell has its centre");
}
