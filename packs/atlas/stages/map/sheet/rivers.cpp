// SPDX-License-Identifier: Apache-2.0
#include "rivers.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "generalise.hpp"

namespace terrawright::map {
namespace {

constexpr double spring = 500;  // 1/100 mm over which a river grows from its spring
constexpr double shortest_river = 300;
constexpr double into_lake = 25;  // beyond the shore

// Where a line goes on to from an end beside the shore of a lake; `lake` none: it has no such end.
struct WayIn {
  std::size_t lake = SIZE_MAX;
  Spot to = {0, 0};
  explicit operator bool() const { return lake != SIZE_MAX; }
};
WayIn way_in(const Spot& end, const Lines& lakes, double beside) {
  double least = beside * beside;
  WayIn way;
  for (std::size_t n = 0; n < lakes.size(); ++n) {
    const std::vector<Spot>& shore = lakes[n].spots;
    for (std::size_t i = 0; i < shore.size(); ++i) {
      const Spot &a = shore[i], &b = shore[(i + 1) % shore.size()];
      const double dx = b.x - a.x, dy = b.y - a.y, length = dx * dx + dy * dy;
      if (length <= 0) continue;
      const double along = std::clamp(((end.x - a.x) * dx + (end.y - a.y) * dy) / length, 0.0, 1.0);
      const Spot nearest{a.x + along * dx, a.y + along * dy};
      const double off_x = nearest.x - end.x, off_y = nearest.y - end.y, off = off_x * off_x + off_y * off_y;
      if (off >= least) continue;
      least = off;
      // Water lies to the right of a shore.
      const double right = into_lake / std::sqrt(length);
      way = {n, {nearest.x - dy * right, nearest.y + dx * right}};
    }
  }
  return way;
}

}  // namespace

double river_width(double discharge) { return std::clamp(10 + 5.2 * std::sqrt(discharge), 12.0, 110.0); }

std::vector<River> rivers_of(const std::vector<Reach>& reaches, const Lines& lakes, double beside) {
  const std::size_t n = reaches.size();
  // The branch that goes on at the head of each reach: the one with most water, the first of several.
  std::vector<std::int64_t> branch(n, -1);
  for (std::size_t i = 0; i < n; ++i) {
    const std::int64_t next = reaches[i].next;
    if (next < 0) continue;
    std::int64_t& best = branch[static_cast<std::size_t>(next)];
    if (best < 0 || reaches[i].discharge > reaches[static_cast<std::size_t>(best)].discharge)
      best = static_cast<std::int64_t>(i);
  }
  std::vector<River> rivers;
  std::vector<bool> joined(lakes.size(), false);
  for (std::size_t i = 0; i < n; ++i) {
    const std::int64_t next = reaches[i].next;
    if (next >= 0 && branch[static_cast<std::size_t>(next)] == static_cast<std::int64_t>(i)) continue;  // goes on
    std::vector<std::size_t> chain;
    for (auto k = static_cast<std::int64_t>(i); k >= 0 && chain.size() <= n; k = branch[static_cast<std::size_t>(k)])
      chain.push_back(static_cast<std::size_t>(k));
    std::reverse(chain.begin(), chain.end());
    River river;
    for (const std::size_t k : chain) {
      const double width = river_width(reaches[k].discharge);
      for (const Spot& spot : reaches[k].spots) {
        if (!river.line.spots.empty() && spot.x == river.line.spots.back().x && spot.y == river.line.spots.back().y)
          continue;
        river.line.spots.push_back(spot);
        river.widths.push_back(width);
      }
    }
    if (river.line.spots.empty()) continue;
    const WayIn source = way_in(river.line.spots.front(), lakes, beside);
    if (!source && length_of(river.line) < shortest_river) continue;
    if (source) {
      river.line.spots.insert(river.line.spots.begin(), source.to);
      river.widths.insert(river.widths.begin(), river.widths.front());
      joined[source.lake] = true;
    }
    const WayIn mouth = reaches[chain.back()].next < 0 ? way_in(river.line.spots.back(), lakes, beside) : WayIn();
    if (mouth) {
      river.line.spots.push_back(mouth.to);
      river.widths.push_back(river.widths.back());
      joined[mouth.lake] = true;
    }
    const Line wandering = smoothed_along(river.line, 1.6);
    // Even steps, so that widths can be read along the line.
    std::vector<double> gone{0};
    for (std::size_t s = 1; s < wandering.spots.size(); ++s) {
      const double dx = wandering.spots[s].x - wandering.spots[s - 1].x,
                   dy = wandering.spots[s].y - wandering.spots[s - 1].y;
      gone.push_back(gone.back() + std::sqrt(dx * dx + dy * dy));
    }
    River drawn;
    drawn.line = rounded_off(simplified(wandering, 40), 2);
    const double scale = gone.back() / std::max(length_of(drawn.line), 1e-9);
    double at = 0;
    std::size_t s = 0;
    for (std::size_t p = 0; p < drawn.line.spots.size(); ++p) {
      if (p > 0) {
        const double dx = drawn.line.spots[p].x - drawn.line.spots[p - 1].x;
        const double dy = drawn.line.spots[p].y - drawn.line.spots[p - 1].y;
        at += std::sqrt(dx * dx + dy * dy) * scale;
      }
      while (s + 1 < gone.size() && gone[s + 1] <= at) ++s;
      drawn.widths.push_back(river.widths[s]);
    }
    // Widths grow little by little, never fall, and begin as a hair but below a lake.
    const Line& line = drawn.line;
    std::vector<double> even(drawn.widths.size());
    for (std::size_t p = 0; p < even.size(); ++p) {
      double sum = 0;
      int count = 0;
      for (std::size_t q = p < 6 ? 0 : p - 6; q < std::min(p + 7, even.size()); ++q) sum += drawn.widths[q], ++count;
      even[p] = std::max(sum / count, p == 0 ? 0.0 : even[p - 1]);
    }
    double from = 0;
    for (std::size_t p = 0; p < even.size(); ++p) {
      if (p > 0) {
        const double dx = line.spots[p].x - line.spots[p - 1].x, dy = line.spots[p].y - line.spots[p - 1].y;
        from += std::sqrt(dx * dx + dy * dy);
      }
      drawn.widths[p] = even[p] * (source ? 1 : 0.35 + 0.65 * std::min(from / spring, 1.0));
    }
    rivers.push_back(std::move(drawn));
  }
  // A lake on the bank of a river flows out into it at once.
  for (std::size_t i = 0; i < n; ++i) {
    if (branch[i] < 0 || reaches[i].spots.empty()) continue;
    const WayIn source = way_in(reaches[i].spots.front(), lakes, beside);
    if (!source || joined[source.lake]) continue;
    const double width = river_width(0);
    rivers.push_back({{{source.to, reaches[i].spots.front()}, false}, {width, width}});
    joined[source.lake] = true;
  }
  return rivers;
}

void draw(const std::vector<River>& rivers, Colour colour, DisplayList& list) {
  // Strokes of one width each, all of a width at once; round ends join them.
  std::map<std::int32_t, Path> by_width;
  for (const River& river : rivers) {
    const std::vector<Spot>& s = river.line.spots;
    for (std::size_t i = 0; i + 1 < s.size();) {
      const auto width = [&](std::size_t k) { return rounded((river.widths[k] + river.widths[k + 1]) / 4) * 2; };
      const std::int32_t now = width(i);
      Line run;
      run.spots.push_back(s[i]);
      while (i + 1 < s.size() && width(i) == now) run.spots.push_back(s[++i]);
      add(by_width[now], run);
    }
  }
  for (const auto& [width, path] : by_width) {
    if (!path.empty()) list.line(path, {width, colour});
  }
}

}  // namespace terrawright::map
