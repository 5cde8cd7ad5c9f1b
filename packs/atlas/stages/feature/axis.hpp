// SPDX-License-Identifier: Apache-2.0
// axis.hpp: the line along the middle of a patch, on which its name is written. Its ends are the two blocks that are
// farthest apart inside the patch; between them it goes where there is most room.
//
// Thinning to a skeleton and taking its longest path gives much the same, with branches wherever the outline is rough.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "feature/patches.hpp"

namespace terrawright::feature {

// How long a line is, and where its middle.

struct AxisPoint {
  double x, y;  // in cells of the world
};

inline double length_of(const std::vector<AxisPoint>& line, double cell) {
  double length = 0;
  for (std::size_t i = 1; i < line.size(); ++i) {
    const double dx = line[i].x - line[i - 1].x, dy = line[i].y - line[i - 1].y;
    length += std::sqrt(dx * dx + dy * dy);
  }
  return length * cell / 1000;  // km
}

// The place half-way along a line.
inline AxisPoint middle_of(const std::vector<AxisPoint>& line) {
  double left = length_of(line, 1000.0) / 2;
  for (std::size_t i = 1; i < line.size(); ++i) {
    const double dx = line[i].x - line[i - 1].x, dy = line[i].y - line[i - 1].y, step = std::sqrt(dx * dx + dy * dy);
    if (step >= left && step > 0) return {line[i - 1].x + dx * (left / step), line[i - 1].y + dy * (left / step)};
    left -= step;
  }
  return line.back();
}

class Axes {
 public:
  Axes(const Patches& patches, const std::vector<std::int32_t>& squared, const FeatureGrid& grid)
      : patches_(patches),
        squared_(squared),
        grid_(grid),
        cost_(grid.size(), unknown),
        from_(grid.size()),
        ways_(256) {}

  // From the western end; at least two places.
  std::vector<AxisPoint> of(std::uint32_t patch) {
    const Items<std::uint32_t> blocks = patches_[patch];
    std::int32_t widest = 0;
    for (const std::uint32_t c : blocks) widest = std::max(widest, squared_[c]);
    const std::uint32_t far = farthest(patch, blocks[0], 0), end = farthest(patch, far, 0);
    farthest(patch, far, widest);
    std::vector<std::uint32_t> path = {end};
    while (path.back() != far) path.push_back(from_[path.back()]);
    forget(patch);
    if (std::pair(grid_.x(end), grid_.y(end)) > std::pair(grid_.x(far), grid_.y(far)))
      std::reverse(path.begin(), path.end());
    return line_of(path, patch, widest);
  }

 private:
  static constexpr std::uint32_t unknown = UINT32_MAX;

  // The last block that is reached, of equals the first; costs and ways to all stay. Steps are 5 long, diagonal ones 7;
  // where `widest` is given, those near the outline are up to 32 times as long as they are.
  std::uint32_t farthest(std::uint32_t patch, std::uint32_t start, std::int32_t widest) {
    forget(patch);
    cost_[start] = 0;
    ways_[0].push_back(start);
    std::uint32_t last = start;
    std::size_t waiting = 1;
    for (std::uint32_t cost = 0; waiting > 0; ++cost) {
      auto& now = ways_[cost % ways_.size()];
      std::uint32_t first = unknown;
      for (std::size_t i = 0; i < now.size(); ++i) {
        const std::uint32_t c = now[i];
        if (cost_[c] != cost) continue;
        first = std::min(first, c);
        const std::int64_t x = grid_.x(c), y = grid_.y(c);
        for (int k = 0; k < 9; ++k) {
          const std::int64_t nx = x + k % 3 - 1, ny = y + k / 3 - 1;
          if (k == 4 || !grid_.has(nx, ny)) continue;
          const std::size_t n = grid_.at(nx, ny);
          if (patches_.of[n] != patch) continue;
          const std::uint32_t dearer = cost + (k % 2 == 0 ? 7u : 5u) * dearness(squared_[n], widest);
          if (dearer >= cost_[n]) continue;
          cost_[n] = dearer;
          from_[n] = c;
          ways_[dearer % ways_.size()].push_back(static_cast<std::uint32_t>(n));
          ++waiting;
        }
      }
      if (first != unknown) last = first;
      waiting -= now.size();
      now.clear();
    }
    return last;
  }
  // Twice how often the room here goes into the most room that there is.
  static std::uint32_t dearness(std::int32_t squared, std::int32_t widest) {
    if (widest == 0) return 1;
    const double ratio = 4.0 * static_cast<double>(widest) / static_cast<double>(squared);
    return static_cast<std::uint32_t>(std::min(std::sqrt(ratio), 32.0));
  }
  void forget(std::uint32_t patch) {
    for (const std::uint32_t c : patches_[patch]) cost_[c] = unknown;
  }

  // Means along the path, over as many blocks as the patch is wide where it is widest, where they stay inside; a place
  // for every few blocks.
  std::vector<AxisPoint> line_of(const std::vector<std::uint32_t>& path, std::uint32_t patch,
                                 std::int32_t widest) const {
    const std::size_t n = path.size();
    if (n == 1) {
      const auto x = static_cast<double>(grid_.x(path[0])), y = static_cast<double>(grid_.y(path[0]));
      return {{grid_.cell_x(x) - 0.25, grid_.cell_y(y)}, {grid_.cell_x(x) + 0.25, grid_.cell_y(y)}};
    }
    std::vector<std::int64_t> sum_x(n + 1, 0), sum_y(n + 1, 0);
    for (std::size_t i = 0; i < n; ++i) {
      sum_x[i + 1] = sum_x[i] + grid_.x(path[i]);
      sum_y[i + 1] = sum_y[i] + grid_.y(path[i]);
    }
    const auto room = static_cast<std::size_t>(std::sqrt(static_cast<double>(widest))) + 1;
    const std::size_t step = std::max<std::size_t>(1, n / 64);
    std::vector<AxisPoint> line;
    for (std::size_t i = 0; i < n; i = i + 1 == n ? n : std::min(i + step, n - 1)) {
      std::size_t side = std::min({room, i, n - 1 - i});
      double x = 0, y = 0;
      for (;; side /= 2) {
        const auto count = static_cast<double>(2 * side + 1);
        x = static_cast<double>(sum_x[i + side + 1] - sum_x[i - side]) / count;
        y = static_cast<double>(sum_y[i + side + 1] - sum_y[i - side]) / count;
        if (patches_.of[grid_.at(static_cast<std::int64_t>(x + 0.5), static_cast<std::int64_t>(y + 0.5))] == patch)
          break;
      }
      line.push_back({grid_.cell_x(x), grid_.cell_y(y)});
    }
    return line;
  }

  const Patches& patches_;
  const std::vector<std::int32_t>& squared_;
  const FeatureGrid& grid_;
  std::vector<std::uint32_t> cost_, from_;
  std::vector<std::vector<std::uint32_t>> ways_;  // by their costs, modulo 256
};

}  // namespace terrawright::feature
