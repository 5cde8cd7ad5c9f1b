// SPDX-License-Identifier: Apache-2.0
// Heights to be measured: a stage with its parameters, through the whole pipeline.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "row.hpp"

namespace terrawright::metrics {

struct Field {
  int side = 0;
  bool periodic = false;
  std::vector<float> cells;  // row by row
  double at(int x, int y) const { return static_cast<double>(cells[static_cast<std::size_t>(y * side + x)]); }
};

struct Law {
  std::string name;   // in the table
  std::string stage;  // its word, or "spectral": the reference field, synthesised by FFT
  std::string with;   // parameters beside hurst
  bool periodic = false;
};

extern const Law midpoint_corners, midpoint_edges, diamond_square, substep, wrap, cubic, spectral;

// Smoothness H, 2^n + 1 cells a side (periodic: 2^n).
Field field(const Law& law, double hurst, int n, std::uint64_t seed);

// One line: the measure over `seeds` fields, seeds 1, 2, 3 ...
Line ensemble(const Law& law, double hurst, int n, int seeds, Range expected, double (*measure)(const Field&));

// A world of `side` cells squared: its stages as YAML lines, and the layers and numbers to keep as outputs.
std::string world(int side, std::uint64_t seed, const std::string& stages, const std::string& layers);

// Least squares: the slope of y on x.
double slope(const std::vector<double>& x, const std::vector<double>& y);

}  // namespace terrawright::metrics
