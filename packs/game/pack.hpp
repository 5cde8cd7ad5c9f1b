// SPDX-License-Identifier: Apache-2.0
// A folder as a game engine imports it: heights, how much of each texture lies where, tables, and a sheet with the
// numbers to type.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "images/tiling.hpp"

namespace terrawright::images {

enum class Program : std::uint8_t { unreal, unity, godot, generic };
std::string name_of(Program program);      // "unreal"
std::string spoken_name(Program program);  // "Unreal Engine"

struct Pack {
  // How much of a texture lies on a cell: all weights together are 255.
  struct Weight {
    static constexpr std::size_t rest = SIZE_MAX;  // what the others leave
    std::string name;
    std::size_t part = rest;                  // of the picture
    std::vector<std::uint16_t> classes = {};  // that count, where the part is classes
  };

  Program program = Program::generic;
  std::vector<Weight> weights = {};
  std::size_t tables = 0;              // the picture's parts from here on; the first part is the heights
  bool resamples = false;              // to the nearest size that the program takes
  std::int64_t width = 0, height = 0;  // of the pack, all tiles together
  std::optional<Tiling> tiles = {};
};

// Files that cells lie in; without tiles one of all.
std::vector<Tile> tiles_of(const Pack& pack);
constexpr std::int64_t most_tiles_of_a_pack = 65536;

}  // namespace terrawright::images
