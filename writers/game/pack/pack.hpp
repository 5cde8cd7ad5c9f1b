// SPDX-License-Identifier: Apache-2.0
// A folder as a game engine imports it: heights, how much of each texture lies where, tables, and a sheet with the
// numbers to type.
#pragma once
#include <cstddef>
#include <cstdint>
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

}  // namespace terrawright::game
