// SPDX-License-Identifier: Apache-2.0
// Islands with their drainage: raw, carved by rivers over time, or breached.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "row.hpp"

namespace terrawright::metrics {

enum class Terrain { raw, eroded, breached };

// By the codes 1 .. 8 of receivers.
constexpr int to_x[8] = {1, 0, -1, 0, 1, -1, -1, 1};
constexpr int to_y[8] = {0, -1, 0, 1, -1, -1, 1, 1};

struct Drainage {
  int side = 0;
  std::vector<float> height, filled;
  std::vector<std::uint8_t> ocean;
  std::vector<std::uint16_t> receivers;   // codes of the ways
  std::vector<std::size_t> below;         // of each cell; itself where water ends
  std::vector<std::int64_t> area;         // cells of land upstream, itself included
  std::vector<std::int64_t> runoff, all;  // of each cell; with all upstream
  std::vector<std::size_t> downstream;    // all cells, none before those that drain to it

  bool ends(std::size_t cell) const { return below[cell] == cell; }
  double step(std::size_t cell) const;  // to the cell below, in cells
};

// The ways of water by the codes of receivers, and the order that goes down them; nothing else.
Drainage routed(const std::vector<std::uint16_t>& receivers, int side);

// The island of the stages' defaults, 257 cells of 1 km, with its rain.
Drainage drainage(Terrain terrain, std::uint64_t seed);

// Not a land's: every cell takes the water of two, so that streams grow far too slowly.
Drainage binary_tree();

// The slope of log (longest way upstream) on log (area), by means of half octaves of areas from 50 cells.
double hack_exponent_of(const Drainage& drainage);

// Ratios of number, length and area of the streams of each higher order of Strahler's; channels from 16 cells.
struct Horton {
  double number, length, area;
};
Horton horton_ratios_of(const Drainage& drainage);

// Percent of the steps from these cells that lie in runs of 12 and more in one direction.
double straight_steps(const std::vector<std::uint16_t>& receivers, const std::vector<std::uint8_t>& river, int side);

// A line of one measure over the islands of seeds 1, 2, 3 ...
Line ensemble(Terrain terrain, const std::string& what, int seeds, Range expected, double (*measure)(const Drainage&));

}  // namespace terrawright::metrics
