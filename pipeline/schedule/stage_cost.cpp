// SPDX-License-Identifier: Apache-2.0
#include "schedule/stage_cost.hpp"

#include <map>
#include <string>

namespace terrawright::schedule {

double nanoseconds_per_cell(const terrawright_stage& stage) {
  // Measured on the worlds of configs/ and stages/ at 769 x 769 cells, some of them at 2049: where a stage took
  // different times, the middle one.
  static const std::map<std::string, double> measured = {
      {"biome.holdridge", 6},
      {"biome.table", 5},
      {"biome.whittaker", 5},
      {"climate.rain", 12},
      {"climate.temperature", 4},
      {"climate.wind", 9},
      {"erosion.celerity", 5},
      {"erosion.creep", 150},
      {"erosion.flux", 4},
      {"erosion.incise", 4},
      {"erosion.mean_rain", 1},
      {"erosion.route", 2},
      {"erosion.seabed", 1},
      {"erosion.spread", 2},
      {"erosion.surface", 1},
      {"erosion.transport", 18},
      {"heights.diamond_square", 2},
      {"heights.diamond_square_integer", 9},
      {"heights.midpoint_displacement", 2},
      {"heights.noise", 5},
      {"heights.profile", 1},
      {"island.particle_roll", 2},
      {"island.spine", 3},
      {"sea.delta", 16},
      {"sea.floor", 2},
      {"sea.islets", 3},
      {"sea.level", 2},
      {"shape.blend", 1},
      {"shape.blur", 6},
      {"shape.curvature", 3},
      {"shape.curve", 3},
      {"shape.distance", 6},
      {"shape.formula", 2},
      {"shape.frame", 1},
      {"shape.metres", 2},
      {"shape.normalise", 2},
      {"shape.range_map", 2},
      {"shape.remap", 1},
      {"shape.resample", 5},
      {"shape.slope", 2},
      {"shape.stamp", 18},
      {"shape.steps", 1},
      {"shape.terraces", 2},
      {"shape.warp", 25},
      {"source.image", 6},
      {"view.ascii", 15},
      {"view.contours", 8},
      {"view.grey", 3},
      {"view.hillshade", 5},
      {"view.natural", 16},
      {"view.palette", 2},
      {"view.relief", 15},
      {"view.skyline", 2},
      {"view.waters", 9},
      {"water.accumulation", 5.5},
      {"water.breach", 4},
      {"water.endorheic", 96},
      {"water.fill", 8},
      {"water.flats", 14},
      {"water.lakes", 4.5},
      {"water.lines", 3},
      {"water.receivers", 3.5},
      {"water.rivers", 13},
      {"water.runoff", 6},
      {"water.inflows", 1},
      {"water.valley", 12},
      {"water.dams", 95},
  };
  constexpr double of_tiles = 5, of_rounds = 20, of_whole = 50;
  if (const auto found = measured.find(stage.id); found != measured.end()) return found->second;
  if (stage.flags & TERRAWRIGHT_STAGE_WHOLE) return of_whole;
  return stage.flags & (TERRAWRIGHT_STAGE_SURVEYS | TERRAWRIGHT_STAGE_RESOLVES) ? of_rounds : of_tiles;
}

double painting_share(const terrawright_stage& stage) {
  // Measured on the islands of configs/ at 2049 x 2049 cells.
  static const std::map<std::string, double> measured = {{"climate.rain", 0.1},
                                                         {"climate.wind", 0.7},
                                                         {"sea.islets", 0.8},
                                                         {"shape.distance", 0.9},
                                                         {"water.rivers", 0.7}};
  constexpr double of_rounds = 0.6;
  if (const auto found = measured.find(stage.id); found != measured.end()) return found->second;
  return stage.flags & TERRAWRIGHT_STAGE_SURVEYS ? of_rounds : 1;
}

KeepingCost cost_of_keeping(const terrawright_stage& stage, std::uint32_t kind) {
  // Measured on the layers of configs/realistic.yaml at 2049 and 4097 cells a side: LZ4 with shuffle, one thread.
  // For lakes and rivers most cells are 0.
  const std::string id = stage.id;
  if ((id == "water.lakes" || id == "water.rivers") && kind == TERRAWRIGHT_KIND_SCALAR) return {0.9, 0.3, 0.1};
  switch (kind) {
    case TERRAWRIGHT_KIND_MASK:
      return {0.3, 0.1, 0.02};
    case TERRAWRIGHT_KIND_CLASS:
      return {1.2, 0.4, 0.15};
    case TERRAWRIGHT_KIND_COUNT:
      return {4.7, 2, 1};
    case TERRAWRIGHT_KIND_VECTOR:
      return {8.5, 2.3, 5};
    case TERRAWRIGHT_KIND_COLOUR:
      return {9, 1.9, 2.5};
    default:
      return {3.5, 0.8, 3};
  }
}

std::uint64_t kept_bytes_per_cell(const terrawright_stage& stage) {
  // Measured on configs/fjords.yaml with 2, 4 and 8 threads (stages/water/scratch.hpp): the most of six builds each.
  constexpr std::uint64_t measured = 12;
  const std::string id = stage.id;
  return id == "water.fill" || id == "water.flats" || id == "water.rivers" ? measured : 0;
}

std::vector<report::WorkItem> steps_of(const graph::Graph& graph) {
  std::vector<report::WorkItem> steps;
  for (const graph::Node& node : graph.nodes) {
    const std::uint32_t rounds = TERRAWRIGHT_STAGE_WHOLE | TERRAWRIGHT_STAGE_SURVEYS | TERRAWRIGHT_STAGE_RESOLVES;
    steps.push_back({node.name, nanoseconds_per_cell(node.stage()), (node.stage().flags & rounds) == 0});
  }
  return steps;
}

}  // namespace terrawright::schedule
