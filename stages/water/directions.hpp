// SPDX-License-Identifier: Apache-2.0
// The eight neighbours of a cell in the order that breaks ties, and the layer of receivers that is made of them.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "terrawright/arrangement.hpp"
#include "terrawright/failure.hpp"
#include "terrawright/world.hpp"

namespace terrawright::water {

// Water leaves the map where the map ends.

// Throws Failure at the port.
inline void refuse_wrapped(const World& world, const char* port) {
  if (!world.wraps_x() && !world.wraps_y()) return;
  throw Failure(port,
                "the world wraps, and water is not led across its edges, over which it leaves the map; set wrap: "
                "none, or leave this stage out");
}

struct Direction {
  int dx, dy;             // x to the right, y down
  double inverse_length;  // of one cell
  const char *name, *glyph;
};

constexpr double inverse_diagonal = 0.70710678118654746;

// In the code of a receiver 1 stands for the first of them; 0: none.
constexpr std::array<Direction, 8> directions = {{
    {1, 0, 1.0, "east", ">"},
    {0, -1, 1.0, "north", "^"},
    {-1, 0, 1.0, "west", "<"},
    {0, 1, 1.0, "south", "v"},
    {1, -1, inverse_diagonal, "north-east", "/"},
    {-1, -1, inverse_diagonal, "north-west", "\\"},
    {-1, 1, inverse_diagonal, "south-west", "/"},
    {1, 1, inverse_diagonal, "south-east", "\\"},
}};

using Receiver = std::uint16_t;
constexpr Receiver no_receiver = 0;

inline const Direction& direction(Receiver receiver) { return directions[receiver - 1u]; }

// The code of the neighbour that lies the other way.
constexpr std::array<Receiver, 9> opposite = {0, 3, 4, 1, 2, 7, 8, 5, 6};

inline std::vector<LegendEntry> receiver_legend() {
  std::vector<LegendEntry> legend = {{no_receiver, "outlet", {32, 64, 96, 255}, "."}};
  constexpr Colour wheel[8] = {{214, 86, 67, 255},  {238, 197, 84, 255}, {88, 164, 92, 255},  {80, 120, 190, 255},
                               {232, 140, 70, 255}, {170, 190, 80, 255}, {70, 150, 160, 255}, {150, 90, 160, 255}};
  for (std::size_t i = 0; i < directions.size(); ++i) {
    legend.push_back({static_cast<std::uint16_t>(i + 1), directions[i].name, wheel[i], directions[i].glyph});
  }
  return legend;
}

// Legend of layers that give the ways of water across flats alone.
inline std::vector<LegendEntry> way_legend() {
  std::vector<LegendEntry> legend = receiver_legend();
  legend.front() = {no_receiver, "none", {224, 224, 224, 255}, "."};
  return legend;
}

inline bool has_legend(const Arrangement& arrangement, In<Class> input, const std::vector<LegendEntry>& legend) {
  const auto given = arrangement.legend(input);
  return std::equal(given.begin(), given.end(), legend.begin(), legend.end(), [](const auto& one, const auto& other) {
    return one.code == other.code && one.name == other.name;
  });
}

// Any layer of classes can be connected where receivers are meant; only theirs has this legend.
inline void check_receivers(const Arrangement& arrangement, In<Class> input) {
  refuse_wrapped(arrangement.world(), "receivers");
  if (!has_legend(arrangement, input, receiver_legend()))
    throw Failure("receivers",
                  "these classes are not the directions that cells drain to: connect a node of water.receivers");
}

}  // namespace terrawright::water
