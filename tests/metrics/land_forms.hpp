// SPDX-License-Identifier: Apache-2.0
// Slopes, relief and roughness of land, by classes of relief.
#pragma once
#include <cstdint>
#include <vector>

#include "row.hpp"

namespace terrawright::metrics {

// Heights with a mask of the cells that are measured.
struct Ground {
  int side = 0;
  double cell = 0;  // m
  std::vector<float> height;
  std::vector<std::uint8_t> measured;
};

// Rise over run in percent, by central differences; -1 at cells that have a neighbour, or are one, which is not
// measured.
std::vector<double> slopes_of(const Ground& ground);

// The highest less the lowest of the measured cells of a square 5 km wide around each cell, at least 3 cells wide; m.
std::vector<float> relief_of(const Ground& ground);

// Share of the measured cells, in percent, that lie in 4-connected patches of at least `least` km2 where `is_flat`.
double patches_of(const Ground& ground, const std::vector<std::uint8_t>& is_flat, double least);

// Smoothness H of the cells in a class of relief: half the log2 of their mean squared difference at 2 * reach cells
// over that at reach, along rows and columns. Noise has 0, a plane 1.
double hurst_of(const Ground& ground, const std::vector<float>& relief, Range of_class, int reach);

}  // namespace terrawright::metrics
