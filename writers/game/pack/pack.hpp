// SPDX-License-Identifier: Apache-2.0
// A folder as a game engine imports it: heights, how much of each texture lies where, tables, and a sheet with the
// numbers to type.
#pragma once
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "encode/png.hpp"
#include "encode/tiling.hpp"
#include "terrawright/writer.hpp"

namespace terrawright::game {

using encode::Range;
using encode::Tile;
using encode::Tiling;

enum class Program : std::uint8_t { unreal, unity, godot, generic };
std::string name_of(Program program);      // "unreal"
std::string spoken_name(Program program);  // "Unreal Engine"

// Ports of the writer, in the order of its description.
enum class PackPort : std::uint32_t { heights, weights, tables };

// The writer: what a config says beside what connects.
struct PackOptions {
  Program program = Program::generic;
  std::vector<double> range;  // of heights in 16 bits; empty: those of the world
  enum class Fit { exact, resample };
  Fit fit = Fit::exact;
  std::optional<std::int64_t> side, overlap;  // of tiles; nothing: one file, and as the program has it
  std::vector<std::string> textures;          // in their order; empty: as the weights stand

  static void describe(WriterSpec<PackOptions>& s);
  void arrange(Delivery& delivery) const;
  void write(const Writing& writing) const;
};

struct Pack {
  // Share of a texture on a cell: all weights together are 255.
  struct Weight {
    static constexpr std::size_t rest = SIZE_MAX;  // what the others leave
    std::string name;
    std::size_t item = rest;
  };

  Program program = Program::generic;
  std::size_t heights = 0;  // items of the delivery
  std::vector<Weight> weights = {};
  std::vector<std::size_t> tables = {};
  std::optional<Range> range = {};
  std::int64_t width = 0, height = 0;  // of the pack, all tiles together
  std::optional<Tiling> tiles = {};
};
// Accepts wrong options: the refusals of the same options name the errors.
Pack pack_of(const terrawright_delivery& delivery, const PackOptions& options);
// Says why there can be none.
void refuse_pack(Delivery& delivery, const PackOptions& options, const Pack& pack);

// Name of an item in the folder: its title, else its name.
std::string name_of(const terrawright_item& item);

// Files that cells lie in; without tiles one of all.
std::vector<Tile> tiles_of(const Pack& pack);
constexpr std::int64_t most_tiles_of_a_pack = 65536;

// Valid sizes of each program, in cells and in metres.
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

// Names of the files of a pack, and meanings of their numbers.

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
struct PackTransform {
  double x = 0, y = 0, across = 1, down = 1;
  const char *x_name = "x (m)", *y_name = "y (m)";
};
PackTransform transform_in_program(const PackFacts& facts);

}  // namespace terrawright::game
