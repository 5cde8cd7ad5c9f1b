// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <stdexcept>
#include <vector>

#include "match.hpp"
#include "measure.hpp"
#include "parts.hpp"
#include "peers.hpp"
#include "worlds.hpp"

namespace terrawright::bench {
namespace {

// 35 % land; the sea is the outlet.
constexpr const char* world = R"(
terrawright: 1
name: bench
world: {size: [65, 65], seed: 42}
stages:
  terrain: {use: heights.diamond_square@1}
  sea: {use: sea.level@1, in: {height: terrain}, with: {percentile: 65 %}}
  land: {use: sea.islets@1, in: {height: terrain, level: sea.level}}
  metres: {use: shape.metres@1, in: {height: land.height, level: sea.level}}
  wind: {use: climate.wind@1}
  rain: {use: climate.rain@1, in: {height: metres, flow: wind.flow}}
  temperature: {use: climate.temperature@1, in: {height: metres}}
  runoff: {use: water.runoff@1, in: {rain: rain.annual, biotemperature: temperature.biotemperature, ocean: land.ocean}}
  filled: {use: water.fill@1, in: {height: metres, ocean: land.ocean}}
  flats: {use: water.flats@1, in: {filled: filled, ocean: land.ocean}}
  receivers: {use: water.receivers@1, in: {filled: filled, distance: flats, ocean: land.ocean}}
  water: {use: water.accumulation@1, in: {receivers: receivers, runoff: runoff}}
outputs: [{layers: {metres: metres, ocean: land.ocean, filled: filled, receivers: receivers, runoff: runoff, water: water}}]
)";

template <class Cell>
std::vector<Cell> cells(const Ran& ran, const std::string& name) {
  const engine::Layer& layer = *ran.layers.at(name);
  std::vector<Cell> all(static_cast<std::size_t>(layer.facts().width * layer.facts().height));
  layer.read(layer.area(), all.data(), layer.facts().width);
  return all;
}

void against(std::int64_t size, const Options& options) {
  Match fill{"water.fill", "textbook priority flood from the shore", 3};
  Match accumulation{"water.accumulation", "textbook queue", 2};
  const std::string side = std::to_string(size);
  // Peers write into memory that is there; so do the nodes, after a first run that does not count.
  const auto memory = std::make_shared<engine::Memory>();
  const auto run = [&] {
    return run_world(world, {"world.size=[" + side + "," + side + "]"}, 1, "bench.yaml", memory);
  };
  run();
  for (int i = 0; i < options.repeat_at(size); ++i) {
    const Ran ran = run();
    const auto heights = cells<float>(ran, "metres");
    const auto ocean = cells<std::uint8_t>(ran, "ocean");
    std::vector<float> filled(heights.size());
    fill.add(ran.node("filled").seconds,
             seconds_of(1, [&] { peers::priority_flood(heights.data(), ocean.data(), size, filled.data()); }));
    if (filled != cells<float>(ran, "filled")) throw std::runtime_error("water.fill and the textbook differ");

    const auto receivers = cells<std::uint16_t>(ran, "receivers");
    const auto runoff = cells<std::int64_t>(ran, "runoff");
    std::vector<std::int64_t> water(heights.size());
    accumulation.add(ran.node("water").seconds, seconds_of(1, [&] {
                       peers::queue_accumulation(receivers.data(), runoff.data(), size, water.data());
                     }));
    if (water != cells<std::int64_t>(ran, "water"))
      throw std::runtime_error("water.accumulation and the textbook differ");
  }
  print(fill, size);
  print(accumulation, size);
}

}  // namespace

void drainage(const Options& options) {
  if (!options.wants("against.water")) return;
  std::printf(
      "\nDrainage against textbooks, one thread, ns per cell, 35 %% land. Ours: the node in the engine, digest and "
      "statistics\nincluded. Both give the same cells.\n%-24s %5s %9s %9s %7s\n",
      "stage", "side", "ours", "peer", "times");
  for (const std::int64_t size : options.sizes) against(size, options);
}

}  // namespace terrawright::bench
