// SPDX-License-Identifier: Apache-2.0
// Lines of rivers: their points, their meanders, and that they never cross.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include "terrawright/exact_math.h"
#include "terrawright/random.h"
#include "terrawright/table_view.hpp"

namespace terrawright::water {

// Reaches from cell to cell become smooth lines that stay in their valleys.
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

// Lines that cross one another or themselves are found and taken back.

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

// Rivers on plains wander from side to side; what they cut off are oxbow lakes.
//
// Source: Howard & Knutson 1984, Sufficient conditions for river meandering: banks move by the curvature here and by
// that of all bends upstream, which fades along the river.

// The middle of a valley, and how far from each of its points a river may go; in cells.
struct Floodplain {
  const Line& middle;
  const std::vector<double>& room;

  // A place along it: a point, and the share of the way to the next.
  terrawright_point point(double place) const {
    const std::size_t k = segment(place);
    return along(middle[k], middle[k + 1], place - static_cast<double>(k));
  }
  double room_at(double place) const {
    const std::size_t k = segment(place);
    return room[k] + (room[k + 1] - room[k]) * (place - static_cast<double>(k));
  }
  // The nearest place, from segment to segment as long as the next one is nearer.
  double nearest(const terrawright_point& to, double place) const {
    std::size_t k = segment(place);
    double away2 = 0;
    place = nearest_on(k, to, away2);
    for (bool nearer = true; nearer;) {
      nearer = false;
      for (const std::size_t next : {k - 1, k + 1}) {
        if (next >= middle.size() - 1) continue;
        double other = 0;
        const double found = nearest_on(next, to, other);
        if (!(other < away2)) continue;
        k = next, away2 = other, place = found;
        nearer = true;
        break;
      }
    }
    return place;
  }

 private:
  std::size_t segment(double place) const { return std::min(static_cast<std::size_t>(place), middle.size() - 2); }
  double nearest_on(std::size_t k, const terrawright_point& to, double& away2) const {
    const double dx = middle[k + 1].x - middle[k].x, dy = middle[k + 1].y - middle[k].y;
    const double length2 = dx * dx + dy * dy;
    const double share = length2 > 0 ? ((to.x - middle[k].x) * dx + (to.y - middle[k].y) * dy) / length2 : 0;
    const double inside = std::clamp(share, 0.0, 1.0);
    const double ex = to.x - middle[k].x - dx * inside, ey = to.y - middle[k].y - dy * inside;
    away2 = ex * ex + ey * ey;
    return static_cast<double>(k) + inside;
  }
};

class Meanders {
 public:
  static constexpr int usual_times = 50;

  // `width`: cells. `key`: of the random numbers of this river.
  Meanders(const Floodplain& plain, double width, const terrawright_row_key& key) : plain_(plain), width_(width) {
    for (std::size_t k = 0; k < plain.middle.size(); ++k) bends_.push_back({plain.middle[k], static_cast<double>(k)});
    space_out();
    // To one side or the other by as much as a width, at every 5th point at random.
    const auto side = [&](std::size_t n) {
      return static_cast<double>(terrawright_signed_unit(terrawright_word(key, static_cast<std::int32_t>(n))));
    };
    for (std::size_t i = 1; i + 1 < bends_.size(); ++i) {
      const double share = static_cast<double>(i % 5) / 5, smooth = share * share * (3 - 2 * share);
      const double aside = width_ * (side(i / 5) + (side(i / 5 + 1) - side(i / 5)) * smooth);
      const auto [nx, ny] = normal(i);
      moved_.push_back({bends_[i].at.x + nx * aside, bends_[i].at.y + ny * aside});
    }
    for (std::size_t i = 1; i + 1 < bends_.size(); ++i) put(i, moved_[i - 1]);
  }

  void wander(int times = usual_times) {
    for (int time = 1; time <= times; ++time) {
      migrate();
      if (time % 5 == 0) cut_necks();
      space_out();
    }
  }

  Line line() const {
    Line line;
    for (const Bend& bend : bends_) line.push_back(bend.at);
    return line;
  }
  // For each point of the line the nearest in the middle of the valley.
  Line feet() const {
    Line feet;
    for (const Bend& bend : bends_) feet.push_back(plain_.point(bend.place));
    return feet;
  }
  const std::vector<Line>& loops() const { return loops_; }  // cut off, from neck to neck

 private:
  struct Bend {
    terrawright_point at;
    double place;  // in the middle of the valley
  };

  // To the left of the way, where y points up.
  std::pair<double, double> normal(std::size_t i) const {
    const double dx = bends_[i + 1].at.x - bends_[i - 1].at.x, dy = bends_[i + 1].at.y - bends_[i - 1].at.y;
    const double length = std::sqrt(dx * dx + dy * dy);
    return length > 0 ? std::pair(-dy / length, dx / length) : std::pair(0.0, 0.0);
  }
  // Times the width; above 0 where it turns towards the normal.
  double curvature(std::size_t i) const {
    const terrawright_point &a = bends_[i - 1].at, &b = bends_[i].at, &c = bends_[i + 1].at;
    const double sides = distance_between(a, b) * distance_between(b, c) * distance_between(a, c);
    const double area = (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x);
    return sides > 0 ? std::clamp(2 * area / sides * width_, -0.7, 0.7) : 0.0;
  }
  // Moves a point, but not out of its room.
  void put(std::size_t i, const terrawright_point& to) {
    Bend& bend = bends_[i];
    bend.place = plain_.nearest(to, bend.place);
    const terrawright_point foot = plain_.point(bend.place);
    const double away = distance_between(foot, to), room = plain_.room_at(bend.place);
    bend.at = away > room ? along(foot, to, room / away) : to;
  }

  void migrate() {
    const double fading = terrawright_exp(-1.3);
    const std::size_t last = bends_.size() - 1;
    curved_.assign(bends_.size(), 0);
    for (std::size_t i = 1; i < last; ++i) curved_[i] = curvature(i);
    moved_.clear();
    double upstream = 0, before = 0;
    for (std::size_t i = 1; i < last; ++i) {
      upstream = upstream * fading + before * (1 - fading);
      before = 0.25 * curved_[i - 1] + 0.5 * curved_[i] + 0.25 * curved_[i + 1];
      const double near_end = std::min(1.0, static_cast<double>(std::min(i, last - i)) / 8);
      const double step = -0.5 * width_ * (2.5 * upstream - before) * near_end;
      const auto [nx, ny] = normal(i);
      const double slower = towards_edge(i, nx * step, ny * step);
      const terrawright_point &a = bends_[i - 1].at, &b = bends_[i].at, &c = bends_[i + 1].at;
      moved_.push_back(
          {0.05 * (a.x + c.x) + 0.9 * b.x + nx * step * slower, 0.05 * (a.y + c.y) + 0.9 * b.y + ny * step * slower});
    }
    for (std::size_t i = 1; i < last; ++i) put(i, moved_[i - 1]);
  }
  // The share of a step that is left where it leads to the edge of the plain: none at the edge.
  double towards_edge(std::size_t i, double dx, double dy) const {
    const terrawright_point &at = bends_[i].at, foot = plain_.point(bends_[i].place);
    const double ex = at.x - foot.x, ey = at.y - foot.y, room = plain_.room_at(bends_[i].place);
    if (!(ex * dx + ey * dy > 0) || !(room > 0)) return 1;
    return std::max(0.0, 1 - (ex * ex + ey * ey) / (room * room));
  }
  // The river breaks through where it comes near to itself.
  void cut_necks() {
    constexpr std::size_t shortest = 6, longest = 80;  // loops, in widths
    for (std::size_t i = 1; i + shortest + 1 < bends_.size(); ++i) {
      for (std::size_t j = std::min(i + longest, bends_.size() - 2); j > i + shortest; --j) {
        if (distance_between(bends_[i].at, bends_[j].at) >= 1.3 * width_) continue;
        Line& loop = loops_.emplace_back();
        for (std::size_t k = i; k <= j; ++k) loop.push_back(bends_[k].at);
        bends_.erase(bends_.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                     bends_.begin() + static_cast<std::ptrdiff_t>(j));
        break;
      }
    }
  }
  // Points a width apart.
  void space_out() {
    double length = 0;
    for (std::size_t i = 1; i < bends_.size(); ++i) length += distance_between(bends_[i - 1].at, bends_[i].at);
    const auto pieces = static_cast<std::size_t>(std::max(2.0, std::floor(length / width_ + 0.5)));
    std::vector<Bend> spaced = {bends_.front()};
    double gone = 0;
    std::size_t i = 1;
    for (std::size_t n = 1; n < pieces; ++n) {
      const double wanted = length * static_cast<double>(n) / static_cast<double>(pieces);
      double step = distance_between(bends_[i - 1].at, bends_[i].at);
      while (gone + step < wanted && i + 1 < bends_.size()) {
        gone += step;
        ++i;
        step = distance_between(bends_[i - 1].at, bends_[i].at);
      }
      const double share = step > 0 ? std::min((wanted - gone) / step, 1.0) : 0.0;
      const Bend &a = bends_[i - 1], &b = bends_[i];
      spaced.push_back({along(a.at, b.at, share), a.place + (b.place - a.place) * share});
    }
    spaced.push_back(bends_.back());
    bends_.swap(spaced);
  }

  Floodplain plain_;
  double width_;
  std::vector<Bend> bends_;
  std::vector<terrawright_point> moved_;
  std::vector<double> curved_;
  std::vector<Line> loops_;
};

}  // namespace terrawright::water
