// SPDX-License-Identifier: Apache-2.0
// A lake: how large and deep it is, and where its water leaves.
#pragma once
#include <algorithm>
#include <cstdint>

namespace terrawright::water {

// Volumes are sums of whole 1/65536 m of depth, so that they do not depend on the order.
constexpr double depth_steps = 65536.0;

// A lake, or the part of it that a tile has.
struct Lake {
  float level, max_depth;         // m
  std::int64_t area, volume;      // cells; 1/65536 m on a cell
  std::int64_t first;             // raster index of its first cell
  std::int64_t outflow;           // accumulated runoff that leaves it
  std::int64_t outlet_flow = -1;  // of it, through the outlet: the cell that takes most; of equal ones the first
  std::int64_t outlet = -1;       // raster index

  void add(const Lake& other) {
    max_depth = std::max(max_depth, other.max_depth);
    area += other.area;
    volume += other.volume;
    first = std::min(first, other.first);
    outflow += other.outflow;
    drain(other.outlet_flow, other.outlet);
  }
  void drain(std::int64_t flow, std::int64_t to) {
    if (flow < outlet_flow || (flow == outlet_flow && to >= outlet)) return;
    outlet_flow = flow;
    outlet = to;
  }
};

struct LakeRules {
  std::int64_t min_area;  // cells
  double min_depth;       // m
  bool keeps(const Lake& lake) const {
    return lake.area >= min_area && static_cast<double>(lake.max_depth) >= min_depth;
  }
};

}  // namespace terrawright::water
