// SPDX-License-Identifier: Apache-2.0
// meanders.hpp: rivers on plains wander from side to side; what they cut off are oxbow lakes.
//
// Source: Howard & Knutson 1984, Sufficient conditions for river meandering: banks move by the curvature here and by
// that of all bends upstream, which fades along the river.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "river_line.hpp"
#include "terrawright/exact_math.h"
#include "terrawright/random.h"

namespace terrawright::water {

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
