// SPDX-License-Identifier: Apache-2.0
// Finds places for settlements: where a river meets the sea, a lake or another river, half-way along a great one, and
// at the heads of bays. Each has a worth.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

#include "river_reaches.hpp"
#include "surroundings.hpp"

namespace terrawright::feature {

struct Candidate {
  double x, y;  // cells
  double score;
  bool harbour;
};

class Settling {
 public:
  explicit Settling(const Ground& ground) : ground_(ground), grid_(ground.grid), around_(ground), firm_(ground.land) {
    // No town on a rock in the water or a spit.
    for (std::size_t c = 0; c < firm_.size(); ++c) {
      int dry = 0;
      for (std::int64_t dy = -1; dy <= 1; ++dy) {
        for (std::int64_t dx = -1; dx <= 1; ++dx) {
          const std::int64_t x = grid_.x(c) + dx, y = grid_.y(c) + dy;
          dry += !grid_.has(x, y) || ground.land[grid_.at(x, y)] != 0 ? 1 : 0;
        }
      }
      if (dry < 6) firm_[c] = 0;
    }
  }

  // poll() is called for each reach and course.
  template <class Poll>
  void rivers(const std::vector<RiverReach>& reaches, Poll poll) {
    std::map<std::int64_t, std::size_t> row;
    std::map<std::int64_t, std::vector<std::size_t>> of_course;
    for (std::size_t r = 0; r < reaches.size(); ++r) {
      row[reaches[r].number] = r;
      of_course[reaches[r].course].push_back(r);
    }
    for (const RiverReach& reach : reaches) {
      poll();
      if (reach.line.size() < 2) continue;
      // The last point is the cell that the water flows into.
      const terrawright_point& mouth = reach.line[reach.line.size() - 2];
      const double wide = std::sqrt(reach.discharge);
      if (reach.end == RiverReach::End::sea) add(mouth, 3.2 * wide * (0.6 + around_.land(mouth, 6000)));
      if (reach.end == RiverReach::End::lake) add(mouth, 1.2 * wide);
      const auto next = row.find(reach.next);
      if (next != row.end() && reaches[next->second].course != reach.course && reach.discharge > 8)
        add(reach.line.back(), 1.7 * wide);
    }
    for (const auto& [course, of] : of_course) {
      poll();
      middle(reaches, of);
    }
  }

  // Heads of bays; `share`: percent of land around.
  void bay(const terrawright_point& head, double share) { add(head, 7 * std::max(0.0, share - 50) / 50); }

  // If there are neither rivers nor bays: the middles of squares. poll() is called for each row of them.
  template <class Poll>
  void anywhere(double metres, Poll poll) {
    const double step = std::max(1.0, metres / grid_.cell);
    const auto first = [&](std::int64_t cells) { return std::min(step / 2, static_cast<double>(cells - 1) / 2); };
    for (double y = first(grid_.world_height); y < static_cast<double>(grid_.world_height); y += step) {
      poll();
      for (double x = first(grid_.world_width); x < static_cast<double>(grid_.world_width); x += step) {
        if (ground_.land[around_.block(x, y)] != 0) add({x, y}, 1);
      }
    }
  }

  // The best first; of equals the first row by row.
  std::vector<Candidate> all() const {
    std::vector<Candidate> sorted = all_;
    std::stable_sort(sorted.begin(), sorted.end(), [](const Candidate& a, const Candidate& b) {
      return std::tuple(-a.score, a.y, a.x) < std::tuple(-b.score, b.y, b.x);
    });
    return sorted;
  }

 private:
  // Half-way along a course of more than 30 km.
  void middle(const std::vector<RiverReach>& reaches, std::vector<std::size_t> of) {
    std::sort(of.begin(), of.end(),
              [&](std::size_t a, std::size_t b) { return reaches[a].discharge < reaches[b].discharge; });
    double whole = 0;
    const auto steps = [&](auto take) {
      for (const std::size_t r : of) {
        const auto& line = reaches[r].line;
        for (std::size_t i = 1; i < line.size(); ++i) {
          const double dx = line[i].x - line[i - 1].x, dy = line[i].y - line[i - 1].y;
          if (!take(std::sqrt(dx * dx + dy * dy) * grid_.cell, line[i], reaches[r].discharge)) return;
        }
      }
    };
    steps([&](double step, const terrawright_point&, double) {
      whole += step;
      return true;
    });
    if (!(whole > 30000)) return;
    double passed = 0;
    steps([&](double step, const terrawright_point& at, double discharge) {
      passed += step;
      if (passed < whole / 2) return true;
      add(at, 1.2 * std::sqrt(discharge));
      return false;
    });
  }

  // On dry land beside it, if there is any near.
  void add(terrawright_point at, double score) {
    std::size_t c = around_.block(at.x, at.y);
    if (firm_[c] == 0) {
      std::size_t near = around_.nearest(firm_, c, 1500);
      if (near == SIZE_MAX && ground_.land[c] == 0) near = around_.nearest(ground_.land, c, 1500);
      if (near == SIZE_MAX && ground_.land[c] == 0) return;
      if (near != SIZE_MAX) {
        c = near;
        at = {grid_.cell_x(static_cast<double>(grid_.x(c))), grid_.cell_y(static_cast<double>(grid_.y(c)))};
      }
    }
    score /= 1 + 8 * around_.slope(c);
    if (ground_.forest[c] != 0) score *= 0.8;
    if (ground_.desert[c] != 0) score *= 0.4;
    if (ground_.height[c] > 900.0f) score *= 0.5;
    all_.push_back({at.x, at.y, score, around_.nearest(ground_.sea, c, 1500) != SIZE_MAX});
  }

  const Ground& ground_;
  const FeatureGrid& grid_;
  Surroundings around_;
  std::vector<std::uint8_t> firm_;
  std::vector<Candidate> all_;
};

}  // namespace terrawright::feature
