// SPDX-License-Identifier: Apache-2.0
// Valid sizes of each program, in cells and in metres.
#pragma once
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "game/pack/pack.hpp"

namespace terrawright::game {

struct PackSize {
  std::int64_t width = 0, height = 0;
};
// For tiles: cells from one to the next, and those that they share. Nothing: the pack is one file.
struct PackTiles {
  std::int64_t side = 0, overlap = 0;
};

bool takes(Program program, const PackSize& size, const std::optional<PackTiles>& tiles = {});
// At most two, the nearest first; none where no tiles of that side are taken.
std::vector<PackSize> nearest_sizes(Program program, const PackSize& to, const std::optional<PackTiles>& tiles = {});
// "2^n + 1 cells a side, 33 to 4097".
std::string rule_of(Program program);

// Metres that an importer takes without changing them, and textures. A side is that of one file.
struct PackLimits {
  static constexpr double none = std::numeric_limits<double>::infinity();
  double least_cell = 0, most_cell = none, most_side = none, most_height = none;
  std::size_t most_weights = 256;
};
const PackLimits& limits_of(Program program);

// Metres from cell to cell of a pack, of which the world has another number over the same ground.
inline double cell_of_pack(double cell, std::int64_t of_world, std::int64_t of_pack) {
  if (of_world == of_pack || of_pack < 2) return cell;
  return cell * static_cast<double>(of_world - 1) / static_cast<double>(of_pack - 1);
}

// Cells that tiles share; nothing: as the config says.
std::optional<std::int64_t> overlap_of(Program program);

// For a landscape of Unreal Engine: the fewest components that make such a size.
struct Components {
  std::int64_t quads = 0, sections = 0;  // quads of a section a side; sections of a component a side
  std::int64_t across = 0, down = 0;
};
std::optional<Components> components_of(const PackSize& size);

// Side of a region of Godot's Terrain3D: 256, its default, where that fits, else the nearest above or below.
std::optional<std::int64_t> region_of(const PackSize& size, std::int64_t tile = 0);

}  // namespace terrawright::game
