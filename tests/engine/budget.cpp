// SPDX-License-Identifier: Apache-2.0
#include "engine/budget.hpp"

#include "support/build.hpp"
#include "support/catch.hpp"

using namespace terrawright;

namespace {

graph::Graph chain(const std::string& size) {
  const std::string yaml = "terrawright: 1\nname: t\nworld: {size: [" + size + "], cell: 1 km, seed: 1}\nstages:\n" +
                           "  a: {use: heights.diamond_square@1}\n"
                           "  b: {use: shape.blend@1, in: {a: a, b: a}, with: {mode: add}}\n"
                           "  c: {use: shape.blend@1, in: {a: b, b: b}, with: {mode: add}}\n"
                           "  d: {use: shape.blend@1, in: {a: c, b: c}, with: {mode: add}}\n"
                           "outputs: [{layers: {h: d}}]\n";
  report::Diagnostics diagnostics;
  config::Options options;
  options.files_required = false;
  auto world =
      config::load(std::make_shared<const report::Source>(report::Source{"t.yaml", yaml}), {}, diagnostics, options);
  INFO(diagnostics.text());
  REQUIRE(world);
  auto graph = graph::assemble(std::move(*world), test::catalogue(), diagnostics);
  REQUIRE(graph);
  return std::move(*graph);
}

}  // namespace

TEST_CASE("A chain needs two layers at a time, however long it is", "[budget]") {
  const auto graph = chain("4096, 4096");
  const auto budget = engine::budget_of(graph, 512, 2);
  const std::uint64_t layer = 4096ull * 4096 * 4;
  CHECK(budget.peak >= 2 * layer);
  CHECK(budget.peak < 3 * layer);
}

TEST_CASE("The estimate is above what a run takes", "[budget]") {
  const auto graph = chain("1025, 1025");
  report::Diagnostics diagnostics;
  engine::Observer silent;
  engine::Options options;
  options.threads = 2;
  const auto outcome = engine::run(graph, {}, options, silent, diagnostics);
  REQUIRE(outcome.done);
  CHECK(outcome.peak_memory <= engine::budget_of(graph, 512, 2).peak);
  CHECK(outcome.peak_memory >= 2ull * 1025 * 1025 * 4);
}

TEST_CASE("Runs may take their layers from one memory, whatever the last one left there", "[budget]") {
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
