// SPDX-License-Identifier: Apache-2.0
// Where the features of a table are, for their names, and which come first.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <vector>

#include "sites.hpp"
#include "terrawright/table_view.hpp"

namespace terrawright::feature {

// The middle of all places along a line, in its own unit.
inline terrawright_point middle_of(const terrawright::TableView::Line& line) {
  double length = 0, x = 0, y = 0;
  for (std::size_t i = 1; i < line.size(); ++i) {
    const double dx = line[i].x - line[i - 1].x, dy = line[i].y - line[i - 1].y, step = std::sqrt(dx * dx + dy * dy);
    length += step;
    x += step * (line[i].x + line[i - 1].x) / 2;
    y += step * (line[i].y + line[i - 1].y) / 2;
  }
  return length > 0 ? terrawright_point{x / length, y / length} : line[0];
}

// `cell`: metres. A river is where its mouth is. An area is half-way between its pole, which goes from one end of a long
// lake to the other when a bay fills up, and the middle of its line, which goes with every arm.
inline std::vector<Anchor> anchors_of(const terrawright::TableView& table, double cell) {
  std::vector<Anchor> anchors;
  const bool has_poles = table.find("pole_x") != nullptr && table.find("pole_y") != nullptr;
  const double* const pole_x = has_poles ? table.reals("pole_x", "m") : nullptr;
  const double* const pole_y = has_poles ? table.reals("pole_y", "m") : nullptr;
  for (std::size_t r = 0; r < table.rows(); ++r) {
    terrawright_point at{0, 0};
    if (table.has_points()) at = table.point(r);
    const bool has_line = table.has_lines() && table.line(r).size() != 0;
    if (has_line) at = has_poles ? middle_of(table.line(r)) : *(table.line(r).end() - 1);
    double x = at.x * cell, y = at.y * cell;
    if (has_poles) {
      x = has_line ? (x + pole_x[r]) / 2 : pole_x[r];
      y = has_line ? (y + pole_y[r]) / 2 : pole_y[r];
    }
    anchors.push_back(Anchor::of_metres(x, y));
  }
  return anchors;
}

// Rows, the most important first: as they stand, but rivers by their water times their length. Short ones of much water,
// as where a great river leaves a lake for another, are here today and gone at the next resolution.
inline std::vector<std::size_t> order_of(const terrawright::TableView& table, Kind kind) {
  std::vector<std::size_t> order(table.rows());
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (kind != Kind::river || table.find("discharge") == nullptr || table.find("length") == nullptr) return order;
  const double* const discharge = table.reals("discharge", "m3/s");
  const double* const length = table.reals("length", "km");
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return discharge[a] * length[a] > discharge[b] * length[b]; });
  return order;
}

}  // namespace terrawright::feature
