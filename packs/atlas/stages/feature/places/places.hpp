// SPDX-License-Identifier: Apache-2.0
// Settlements: the ground around them, their candidates, and which of those are taken.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "feature/feature_grid.hpp"
#include "terrawright/table_view.hpp"

namespace terrawright::feature {

// Surroundings of a place: the amount of land, its slope, and the nearest features.

// Properties of the land, block by block.
struct Ground {
  FeatureGrid grid;
  std::vector<std::uint8_t> land, forest, desert;  // `land`: dry, no lake
  std::vector<std::uint8_t> sea;
  std::vector<float> height;
};

class Surroundings {
 public:
  explicit Surroundings(const Ground& ground) : ground_(ground), grid_(ground.grid), sea_(ground.sea, grid_) {}

  // The share of blocks within so many metres that are no sea.
  double land(const terrawright_point& at, double metres) const {
    const std::size_t c = grid_.block_at(at);
    std::int64_t all = 0;
    const std::int64_t sea = sea_.count(grid_.x(c), grid_.y(c), Disk(static_cast<double>(reach(metres)), grid_), all);
    return all == 0 ? 0 : static_cast<double>(all - sea) / static_cast<double>(all);
  }

  // The nearest block that has a flag, within so many metres; none: SIZE_MAX.
  std::size_t nearest(const std::vector<std::uint8_t>& flags, std::size_t c, double metres) const {
    return nearest_set(flags, c, grid_, reach(metres), reach(metres) * reach(metres) + 1);
  }

  // Rise over run, over a kilometre.
  double slope(std::size_t c) const {
    const std::int64_t step = reach(500);
    const std::int64_t x = grid_.x(c), y = grid_.y(c);
    const auto difference = [&](std::int64_t x0, std::int64_t y0, std::int64_t x1, std::int64_t y1) {
      const double apart = static_cast<double>(std::max(x1 - x0, y1 - y0)) * grid_.metres();
      const double rise = static_cast<double>(ground_.height[grid_.at(x1, y1)] - ground_.height[grid_.at(x0, y0)]);
      return apart > 0 ? rise / apart : 0.0;
    };
    const double across = difference(std::max(std::int64_t{0}, x - step), y, std::min(grid_.width - 1, x + step), y);
    const double down = difference(x, std::max(std::int64_t{0}, y - step), x, std::min(grid_.height - 1, y + step));
    return std::sqrt(across * across + down * down);
  }

 private:
  std::int64_t reach(double metres) const { return std::max(std::int64_t{1}, grid_.blocks(metres)); }

  const Ground& ground_;
  const FeatureGrid& grid_;
  RowSums sea_;
};

// Reaches of rivers with their courses, as feature.courses gives them.

struct RiverReach {
  std::int64_t number, next, course;  // `next`: the reach that it flows into; 0: none
  double discharge;
  enum class End { river, lake, sea, elsewhere } end;
  std::vector<terrawright_point> line;
};

inline std::vector<RiverReach> river_reaches(const TableView& table) {
  const auto* const number = table.integers("reach");
  const auto* const next = table.integers("next_reach");
  const auto* const course = table.integers("course");
  const double* const discharge = table.reals("discharge", "m3/s");
  const char* const* const ends_in = table.texts("ends_in");
  std::vector<RiverReach> all;
  for (std::size_t r = 0; r < table.rows(); ++r) {
    const std::string end = ends_in[r];
    using End = RiverReach::End;
    all.push_back({number[r],
                   next[r],
                   course[r],
                   discharge[r],
                   end == "lake"    ? End::lake
                   : end == "sea"   ? End::sea
                   : end == "river" ? End::river
                                    : End::elsewhere,
                   {table.line(r).begin(), table.line(r).end()}});
  }
  return all;
}

// Finds places for settlements: where a river meets the sea, a lake or another river, half-way along a great one, and
// at the heads of bays. Each has a worth.

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
        if (ground_.land[grid_.block_at({x, y})] != 0) add({x, y}, 1);
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
    std::size_t c = grid_.block_at(at);
    if (firm_[c] == 0) {
      std::size_t near = around_.nearest(firm_, c, 1500);
      if (near == SIZE_MAX && ground_.land[c] == 0) near = around_.nearest(ground_.land, c, 1500);
      if (near == SIZE_MAX && ground_.land[c] == 0) return;
      if (near != SIZE_MAX) {
        c = near;
        at = grid_.middle(c);
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

// Selects settlements among the candidates: the best first, with room around each.

// So many places of a rank, each so many metres from all that are before it, and each with so much of what the best
// place has for it: no town in a desert only because there was room.
struct Rank {
  std::int64_t count;
  double apart, share = 0;
};

struct Settled {
  std::size_t candidate;
  std::int64_t rank;  // from 1
};

// `candidates`: the best first. `cell`: metres. poll() is called for each of them.
template <class Poll>
std::vector<Settled> settled(const std::vector<Candidate>& candidates, const std::vector<Rank>& ranks, double cell,
                             Poll poll) {
  std::vector<Settled> all;
  std::vector<std::uint8_t> taken(candidates.size(), 0);
  for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
    const double least = ranks[rank].apart / cell;
    std::int64_t count = 0;
    for (std::size_t i = 0; i < candidates.size() && count < ranks[rank].count; ++i) {
      poll();
      bool is_free =
          taken[i] == 0 && candidates[i].score > 0 && candidates[i].score >= ranks[rank].share * candidates[0].score;
      for (std::size_t k = 0; k < all.size() && is_free; ++k) {
        const double dx = candidates[all[k].candidate].x - candidates[i].x;
        const double dy = candidates[all[k].candidate].y - candidates[i].y;
        is_free = dx * dx + dy * dy >= least * least;
      }
      if (!is_free) continue;
      taken[i] = 1;
      all.push_back({i, static_cast<std::int64_t>(rank) + 1});
      ++count;
    }
  }
  return all;
}

}  // namespace terrawright::feature
