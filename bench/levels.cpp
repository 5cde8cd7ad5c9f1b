// SPDX-License-Identifier: Apache-2.0
// Flow accumulation with its notes combined level by level, beside one level, in one run: bytes and processor seconds.
#include <algorithm>
#include <cstdio>
#include <stdexcept>

#include "build/run.hpp"
#include "parts.hpp"
#include "phases.hpp"
#include "worlds.hpp"

namespace terrawright::bench {
namespace {

constexpr const char* world = R"(
terrawright: 1
name: bench
world: {size: [65, 65], seed: 42}
stages:
  terrain: {use: heights.diamond_square@1}
  sea: {use: sea.level@1, in: {height: terrain}, with: {percentile: 35 %}}
  land: {use: sea.islets@1, in: {height: terrain, level: sea.level}}
  metres: {use: shape.metres@1, in: {height: land.height, level: sea.level}}
  filled: {use: water.fill@1, in: {height: metres, ocean: land.ocean}}
  flats: {use: water.flats@1, in: {filled: filled, ocean: land.ocean}}
  receivers: {use: water.receivers@1, in: {filled: filled, distance: flats, ocean: land.ocean}}
  water: {use: water.accumulation@1, in: {receivers: receivers, ocean: land.ocean}}
outputs: [{layers: {water: water}}]
)";

struct Taken {
  PhaseCost cost;
  engine::Round round;
};

Taken best_of(const Taken& a, const Taken& b) {
  Taken best = a;
  for (std::size_t p = 0; p < best.cost.seconds.size(); ++p)
    best.cost.seconds[p] = std::min(a.cost.seconds[p], b.cost.seconds[p]);
  best.cost.resolve_bytes = std::max(a.cost.resolve_bytes, b.cost.resolve_bytes);
  for (std::size_t k = 0; k < best.round.levels.size(); ++k) {
    best.round.levels[k].combine = std::min(a.round.levels[k].combine, b.round.levels[k].combine);
    best.round.levels[k].split = std::min(a.round.levels[k].split, b.round.levels[k].split);
  }
  return best;
}

void print(const Taken& taken, std::int64_t side, std::int64_t tile, int levels, double flat) {
  const double cells = static_cast<double>(side) * static_cast<double>(side);
  const auto& seconds = taken.cost.seconds;
  double all = 0;
  for (const double phase : seconds) all += phase;
  std::printf("%5ld %5ld %6d %9.1f %9.2f %9.2f %9.2f %9.1f %9.1f %7.3f\n", static_cast<long>(side),
              static_cast<long>(tile), levels, seconds[TERRAWRIGHT_PHASE_SURVEY] * 1e3,
              seconds[TERRAWRIGHT_PHASE_COMBINE] * 1e3, seconds[TERRAWRIGHT_PHASE_RESOLVE] * 1e3,
              seconds[TERRAWRIGHT_PHASE_SPLIT] * 1e3, seconds[TERRAWRIGHT_PHASE_PAINT] * 1e3,
              static_cast<double>(taken.cost.resolve_bytes) / 1e6, all / flat);
  if (taken.round.levels.empty()) {
    std::printf("%25s%8s %10s %9.5f %9.5f %10.3f\n", "", "tiles", "", static_cast<double>(taken.round.notes) / cells,
                static_cast<double>(taken.round.own) / cells, static_cast<double>(taken.round.notes) / 1e6);
  }
  for (std::size_t k = 0; k < taken.round.levels.size(); ++k) {
    const engine::LevelCost& level = taken.round.levels[k];
    std::printf("%25s%8s %10zu %9.5f %9.5f %10.3f %9.2f %9.2f\n", "", k == 0 ? "tiles" : "unions", level.tiles,
                static_cast<double>(level.notes) / cells, static_cast<double>(level.own) / cells,
                static_cast<double>(level.notes) / 1e6, level.combine * 1e3, level.split * 1e3);
  }
  std::fflush(stdout);
}

double sum(const PhaseCost& cost) {
  double all = 0;
  for (const double phase : cost.seconds) all += phase;
  return all;
}

void measure(const Options& options, std::int64_t side, std::int64_t tile) {
  const std::vector<int> levels = {1, 2, 3, 64};
  std::vector<Taken> best(levels.size());
  std::string sha256;
  for (int i = 0; i < std::min(options.repeat_at(side), options.repeat); ++i) {
    for (std::size_t l = 0; l < levels.size(); ++l) {
      Phases phases;
      const std::string cells = std::to_string(side);
      const Ran ran = run_world(world, {"world.size=[" + cells + "," + cells + "]"}, options.threads, "bench.yaml", {},
                                tile, levels[l]);
      const Taken taken = {phases.of("water"), ran.node("water").rounds.front()};
      best[l] = i == 0 ? taken : best_of(best[l], taken);
      const std::string made = build::sha256_of(*ran.layers.at("water"));
      if (sha256.empty()) sha256 = made;
      if (sha256 != made) throw std::runtime_error("levels tell in the bits");
    }
  }
  for (std::size_t l = 0; l < levels.size(); ++l)
    print(best[l], side, tile, static_cast<int>(std::max<std::size_t>(1, best[l].round.levels.size())),
          sum(best[0].cost));
}

}  // namespace

void levels(const Options& options) {
  if (!options.wants("levels")) return;
  std::printf(
      "\nwater.accumulation with its notes combined, 65 %% land, in turn; the same bits each time. Processor ms of "
      "each "
      "phase, MB\nthat resolve takes beside the notes, all phases over those of one level. Below, of each level: bytes "
      "a "
      "cell of all notes and of\nwhat is told to each alone, MB of notes, processor ms of combine and split. Small "
      "tiles "
      "stand for large worlds: 8193 cells in\ntiles of 64 have as many tiles as 65,537 in tiles of 512.\n"
      "%5s %5s %6s %9s %9s %9s %9s %9s %9s %7s\n%25s%8s %10s %9s %9s %10s %9s %9s\n",
      "side", "tile", "levels", "survey", "combine", "resolve", "split", "paint", "MB", "times", "", "", "number",
      "notes", "told", "MB", "combine", "split");
  for (const std::int64_t side : options.sizes) {
    for (const std::int64_t tile : {512, 64}) measure(options, side, tile);
  }
}

}  // namespace terrawright::bench
