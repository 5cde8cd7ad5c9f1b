// SPDX-License-Identifier: Apache-2.0
#include "schedule/stage_cost.hpp"

#include <map>
#include <string>

namespace terrawright::schedule {

double nanoseconds_per_cell(const terrawright_stage& stage) {
  // Measured on the worlds of configs/ and stages/ at 769 x 769 cells: where a stage took different times, the middle
  // one.
  static const std::map<std::string, double> measured = {
      {"biome.holdridge", 6},
      {"biome.table", 5},
      {"biome.whittaker", 5},
      {"climate.rain", 3.7},
      {"climate.temperature", 4},
      {"climate.wind", 3.4},
      {"erosion.celerity", 6},
      {"erosion.incise", 5},
      {"erosion.mean_rain", 1},
      {"erosion.route", 2},
      {"erosion.seabed", 1},
      {"erosion.surface", 1},
      {"heights.diamond_square", 2},
      {"heights.diamond_square_integer", 9},
      {"heights.midpoint_displacement", 2},
      {"heights.noise", 5},
      {"heights.profile", 1},
      {"island.particle_roll", 2},
      {"island.spine", 3},
      {"sea.floor", 2},
      {"sea.islets", 3},
      {"sea.level", 2},
      {"shape.blend", 1},
      {"shape.blur", 4},
      {"shape.curvature", 3},
      {"shape.curve", 3},
      {"shape.distance", 5},
      {"shape.formula", 4},
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
      {"view.palette", 2},
      {"view.relief", 10},
      {"view.skyline", 2},
      {"view.waters", 5},
      {"water.accumulation", 5.5},
      {"water.breach", 4},
      {"water.endorheic", 96},
      {"water.fill", 15},
      {"water.flats", 16},
      {"water.lakes", 10},
      {"water.receivers", 8},
      {"water.rivers", 5.4},
      {"water.runoff", 4},
  };
  constexpr double of_tiles = 5, of_rounds = 20, of_whole = 50;
  if (const auto found = measured.find(stage.id); found != measured.end()) return found->second;
  if (stage.flags & TERRAWRIGHT_STAGE_WHOLE) return of_whole;
  return stage.flags & (TERRAWRIGHT_STAGE_SURVEYS | TERRAWRIGHT_STAGE_RESOLVES) ? of_rounds : of_tiles;
}

std::uint64_t kept_bytes_per_cell(const terrawright_stage& stage) {
  // Measured on configs/fjords.yaml with 2, 4 and 8 threads (stages/water/scratch.hpp): the most of six builds each.
  constexpr std::uint64_t measured = 12;
  const std::string id = stage.id;
  return id == "water.fill" || id == "water.flats" || id == "water.rivers" ? measured : 0;
}

std::vector<report::Step> steps_of(const graph::Graph& graph) {
  std::vector<report::Step> steps;
  for (const graph::Node& node : graph.nodes) {
    const std::uint32_t rounds = TERRAWRIGHT_STAGE_WHOLE | TERRAWRIGHT_STAGE_SURVEYS | TERRAWRIGHT_STAGE_RESOLVES;
    steps.push_back({node.name, nanoseconds_per_cell(node.stage()), (node.stage().flags & rounds) == 0});
  }
  return steps;
}

}  // namespace terrawright::schedule
