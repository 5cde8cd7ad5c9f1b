// SPDX-License-Identifier: Apache-2.0
// Courses: runs of rivers through lakes, and reaches to courses.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <set>
#include <tuple>
#include <vector>

#include "feature/feature_grid.hpp"

namespace terrawright::feature {

// Lakes as runs of cells in their rows, and which lake a cell is of. Lakes of cells that share a corner are one.

struct LakeRun {
  std::int64_t y, begin, end;  // cells begin .. end - 1
};

class LakeRuns {
 public:
  static constexpr std::uint32_t none = UINT32_MAX;

  LakeRuns() = default;
  // Runs of all tiles, in any order.
  explicit LakeRuns(std::vector<LakeRun> runs) : runs_(std::move(runs)), lake_(runs_.size()) {
    std::sort(runs_.begin(), runs_.end(),
              [](const LakeRun& a, const LakeRun& b) { return std::tie(a.y, a.begin) < std::tie(b.y, b.begin); });
    std::iota(lake_.begin(), lake_.end(), 0u);
    std::size_t above = 0;
    for (std::size_t i = 0; i < runs_.size(); ++i) {
      if (i > 0 && runs_[i - 1].y == runs_[i].y && runs_[i - 1].end == runs_[i].begin) join(i - 1, i);
      while (above < i && (runs_[above].y < runs_[i].y - 1 ||
                           (runs_[above].y == runs_[i].y - 1 && runs_[above].end < runs_[i].begin)))
        ++above;
      for (std::size_t j = above; j < i && runs_[j].y == runs_[i].y - 1 && runs_[j].begin <= runs_[i].end; ++j)
        join(j, i);
    }
    for (std::size_t i = 0; i < lake_.size(); ++i) lake_[i] = root_of(lake_, static_cast<std::uint32_t>(i));
  }

  // The lake of a cell: a number of its own, or none.
  std::uint32_t at(std::int64_t x, std::int64_t y) const {
    const auto after =
        std::upper_bound(runs_.begin(), runs_.end(), std::pair(y, x),
                         [](const auto& cell, const LakeRun& run) { return cell < std::pair(run.y, run.begin); });
    if (after == runs_.begin()) return none;
    const auto i = static_cast<std::size_t>(after - runs_.begin()) - 1;
    return runs_[i].y == y && x < runs_[i].end ? lake_[i] : none;
  }
  std::size_t size() const { return runs_.size(); }

 private:
  void join(std::size_t a, std::size_t b) {
    const std::uint32_t i = root_of(lake_, static_cast<std::uint32_t>(a)),
                        j = root_of(lake_, static_cast<std::uint32_t>(b));
    lake_[std::max(i, j)] = std::min(i, j);
  }

  std::vector<LakeRun> runs_;
  std::vector<std::uint32_t> lake_;  // of a run; the first run of the lake
};

// Reaches to courses: from its mouth up a river goes with the branch that has more water, and through lakes with the
// greatest river that flows in.
struct Reach {
  std::int64_t number, next;                // `next`: the number of the reach that it flows into; 0: none
  std::int64_t from_x, from_y, to_x, to_y;  // its first cell, and the one that its last cell drains to
  double discharge;                         // at its end
  bool ends_in_lake;
};

constexpr std::size_t no_reach = SIZE_MAX;

// For each reach the one below it, through a lake as well; no_reach at a mouth. poll() is called for each.
template <class Poll>
std::vector<std::size_t> reaches_below(const std::vector<Reach>& reaches, const LakeRuns& lakes, Poll poll) {
  std::vector<std::pair<std::int64_t, std::size_t>> by_number;
  for (std::size_t r = 0; r < reaches.size(); ++r) by_number.emplace_back(reaches[r].number, r);
  std::sort(by_number.begin(), by_number.end());
  std::vector<std::size_t> below(reaches.size(), no_reach);
  std::vector<std::uint8_t> is_fed(reaches.size(), 0);
  for (std::size_t r = 0; r < reaches.size(); ++r) {
    if (reaches[r].next == 0) continue;
    const auto found = std::lower_bound(by_number.begin(), by_number.end(), std::pair(reaches[r].next, std::size_t{0}));
    if (found == by_number.end() || found->first != reaches[r].next) continue;
    below[r] = found->second;
    is_fed[found->second] = 1;
  }
  // Possible outflows of each lake: reaches that begin beside it. Those that no other reach feeds come first, then the
  // greatest: a lake's water is more than that of any spring on its shore.
  std::vector<std::tuple<std::uint32_t, std::uint8_t, double, std::size_t>> leaving;
  for (std::size_t r = 0; r < reaches.size() && lakes.size() != 0; ++r) {
    poll();
    std::set<std::uint32_t> beside;
    for (std::int64_t k = 0; k < 9; ++k)
      beside.insert(lakes.at(reaches[r].from_x - 1 + k % 3, reaches[r].from_y - 1 + k / 3));
    beside.erase(LakeRuns::none);
    for (const std::uint32_t lake : beside) leaving.emplace_back(lake, is_fed[r], -reaches[r].discharge, r);
  }
  std::sort(leaving.begin(), leaving.end());
  for (std::size_t r = 0; r < reaches.size(); ++r) {
    if (below[r] != no_reach || !reaches[r].ends_in_lake) continue;
    const std::uint32_t lake = lakes.at(reaches[r].to_x, reaches[r].to_y);
    if (lake == LakeRuns::none) continue;
    for (auto out = std::lower_bound(leaving.begin(), leaving.end(),
                                     std::tuple(lake, std::uint8_t{0}, -1e300, std::size_t{0}));
         out != leaving.end() && std::get<0>(*out) == lake; ++out) {
      const std::size_t candidate = std::get<3>(*out);
      if (candidate == r || reaches[candidate].discharge < reaches[r].discharge) continue;
      below[r] = candidate;
      break;
    }
  }
  return below;
}

struct Course {
  std::vector<std::size_t> reaches;  // from the source to the mouth
  std::size_t into = no_reach;       // the course that it joins
};

// All courses, the greatest at its mouth first, then row by row by the mouth; each reach is in one of them.
inline std::vector<Course> courses_of(const std::vector<Reach>& reaches, std::vector<std::size_t> below) {
  // More water carries the name on; of equals the one of the smaller number, which begins first row by row.
  const auto greater = [&](std::size_t a, std::size_t b) {
    return std::tuple(-reaches[a].discharge, reaches[a].number, a) <
           std::tuple(-reaches[b].discharge, reaches[b].number, b);
  };
  // A lake whose waters run in a ring is no river: such a ring is cut at its first reach.
  std::vector<std::uint8_t> state(reaches.size(), 0);
  for (std::size_t r = 0; r < reaches.size(); ++r) {
    std::size_t at = r;
    while (state[at] == 0) {
      state[at] = 1;
      if (below[at] == no_reach) break;
      if (state[below[at]] == 1) below[at] = no_reach;
      if (below[at] == no_reach) break;
      at = below[at];
    }
    for (at = r; at != no_reach && state[at] == 1; at = below[at]) state[at] = 2;
  }
  std::vector<std::size_t> main(reaches.size(), no_reach);  // of what flows into a reach the greatest
  for (std::size_t r = 0; r < reaches.size(); ++r) {
    if (below[r] == no_reach) continue;
    std::size_t& best = main[below[r]];
    if (best == no_reach || greater(r, best)) best = r;
  }
  std::vector<Course> courses;
  std::vector<std::size_t> mouths;
  for (std::size_t r = 0; r < reaches.size(); ++r) {
    if (below[r] == no_reach || main[below[r]] != r) mouths.push_back(r);
  }
  std::sort(mouths.begin(), mouths.end(), [&](std::size_t a, std::size_t b) {
    return std::tuple(-reaches[a].discharge, reaches[a].to_y, reaches[a].to_x, reaches[a].number) <
           std::tuple(-reaches[b].discharge, reaches[b].to_y, reaches[b].to_x, reaches[b].number);
  });
  std::vector<std::size_t> course(reaches.size(), no_reach);
  for (const std::size_t mouth : mouths) {
    Course& one = courses.emplace_back();
    for (std::size_t r = mouth; r != no_reach; r = main[r]) {
      one.reaches.push_back(r);
      course[r] = courses.size() - 1;
    }
    std::reverse(one.reaches.begin(), one.reaches.end());
  }
  for (Course& one : courses) {
    const std::size_t next = below[one.reaches.back()];
    if (next != no_reach) one.into = course[next];
  }
  return courses;
}

}  // namespace terrawright::feature
