// SPDX-License-Identifier: Apache-2.0
// river_line.hpp: reaches from cell to cell become smooth lines that stay in their valleys.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include "terrawright/table_view.hpp"

namespace terrawright::water {

using Line = std::vector<terrawright_point>;

inline double distance_between(const terrawright_point& a, const terrawright_point& b) {
  const double dx = b.x - a.x, dy = b.y - a.y;
  return std::sqrt(dx * dx + dy * dy);
}
inline double length_of(const Line& line) {
  double length = 0;
  for (std::size_t i = 1; i < line.size(); ++i) length += distance_between(line[i - 1], line[i]);
  return length;
}
inline terrawright_point along(const terrawright_point& a, const terrawright_point& b, double share) {
  return {a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share};
}

// A river's cell, and how many of the 3 x 3 cells there are level.
struct Ground {
  std::int32_t y, x, level;
};

// The ground of all rivers by their cells.
class Grounds {
 public:
  explicit Grounds(std::vector<Ground> all) : all_(std::move(all)) {
    std::sort(all_.begin(), all_.end(), [](const Ground& a, const Ground& b) { return key(a) < key(b); });
  }
  // 0 where no river is.
  double level(const terrawright_point& at) const {
    const std::pair wanted(std::floor(at.y + 0.5), std::floor(at.x + 0.5));
    const auto found = std::lower_bound(all_.begin(), all_.end(), wanted,
                                        [](const Ground& one, const auto& other) { return key(one) < other; });
    return found != all_.end() && key(*found) == wanted ? found->level / 9.0 : 0.0;
  }

 private:
  static std::pair<double, double> key(const Ground& one) {
    return {static_cast<double>(one.y), static_cast<double>(one.x)};
  }
  std::vector<Ground> all_;
};

// Distance from a point of one line to those of others.
class Neighbours {
 public:
  static constexpr double farthest = 8;  // cells

  explicit Neighbours(const TableView& lines) {
    for (std::size_t r = 0; r < lines.rows(); ++r) {
      for (const terrawright_point& point : lines.line(r)) sites_.push_back({strip(point.y), point.x, point.y, r});
    }
    std::sort(sites_.begin(), sites_.end(), [](const Site& a, const Site& b) {
      return std::tie(a.strip, a.x, a.y, a.row) < std::tie(b.strip, b.x, b.y, b.row);
    });
  }
  // `farthest` where none is nearer.
  double distance(const terrawright_point& from, std::size_t row) const {
    double least = farthest;
    for (double y = strip(from.y) - 1; y <= strip(from.y) + 1; ++y) {
      auto at = std::lower_bound(sites_.begin(), sites_.end(), std::pair(y, from.x - farthest),
                                 [](const Site& site, const auto& first) {
                                   return std::tie(site.strip, site.x) < std::tie(first.first, first.second);
                                 });
      for (; at != sites_.end() && at->strip == y && at->x <= from.x + least; ++at) {
        if (at->row != row) least = std::min(least, distance_between(from, {at->x, at->y}));
      }
    }
    return least;
  }

 private:
  struct Site {
    double strip, x, y;
    std::size_t row;
  };
  static double strip(double y) { return std::floor(y / farthest); }
  std::vector<Site> sites_;
};

// Means of neighbours, eight times, no farther from each point than `room`. The ends stay.
inline Line smoothed(const Line& cells, const std::vector<double>& room) {
  Line now = cells, next = cells;
  for (int time = 0; time < 8; ++time) {
    for (std::size_t i = 1; i + 1 < cells.size(); ++i) {
      const terrawright_point mean = {0.25 * now[i - 1].x + 0.5 * now[i].x + 0.25 * now[i + 1].x,
                                      0.25 * now[i - 1].y + 0.5 * now[i].y + 0.25 * now[i + 1].y};
      const double away = distance_between(cells[i], mean);
      next[i] = away > room[i] ? along(cells[i], mean, room[i] / away) : mean;
    }
    std::swap(now, next);
  }
  return now;
}

}  // namespace terrawright::water
