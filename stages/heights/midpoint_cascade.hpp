// SPDX-License-Identifier: Apache-2.0
// Any rectangle of midpoint displacement by itself: every level makes its rows when the finer one needs them.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "displacement.hpp"
#include "lattice.hpp"
#include "stretched.hpp"

namespace terrawright::heights {

// All that decides the heights of midpoint displacement, worked out before any cell exists.

// Base of a block's centre: the mean of its four corners, or of its four displaced edge midpoints.
enum class CentreFrom { corners, edges };

struct MidpointSurface : Surface {
  CentreFrom centre_from = CentreFrom::corners;
};

inline namespace HEIGHTS_STAGE {

// One level of midpoint displacement: from the rows of the coarser lattice to the rows of the finer, top to bottom.
// A point rests on the corners of its own block alone, so no tile needs cells beyond its blocks.

HEIGHTS_FOR_EACH_PROCESSOR
void mean_of_two(float* __restrict line, int count, const float* a, const float* b) {
  for (int i = 0; i < count; ++i) line[i] = (a[i] + b[i]) * 0.5f;
}

}  // namespace HEIGHTS_STAGE

class MidpointLevel {
 public:
  // The level that makes lattice `halvings` (1 is the first), for its points `columns` x `rows`.
  MidpointLevel(const MidpointSurface& surface, int halvings, Span columns, Span rows)
      : surface_(&surface),
        amplitude_(surface.amplitudes[static_cast<std::size_t>(halvings - 1)].centre_step),
        columns_(columns),
        nodes_(blocks_of(columns), blocks_of(rows)),
        top_(nodes_.columns(), nodes_.rows()),
        displacement_(surface.stream, surface.distribution,
                      static_cast<std::uint32_t>(surface.lattice.first_level + halvings - 1),
                      {2 * nodes_.rows().first, 2 * nodes_.rows().last}, ~std::uint32_t{0}),
        left_(static_cast<std::size_t>(nodes_.columns().size())),
        centre_(left_.size()) {}

  Span node_columns() const { return nodes_.columns(); }
  Span node_rows() const { return nodes_.rows(); }

  // Row y; rows are asked for from top to bottom. coarser(j, cells) makes node row j.
  template <class Coarser>
  void row(std::int32_t y, float lowest, float* out, Coarser coarser) {
    const Span all = nodes_.columns();
    const std::int32_t j = half_below(y), blocks = all.size() - 1;
    nodes_.need(half_above(y), [&](std::int32_t k, float* cells) {
      coarser(k, cells);
      mean_of_two(top_.at(k, all.first), blocks, cells, cells + 1);
      displace(top_.at(k, all.first), blocks, 2 * k, 1);
    });
    const float *above = nodes_.at(j, all.first), *top = top_.at(j, all.first);
    const std::int32_t evens_from = evens_in(columns_).first - all.first;
    if (y % 2 == 0) return weave(columns_, above + evens_from, top, lowest, out);

    const float *below = nodes_.at(j + 1, all.first), *bottom = top_.at(j + 1, all.first), *left = left_.data();
    mean_of_two(left_.data(), all.size(), above, below);
    displace(left_.data(), all.size(), y, 0);
    const bool from_corners = surface_->centre_from == CentreFrom::corners;
    mean_of_four(centre_.data(), blocks,
                 from_corners ? Near{above, above + 1, below, below + 1} : Near{top, bottom, left, left + 1});
    displace(centre_.data(), blocks, y, 1);
    weave(columns_, left + evens_from, centre_.data(), lowest, out);
  }

 private:
  // The nodes at the corners of the blocks that the points lie in.
  static Span blocks_of(Span points) { return {half_below(points.first), half_above(points.last)}; }

  // Every second point of row y, of the given parity.
  void displace(float* cells, int count, std::int32_t y, std::int32_t parity) const {
    const auto first = static_cast<std::uint32_t>(2 * nodes_.columns().first + parity);
    displacement_.add(cells, count, y, {first, ~std::uint32_t{0}}, amplitude_);
  }

  const MidpointSurface* surface_;
  float amplitude_;
  Span columns_;
  RowRing nodes_, top_;  // block corners, and the midpoints of the edges between them
  Displacement displacement_;
  std::vector<float> left_, centre_;
};

using MidpointCascade = Cascade<MidpointLevel, MidpointSurface>;

}  // namespace terrawright::heights
