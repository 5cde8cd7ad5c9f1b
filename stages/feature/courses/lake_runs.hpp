// SPDX-License-Identifier: Apache-2.0
// Lakes as runs of cells in their rows, and which lake a cell is of. Lakes of cells that share a corner are one.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <tuple>
#include <vector>

namespace terrawright::feature {

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
    for (std::size_t i = 0; i < lake_.size(); ++i) lake_[i] = root(static_cast<std::uint32_t>(i));
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
  std::uint32_t root(std::uint32_t i) {
    while (lake_[i] != i) i = lake_[i] = lake_[lake_[i]];
    return i;
  }
  void join(std::size_t a, std::size_t b) {
    const std::uint32_t i = root(static_cast<std::uint32_t>(a)), j = root(static_cast<std::uint32_t>(b));
    lake_[std::max(i, j)] = std::min(i, j);
  }

  std::vector<LakeRun> runs_;
  std::vector<std::uint32_t> lake_;  // of a run; the first run of the lake
};

}  // namespace terrawright::feature
