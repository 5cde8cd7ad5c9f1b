// SPDX-License-Identifier: Apache-2.0
// Places of the features of a table, for their names, and their order.
#pragma once
#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>
#include <vector>

#include "sites.hpp"
#include "terrawright/table_view.hpp"

namespace terrawright::feature {

// `cell`: metres. A river is where its mouth is, an area and a summit at the middle of all of it: the pole of a long
// lake goes from one end to the other when a bay fills up, and the highest cell of a ridge to the next.
inline std::vector<Anchor> anchors_of(const terrawright::TableView& table, double cell) {
  std::vector<Anchor> anchors;
  const double *x = nullptr, *y = nullptr;
  for (const auto& [name_x, name_y] : {std::pair("middle_x", "middle_y"), std::pair("pole_x", "pole_y")}) {
    if (x != nullptr || table.find(name_x) == nullptr || table.find(name_y) == nullptr) continue;
    x = table.reals(name_x, "m");
    y = table.reals(name_y, "m");
  }
  for (std::size_t r = 0; r < table.rows(); ++r) {
    terrawright_point at{0, 0};
    if (table.has_points()) at = table.point(r);
    if (table.has_lines() && table.line(r).size() != 0) at = *(table.line(r).end() - 1);
    anchors.push_back(x != nullptr ? Anchor::of_metres(x[r], y[r]) : Anchor::of_metres(at.x * cell, at.y * cell));
  }
  return anchors;
}

// Rows, the most important first: as they stand, but rivers by their water times their length. Short ones of much
// water, as where a great river leaves a lake for another, are here today and gone at the next resolution.
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
