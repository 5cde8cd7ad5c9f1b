// SPDX-License-Identifier: Apache-2.0
// Intersection of two boxes, cut out of one another and measured: nothing of the solver's own.
#pragma once
#include <cmath>
#include <vector>

#include "map/labels/labels.hpp"

namespace terrawright::test {

struct Corner {
  double x, y;
};

inline std::vector<Corner> corners(const map::LabelBox& box) {
  std::vector<Corner> all;
  for (const PaperPoint& p : box.corner) all.push_back({double(p.x), double(p.y)});
  return all;
}
inline std::vector<Corner> corners(const map::Box& b) {
  return {{double(b.left), double(b.top)},
          {double(b.right), double(b.top)},
          {double(b.right), double(b.bottom)},
          {double(b.left), double(b.bottom)}};
}

// Clockwise as one sees it: y goes down.
inline double area(const std::vector<Corner>& polygon) {
  double sum = 0;
  for (std::size_t k = 0; k < polygon.size(); ++k) {
    const Corner &a = polygon[k], &b = polygon[(k + 1) % polygon.size()];
    sum += a.x * b.y - a.y * b.x;
  }
  return sum / 2;
}

// Sutherland and Hodgman: one convex polygon cut by the sides of another.
inline double common_area(std::vector<Corner> rest, const std::vector<Corner>& by) {
  for (std::size_t k = 0; k < by.size() && !rest.empty(); ++k) {
    const Corner &p = by[k], &q = by[(k + 1) % by.size()];
    const auto inside = [&](const Corner& c) { return (q.x - p.x) * (c.y - p.y) - (q.y - p.y) * (c.x - p.x); };
    std::vector<Corner> cut;
    for (std::size_t i = 0; i < rest.size(); ++i) {
      const Corner &a = rest[i], &b = rest[(i + 1) % rest.size()];
      const double da = inside(a), db = inside(b);
      if (da >= 0) cut.push_back(a);
      if ((da > 0 && db < 0) || (da < 0 && db > 0)) {
        cut.push_back({a.x + (b.x - a.x) * da / (da - db), a.y + (b.y - a.y) * da / (da - db)});
      }
    }
    rest = cut;
  }
  return rest.size() < 3 ? 0 : std::fabs(area(rest));
}

// More than what rounding in the cuts can make.
template <class A, class B>
bool have_common_ground(const A& a, const B& b) {
  return common_area(corners(a), corners(b)) > 0.01;
}

}  // namespace terrawright::test
