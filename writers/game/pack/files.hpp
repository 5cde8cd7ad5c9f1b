// SPDX-License-Identifier: Apache-2.0
// Names of the files of a pack, and meanings of their numbers.
#pragma once
#include <string>
#include <vector>

#include "game/pack/pack.hpp"
#include "game/pack/sizes.hpp"

namespace terrawright::game {

// A pack on its way into a folder.
struct PackFacts {
  const terrawright_delivery& of;
  Range range;                             // of heights in 16 bits
  std::int64_t world_width, world_height;  // cells that it is made of
  const Pack& pack;

  double metres_across() const { return cell_of_pack(of.world->cell, world_width, pack.width); }
  double metres_down() const { return cell_of_pack(of.world->cell, world_height, pack.height); }
  double step() const { return (range.maximum - range.minimum) / encode::most_grey; }
  bool is_resampled() const { return pack.width != world_width || pack.height != world_height; }
};

// Format of heights for a program.
enum class HeightsAs : std::uint8_t { png, raw, exr };
std::vector<HeightsAs> heights_as(Program program);
// For a terrain whose highest 16-bit sample is `range.maximum`: a sample v is at v / 65536 of it.
inline double height_in_program(const Range& range) {
  return (range.maximum - range.minimum) / encode::most_grey * 65536;
}
inline bool in_16_bits(Program program) { return program != Program::godot; }

// Below the folder, as "heights.png", or "heights/heights_x0_y1.png" of a tile.
std::string heights_file(const Pack& pack, HeightsAs as, const Tile& tile);
// All of one tile: one of each weight, or of four of them, or the control map.
std::vector<std::string> weights_files(const Pack& pack, const Tile& tile);

// Its JSON, with all numbers; the same for people.
std::string sheet_json(const PackFacts& facts);
std::string sheet_markdown(const PackFacts& facts);

// An import script, where the program runs some.
struct PackScript {
  std::string file, text;
};
std::vector<PackScript> scripts_of(Program program);

// Position of (0, 0) of a pack's cells, the north-west corner, in the program, and the size of one cell there.
struct PackPlace {
  double x = 0, y = 0, across = 1, down = 1;
  const char *x_name = "x (m)", *y_name = "y (m)";
};
PackPlace place_in_program(const PackFacts& facts);

}  // namespace terrawright::game
