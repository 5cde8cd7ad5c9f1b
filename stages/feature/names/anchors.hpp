// SPDX-License-Identifier: Apache-2.0
// Where the features of a table are, for their names: the pole of an area, a point, the mouth of a river.
#pragma once
#include <cstddef>
#include <vector>

#include "sites.hpp"
#include "terrawright/table_view.hpp"

namespace terrawright::feature {

// `cell`: metres.
inline std::vector<Anchor> anchors_of(const terrawright::TableView& table, double cell) {
  std::vector<Anchor> anchors;
  const bool has_poles = table.find("pole_x") != nullptr && table.find("pole_y") != nullptr;
  const double* const x = has_poles ? table.reals("pole_x", "m") : nullptr;
  const double* const y = has_poles ? table.reals("pole_y", "m") : nullptr;
  for (std::size_t r = 0; r < table.rows(); ++r) {
    terrawright_point at{0, 0};
    if (table.has_points()) at = table.point(r);
    if (table.has_lines() && table.line(r).size() != 0) at = *(table.line(r).end() - 1);
    anchors.push_back(has_poles ? Anchor::of_metres(x[r], y[r]) : Anchor::of_metres(at.x * cell, at.y * cell));
  }
  return anchors;
}

}  // namespace terrawright::feature
