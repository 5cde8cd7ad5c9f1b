// SPDX-License-Identifier: Apache-2.0
// Finds the cells with their middle in a polygon: even-odd, in whole numbers. So of two polygons which share an edge
// each cell is in exactly one.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

#include "terrawright/stage.hpp"

namespace source {

__extension__ typedef __int128 Wide;

constexpr std::int64_t parts_of_a_cell = std::int64_t{1} << 20;  // positions are whole numbers of such parts

// From the upper end to the lower one, whichever way it was drawn. Not a level one.
struct Edge {
  std::int64_t x0, y0, x1, y1;
  std::uint32_t polygon;

  bool crosses(std::int64_t y) const { return y0 <= y && y < y1; }  // in parts
  // The first cell whose middle is not left of the edge, in row y; exact.
  std::int64_t first_cell(std::int64_t y) const {
    const double slope = static_cast<double>(x1 - x0) / static_cast<double>(y1 - y0);
    const double about =
        (static_cast<double>(x0) + static_cast<double>(y - y0) * slope) / static_cast<double>(parts_of_a_cell);
    const double whole = std::floor(about + 0.5);
    const auto cell = static_cast<std::int64_t>(whole);
    if (std::abs(about - whole) > 1e-3) return about > whole ? cell + 1 : cell;
    const bool right = Wide{cell * parts_of_a_cell - x0} * (y1 - y0) >= Wide{y - y0} * (x1 - x0);
    return right ? cell : cell + 1;
  }
};

class Polygons {
 public:
  Polygons() = default;
  // For a world so many rows high. Edges are in the order of their polygons.
  Polygons(std::vector<Edge> edges, std::int64_t height) : edges_(std::move(edges)) {
    const auto row = [](std::int64_t y) { return y >= 0 ? y / parts_of_a_cell : -1; };
    const auto bands_of = [&](const Edge& e, auto take) {
      if (e.y1 <= 0 || e.y0 > (height - 1) * parts_of_a_cell) return;
      const std::int64_t first = std::max<std::int64_t>(row(e.y0), 0) / band_,
                         last = std::min(row(e.y1), height - 1) / band_;
      take(first, last);
    };
    // Taller bands where long edges would stand in too many.
    for (;; band_ *= 2) {
      std::int64_t entries = 0;
      for (const Edge& e : edges_) bands_of(e, [&](auto first, auto last) { entries += last - first + 1; });
      if (entries <= static_cast<std::int64_t>(8 * edges_.size()) + 4096 || band_ >= height) break;
    }
    starts_.assign(static_cast<std::size_t>((height + band_ - 1) / band_) + 1, 0);
    for (const Edge& e : edges_)
      bands_of(e, [&](auto first, auto last) {
        for (auto b = first; b <= last; ++b) ++starts_[static_cast<std::size_t>(b) + 1];
      });
    std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
    in_band_.resize(starts_.back());
    std::vector<std::size_t> next(starts_.begin(), starts_.end() - 1);
    for (std::uint32_t i = 0; i < edges_.size(); ++i)
      bands_of(edges_[i], [&](auto first, auto last) {
        for (auto b = first; b <= last; ++b) in_band_[next[static_cast<std::size_t>(b)]++] = i;
      });
  }

  bool empty() const { return edges_.empty(); }
  std::uint64_t bytes() const {
    return edges_.capacity() * sizeof edges_[0] + starts_.capacity() * sizeof starts_[0] +
           in_band_.capacity() * sizeof in_band_[0];
  }

  // Calls inside(polygon, from, to) for each run of cells of row y in a polygon, from `left` on and before `right`;
  // polygons in the order of the file, runs of one in no order.
  template <class Inside>
  void each_run(std::int64_t y, std::int64_t left, std::int64_t right, std::vector<std::int64_t>& crossings,
                const Inside& inside) const {
    const auto band = static_cast<std::size_t>(y / band_);
    const std::int64_t at = y * parts_of_a_cell;
    for (std::size_t k = starts_[band]; k < starts_[band + 1];) {
      const std::uint32_t polygon = edges_[in_band_[k]].polygon;
      crossings.clear();
      for (; k < starts_[band + 1] && edges_[in_band_[k]].polygon == polygon; ++k) {
        const Edge& e = edges_[in_band_[k]];
        if (e.crosses(at)) crossings.push_back(std::clamp(e.first_cell(at), left, right));
      }
      std::sort(crossings.begin(), crossings.end());
      for (std::size_t i = 0; i + 1 < crossings.size(); i += 2) {
        if (crossings[i] < crossings[i + 1]) inside(polygon, crossings[i], crossings[i + 1]);
      }
    }
  }

 private:
  std::vector<Edge> edges_;
  std::int64_t band_ = 16;  // rows
  std::vector<std::size_t> starts_;
  std::vector<std::uint32_t> in_band_;
};

}  // namespace source
