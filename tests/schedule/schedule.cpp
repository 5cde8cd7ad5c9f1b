// SPDX-License-Identifier: Apache-2.0
#include "schedule/schedule.hpp"

#include <algorithm>

#include "schedule/assembled.hpp"
#include "schedule/bytes.hpp"
#include "schedule/tiling.hpp"
#include "support/build.hpp"
#include "support/catch.hpp"

using namespace terrawright;

namespace {

graph::Graph world(const std::string& stages, const std::string& wanted, const std::string& size) {
  const std::string yaml = "terrawright: 1\nname: t\nworld: {size: [" + size + "], cell: 1 km, seed: 1}\nstages:\n" +
                           stages + "outputs: [{layers: {h: " + wanted + "}}]\n";
  return test::assembled(yaml);
}

graph::Graph chain(const std::string& size) {
  return world(
      "  a: {use: heights.diamond_square@1}\n"
      "  b: {use: shape.blend@1, in: {a: a, b: a}, with: {mode: add}}\n"
      "  c: {use: shape.blend@1, in: {a: b, b: b}, with: {mode: add}}\n"
      "  d: {use: shape.blend@1, in: {a: c, b: c}, with: {mode: add}}\n",
      "d", size);
}

}  // namespace

TEST_CASE("A chain lives in a few rows of chunks, however long it is, but for what a file waits for", "[schedule]") {
  const auto schedule = schedule::schedule_of(chain("4096, 4096"), {512, 2});
  REQUIRE(schedule.order.passes.size() == 1);
  const std::uint64_t layer = 4096ull * 4096 * 4;
  CHECK(schedule.order.passes[0].paints == std::vector<std::size_t>{0, 1, 2, 3});
  CHECK(schedule.passes[0].stored == layer);
  CHECK(schedule.passes[0].passing == 3 * 2 * layer / 8);
  CHECK(schedule.made == 4 * layer);
  CHECK(schedule.stored == layer);
  CHECK(schedule.moved == 4 * layer + 6 * layer);  // both inputs of three blends
}

TEST_CASE("Chunks at the sides of a world count as they are", "[schedule]") {
  const auto graph = chain("1025, 1025");
  CHECK(schedule::chunk_row_bytes(graph, {0, 0}) == 2 * (1u << 20) + (1u << 18));
  CHECK(schedule::layer_bytes(graph, {0, 0}) == 2 * (2 * (1u << 20) + (1u << 18)) + 3 * (1u << 18));
}

TEST_CASE("A layer goes row by row while that which is made of it grows", "[schedule]") {
  const auto graph = world(
      "  a: {use: heights.diamond_square@1}\n"
      "  sea: {use: sea.level@1, in: {height: a}}\n"
      "  high: {use: shape.metres@1, in: {height: a, level: sea.level}}\n",
      "high", "4096, 4096");
  const std::uint64_t layer = 4096ull * 4096 * 4;
  const auto schedule = schedule::schedule_of(graph, {512, 2});
  REQUIRE(schedule.order.passes.size() == 3);
  CHECK(schedule.passes[1].stored == layer);  // the survey holds it
  CHECK(schedule.passes[2].stored == layer + layer / 4);
  // Nothing goes before its only tile is done.
  const auto whole = schedule::schedule_of(graph, {schedule::whole_world, 2});
  CHECK(whole.passes.back().stored == 2 * layer);
}

TEST_CASE("Several processes count what they tell one another of chunks", "[schedule]") {
  const auto few = chain("4096, 4096"), many = chain("8192, 8192");
  const auto more = [](const graph::Graph& graph) {
    schedule::Machine machine{512, 2};
    const std::uint64_t one = schedule::schedule_of(graph, machine).peak;
    machine.processes = 2;
    return schedule::schedule_of(graph, machine).peak - one;
  };
  CHECK(more(few) > 0);
  CHECK(more(many) - more(few) >= 4 * (256 - 64) * 64ull);  // facts of each chunk of four layers
}

TEST_CASE("The estimate is above what a run takes", "[schedule]") {
  const auto graph = chain("1025, 1025");
  report::Diagnostics diagnostics;
  engine::Observer silent;
  engine::Options options;
  options.threads = 2;
  const auto outcome = engine::run(graph, {}, options, silent, diagnostics);
  REQUIRE(outcome.done);
  CHECK(outcome.peak_memory <= schedule::schedule_of(graph, {512, 2}).peak);
  CHECK(outcome.peak_memory >= 512ull * 512 * 4);
}

TEST_CASE("Runs may take their layers from one memory, whatever the last one left there", "[schedule]") {
  const auto graph = chain("700, 600");
  engine::Options options;
  options.threads = 1;
  options.memory = std::make_shared<engine::Memory>();
  const auto run = [&] {
    report::Diagnostics diagnostics;
    engine::Observer silent;
    const auto outcome = engine::run(graph, {}, options, silent, diagnostics);
    REQUIRE(outcome.done);
    return outcome;
  };
  const auto first = run(), second = run();
  CHECK(second.records.back().front().digest == first.records.back().front().digest);
  CHECK(second.peak_memory == first.peak_memory);
}

TEST_CASE("What waits for all of an input, and why, is known before any cell", "[schedule]") {
  const auto graph = world(
      "  a: {use: heights.diamond_square@1}\n"
      "  sea: {use: sea.level@1, in: {height: a}}\n"
      "  high: {use: shape.metres@1, in: {height: a, level: sea.level}}\n"
      "  slope: {use: shape.slope@1, in: {height: high}}\n",
      "slope", "300, 200");
  const auto schedule = schedule::schedule_of(graph, {512, 2});
  REQUIRE(schedule.order.steps.size() == 4);
  const auto reasons = [&](std::size_t n) {
    std::string text;
    for (const schedule::Barrier& barrier : schedule.order.steps[n].barriers)
      text += graph.name(barrier.from) + ": " + schedule::reason(barrier.why) + "\n";
    return text;
  };
  CHECK(reasons(0).empty());
  CHECK(reasons(1) == "a: the rounds survey all of it\n");
  CHECK(reasons(2) == "a: its exact minimum and maximum\nsea.level: its number\n");
  CHECK(reasons(3).empty());  // it looks a cell around each tile only
}

TEST_CASE("A pass is everything between two barriers, and what crosses one is stored", "[schedule]") {
  const auto graph = world(
      "  a: {use: heights.diamond_square@1}\n"
      "  b: {use: shape.blend@1, in: {a: a, b: a}, with: {mode: add}}\n"
      "  sea: {use: sea.level@1, in: {height: b}}\n"
      "  land: {use: sea.islets@1, in: {height: b, level: sea.level}}\n"
      "  c: {use: shape.blend@1, in: {a: land.height, b: land.height}, with: {mode: add}}\n",
      "c", "1300, 1200");
  const auto order = schedule::order_of(graph, 512);
  std::string text;
  for (const schedule::Pass& pass : order.passes) {
    text += pass.node < graph.nodes.size() ? graph.nodes[pass.node].name + " " : "";
    text += std::string(schedule::reason(pass.why)) + ":";
    for (const std::size_t n : pass.paints) text += " " + graph.nodes[n].name;
    text += "\n";
  }
  CHECK(text ==
        "sea exact minimum and maximum: a b\n"
        "sea survey:\n"
        "land survey:\n"
        "what is left: land c\n");
  CHECK(!order.stored[0][0]);
  CHECK(order.stored[1][2]);  // surveyed twice after it is painted
  CHECK(order.last_pass[1][2] == 3);
  CHECK(order.stored[4][2]);  // a file's
  // One tile is painted at once.
  const auto whole = schedule::order_of(graph, schedule::whole_world);
  for (const std::size_t n : {0u, 1u, 3u, 4u}) CHECK(whole.steps[n].paint_at_once);
}

TEST_CASE("No layer waits in a file where memory is plentiful, whatever its chunks are rounded up to", "[schedule]") {
  for (const char* size : {"1025, 1025", "1200, 1200", "1500, 1500", "2049, 2049"}) {
    const auto graph = chain(size);
    engine::Options options;
    options.threads = 1;
    engine::Observer silent;
    report::Diagnostics diagnostics;
    options.memory = std::make_shared<engine::Memory>();
    REQUIRE(engine::run(graph, {}, options, silent, diagnostics).done);
    const auto plentiful = schedule::schedule_of(graph, {512, 1, 1u << 30});
    INFO(size);
    CHECK(plentiful.to_files == 0);
    CHECK(plentiful.layers >= options.memory->peak());
    CHECK(plentiful.layers <= 1u << 30);
  }
}

TEST_CASE("What finds no room waits in files, and what cannot wait there is refused", "[schedule]") {
  const auto graph = chain("4096, 4096");
  const std::uint64_t all = schedule::schedule_of(graph, {512, 2}).peak;
  const auto less = schedule::schedule_of(graph, {512, 2, all - (40u << 20)});
  CHECK(less.peak == all - (40u << 20));
  CHECK(less.to_files >= 40u << 20);
  CHECK(less.least < less.peak);
  CHECK(schedule::schedule_of(graph, {512, 2, 1000}).peak == less.least);
}

TEST_CASE("What resolve needs is halved by each level of notes that are combined, of stages that can", "[levels]") {
  const auto graph = world(
      "  a: {use: heights.diamond_square@1}\n"
      "  m: {use: shape.formula@1, in: {a: a}, with: {formula: \"a * 100\", unit: m}}\n"
      "  filled: {use: water.fill@1, in: {height: m}}\n"
      "  flats: {use: water.flats@1, in: {filled: filled}}\n"
      "  receivers: {use: water.receivers@1, in: {filled: filled, way: flats.way}}\n"
      "  water: {use: water.accumulation@1, in: {receivers: receivers}}\n",
      "water", "262145, 131073");
  const auto& water = graph.nodes.back();
  REQUIRE(water.name == "water");
  CHECK(schedule::resolve_bytes(graph, water, 512) == water.memory / 2);  // 513 x 257 tiles
  CHECK(schedule::resolve_bytes(graph, water, 1024) == water.memory);     // 257 x 129
  CHECK(schedule::resolve_bytes(graph, water, 128) == water.memory / 8);  // 2049 x 1025
  CHECK(schedule::resolve_bytes(graph, water, schedule::whole_world) == water.memory);
  CHECK(graph.nodes[2].name == "filled");
  CHECK(schedule::resolve_bytes(graph, graph.nodes[2], 128) == graph.nodes[2].memory);
}

TEST_CASE("Oblong tiles are cut where the world ends, row by row", "[schedule]") {
  const schedule::Tiles tiles(20, 11, 8, 5);
  CHECK(tiles.columns() == 3);
  CHECK(tiles.rows() == 3);
  CHECK(tiles[5].x == 16);
  CHECK(tiles[5].y == 5);
  CHECK(tiles[5].width == 4);
  CHECK(tiles[5].height == 5);
  CHECK(tiles[8].height == 1);
  std::vector<std::size_t> touched;
  tiles.each_in({7, 4, 2, 2}, [&](std::size_t tile) { touched.push_back(tile); });
  CHECK(touched == std::vector<std::size_t>{0, 1, 3, 4});
  CHECK(schedule::Tiles(20, 11, schedule::whole_world, 1).size() == 11);
}
