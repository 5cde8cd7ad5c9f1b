// SPDX-License-Identifier: Apache-2.0
#include "marks.hpp"

#include <cmath>

namespace terrawright::map {

void add_circle(Path& path, Spot middle, double radius) {
  // Directions halved from the right angle on: 32 corners, and more of large circles.
  std::vector<Spot> quarter = {{1, 0}, {0, 1}};
  const int halvings = radius < 300 ? 3 : 5;
  for (int halving = 0; halving < halvings; ++halving) {
    std::vector<Spot> finer;
    for (std::size_t i = 0; i + 1 < quarter.size(); ++i) {
      const double x = quarter[i].x + quarter[i + 1].x, y = quarter[i].y + quarter[i + 1].y;
      const double length = std::sqrt(x * x + y * y);
      finer.push_back(quarter[i]);
      finer.push_back({x / length, y / length});
    }
    finer.push_back(quarter.back());
    quarter = finer;
  }
  Line ring;
  ring.closed = true;
  double cx = 1, cy = 0;
  for (int turn = 0; turn < 4; ++turn) {
    for (std::size_t i = 0; i + 1 < quarter.size(); ++i) {
      const double x = quarter[i].x * cx - quarter[i].y * cy, y = quarter[i].x * cy + quarter[i].y * cx;
      ring.spots.push_back({middle.x + radius * x, middle.y + radius * y});
    }
    const double was = cx;
    cx = -cy, cy = was;
  }
  add(path, ring);
}

std::int32_t town_radius(int rank, const Style& style) {
  static constexpr std::int32_t modern[] = {125, 105, 80, 60}, old[] = {270, 200, 130, 90};
  const int n = rank < 1 ? 0 : rank > 4 ? 3 : rank - 1;
  return style.name == StyleName::antique ? old[n] : modern[n];
}

void draw_town(Spot at, int rank, const Style& style, DisplayList& list) {
  const double r = town_radius(rank, style);
  Path body, dot;
  if (style.name == StyleName::atlas && rank <= 1) {
    body.rectangle(rounded(at.x - r), rounded(at.y - r), rounded(2 * r), rounded(2 * r));
    dot.rectangle(rounded(at.x - r * 0.45), rounded(at.y - r * 0.45), rounded(r * 0.9), rounded(r * 0.9));
  } else {
    add_circle(body, at, r);
    if (rank <= 2) add_circle(dot, at, r * (rank == 1 ? 0.52 : 0.4));
  }
  list.fill(body, style.mark);
  list.line(body, {rank <= 1 ? 32 : 26, style.ink});
  if (!dot.empty()) list.fill(dot, style.ink);
}

void draw_summit(Spot at, const Style& style, DisplayList& list) {
  Path path;
  path.move(rounded(at.x), rounded(at.y - 62));
  path.line(rounded(at.x + 55), rounded(at.y + 38));
  path.line(rounded(at.x - 55), rounded(at.y + 38));
  path.close();
  list.fill(path, style.ink);
}

}  // namespace terrawright::map
