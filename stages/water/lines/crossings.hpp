// SPDX-License-Identifier: Apache-2.0
// crossings.hpp: which lines cross one another or themselves, and how they are taken back.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "river_line.hpp"

namespace terrawright::water {

// Crossings inside both segments; segments that share an end do not count.
inline bool cross(const terrawright_point& a, const terrawright_point& b, const terrawright_point& c,
                  const terrawright_point& d) {
  const auto side = [](const terrawright_point& from, const terrawright_point& to, const terrawright_point& of) {
    return (to.x - from.x) * (of.y - from.y) - (to.y - from.y) * (of.x - from.x);
  };
  const auto differ = [](double one, double other) { return (one < 0 && other > 0) || (one > 0 && other < 0); };
  return differ(side(a, b, c), side(a, b, d)) && differ(side(c, d, a), side(c, d, b));
}

// found(line, line) for each pair of segments that cross: from left to right, each with those that begin within it.
template <class Found>
void each_crossing(const std::vector<Line>& lines, Found found) {
  struct Segment {
    double left, right, top, bottom;
    std::uint32_t line, first;
  };
  std::vector<Segment> all;
  for (std::size_t r = 0; r < lines.size(); ++r) {
    for (std::size_t i = 1; i < lines[r].size(); ++i) {
      const auto [left, right] = std::minmax(lines[r][i - 1].x, lines[r][i].x);
      const auto [top, bottom] = std::minmax(lines[r][i - 1].y, lines[r][i].y);
      all.push_back({left, right, top, bottom, static_cast<std::uint32_t>(r), static_cast<std::uint32_t>(i - 1)});
    }
  }
  std::sort(all.begin(), all.end(), [](const Segment& a, const Segment& b) {
    return std::tie(a.left, a.line, a.first) < std::tie(b.left, b.line, b.first);
  });
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Segment& one = all[i];
    const terrawright_point* const p = &lines[one.line][one.first];
    for (std::size_t j = i + 1; j < all.size() && all[j].left <= one.right; ++j) {
      const Segment& other = all[j];
      if (other.top > one.bottom || other.bottom < one.top) continue;
      const terrawright_point* const q = &lines[other.line][other.first];
      if (cross(p[0], p[1], q[0], q[1])) found(one.line, other.line);
    }
  }
}

// Lines that cross come halfway to `sure`, point by point, three times, then all the way to `last`.
inline void take_back_crossings(std::vector<Line>& lines, const std::vector<Line>& sure,
                                const std::vector<Line>& last) {
  std::vector<std::uint8_t> times(lines.size(), 0), crosses;
  for (bool changed = true; changed;) {
    changed = false;
    crosses.assign(lines.size(), 0);
    each_crossing(lines, [&](std::uint32_t one, std::uint32_t other) { crosses[one] = crosses[other] = 1; });
    for (std::size_t r = 0; r < lines.size(); ++r) {
      if (crosses[r] == 0 || times[r] > 3) continue;
      changed = true;
      if (++times[r] > 3) {
        lines[r] = last[r];
      } else {
        for (std::size_t i = 0; i < lines[r].size(); ++i) lines[r][i] = along(lines[r][i], sure[r][i], 0.5);
      }
    }
  }
}

}  // namespace terrawright::water
