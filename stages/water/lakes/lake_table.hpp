// SPDX-License-Identifier: Apache-2.0
// Lakes as a table: one row each, in their order, at their outlets.
#pragma once
#include <cmath>
#include <cstdint>
#include <vector>

#include "terrawright/table.hpp"
#include "water/discharge.hpp"
#include "water/lake_basins.hpp"

namespace terrawright::water {

// Volume from steps of depth on cells of so many metres.
inline double cubic_kilometres(std::int64_t steps, double cell) {
  return static_cast<double>(steps) / depth_steps * (cell * cell) / 1e9;
}

// `width`: cells of a row. `cell`: metres. `drained`: it is known where water leaves the lakes.
inline Table lake_table(const std::vector<Lake>& lakes, std::int64_t width, double cell, bool drained) {
  Table rows;
  std::vector<std::int64_t> number, endorheic;
  std::vector<double> areas, levels, depths, volumes, flows;
  for (const Lake& lake : lakes) {
    // Where no water leaves, and without receivers, the first cell replaces the outlet.
    const std::int64_t at = lake.outlet >= 0 ? lake.outlet : lake.first;
    number.push_back(static_cast<std::int64_t>(number.size()) + 1);
    areas.push_back(static_cast<double>(lake.area) * (cell * cell) / 1e6);
    levels.push_back(static_cast<double>(lake.level));
    depths.push_back(static_cast<double>(lake.max_depth));
    volumes.push_back(cubic_kilometres(lake.volume, cell));
    flows.push_back(drained ? discharge(lake.outflow, cell) : NAN);
    endorheic.push_back(drained && lake.outlet < 0 ? 1 : 0);
    const std::int64_t x = at % width, y = at / width;
    rows.point(static_cast<double>(x), static_cast<double>(y));
  }
  rows.integers("lake", "1", number);
  rows.reals("area", "km2", areas);
  rows.reals("level", "m", levels);
  rows.reals("max_depth", "m", depths);
  rows.reals("volume", "km3", volumes);
  rows.reals("outflow", "m3/s", flows);
  rows.integers("endorheic", "1", endorheic);
  return rows;
}

}  // namespace terrawright::water
