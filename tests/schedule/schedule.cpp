// SPDX-License-Identifier: Apache-2.0
#include "schedule/schedule.hpp"

#include <algorithm>

#include "support/build.hpp"
#include "support/catch.hpp"

using namespace terrawright;

namespace {

graph::Graph world(const std::string& stages, const std::string& wanted, const std::string& size) {
  const std::string yaml = "terrawright: 1\nname: t\nworld: {size: [" + size + "], cell: 1 km, seed: 1}\nstages:\n" +
                           stages + "outputs: [{layers: {h: " + wanted + "}}]\n";
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

graph::Graph chain(const std::string& size) {
  return world(
      "  a: {use: heights.diamond_square@1}\n"
      "  b: {use: shape.blend@1, in: {a: a, b: a}, with: {mode: add}}\n"
      "  c: {use: shape.blend@1, in: {a: b, b: b}, with: {mode: add}}\n"
      "  d: {use: shape.blend@1, in: {a: c, b: c}, with: {mode: add}}\n",
      "d", size);
}

}  // namespace

TEST_CASE("A chain needs two layers at a time, however long it is", "[schedule]") {
  const auto graph = chain("4096, 4096");
  const auto budget = schedule::schedule_of(graph, 512, 2);
  const std::uint64_t layer = 4096ull * 4096 * 4;
  CHECK(budget.peak >= 2 * layer);
  CHECK(budget.peak < 3 * layer);
}

TEST_CASE("The estimate is above what a run takes", "[schedule]") {
  const auto graph = chain("1025, 1025");
  report::Diagnostics diagnostics;
  engine::Observer silent;
  engine::Options options;
  options.threads = 2;
  const auto outcome = engine::run(graph, {}, options, silent, diagnostics);
  REQUIRE(outcome.done);
  CHECK(outcome.peak_memory <= schedule::schedule_of(graph, 512, 2).peak);
  CHECK(outcome.peak_memory >= 2ull * 1025 * 1025 * 4);
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
  const auto schedule = schedule::schedule_of(graph, 512, 2);
  REQUIRE(schedule.steps.size() == 4);
  const auto reasons = [&](std::size_t n) {
    std::string text;
    for (const schedule::Barrier& barrier : schedule.steps[n].barriers)
      text += graph.name(barrier.from) + ": " + schedule::reason(barrier.why) + "\n";
    return text;
  };
  CHECK(reasons(0).empty());
  CHECK(reasons(1) == "a: the rounds survey all of it\n");
  CHECK(reasons(2) == "a: its exact minimum and maximum\nsea.level: its number\n");
  CHECK(reasons(3).empty());  // it looks a cell around each tile only
}

TEST_CASE("Every layer is released once, by the last node that reads it", "[schedule]") {
  const auto graph = chain("700, 600");
  const auto schedule = schedule::schedule_of(graph, 64, 2);
  const std::vector<std::vector<std::size_t>> releases = {{}, {0}, {1}, {2, 3}};
  for (std::size_t n = 0; n < releases.size(); ++n) CHECK(schedule.steps[n].releases == releases[n]);
}

TEST_CASE("The bytes of a chain are those of its layers", "[schedule]") {
  const auto graph = chain("1024, 1024");
  const auto schedule = schedule::schedule_of(graph, 512, 1);
  const std::uint64_t layer = 1024ull * 1024 * 4, pages = 4 * 4096;
  CHECK(schedule.stored == 4 * (layer + pages));
  CHECK(schedule.moved == schedule.stored + 6 * layer + layer);  // both inputs of three blends, and the file
  CHECK(schedule.steps[1].read == 2 * layer);
  std::uint64_t most = 0;
  for (const schedule::Step& step : schedule.steps) most = std::max(most, step.during);
  CHECK(schedule.peak == most);
  CHECK(schedule.steps[schedule.peak_node].during == most);
}
