// SPDX-License-Identifier: Apache-2.0
// One level of diamond-square: from the rows of the coarser lattice to the rows of the finer, top to bottom.
// In the finer lattice a node is (2i, 2j), a centre (2i+1, 2j+1); the other points are edge points.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "cubic_stencil.hpp"
#include "heights/border.hpp"
#include "heights/row_ring.hpp"
#include "surface.hpp"

namespace terrawright::heights {

class Level {
 public:
  // The level that makes lattice `halvings` (1 is the first), for its points `columns` x `rows`.
  Level(const Surface& surface, int halvings, Span columns, Span rows)
      : surface_(&surface),
        amplitude_(surface.amplitudes[static_cast<std::size_t>(halvings - 1)]),
        reach_(surface.stencil == Stencil::cubic ? cubic_reach : plain_reach),
        columns_(columns),
        x_(surface.x_at(halvings)),
        y_(surface.y_at(halvings)),
        centres_(common(centres_under(columns, reach_), odds_in(x_.map)),
                 common(centres_under(rows, reach_), odds_in(y_.map))),
        nodes_(common(nodes_under(centres_.columns(), reach_), evens_in(x_.map)),
               common(nodes_under(centres_.rows(), reach_), evens_in(y_.map))),
        displacement_(
            surface.stream, surface.distribution,
            static_cast<std::uint32_t>(surface.lattice.first_level + halvings - 1),
            {std::min(rows.first, 2 * centres_.rows().first + 1), std::max(rows.last, 2 * centres_.rows().last + 1)},
            y_.period_mask),
        edges_(static_cast<std::size_t>(columns.size() / 2 + 1)) {}

  Span node_columns() const { return nodes_.columns(); }
  Span node_rows() const { return nodes_.rows(); }

  // Row y, no cell below `lowest`. Rows are asked for from top to bottom; coarser(j, cells) makes node row j.
  template <class Coarser>
  void row(std::int32_t y, float lowest, float* out, Coarser coarser) {
    if (all_held(y)) {
      std::fill_n(out, columns_.size(), surface_->held);
      return;
    }
    const std::int32_t j = half_below(y);
    centres_.need(j + reach_.edge_step - 1, [&](std::int32_t k, float* cells) { centre_row(k, cells, coarser); });
    nodes_.need(j, coarser);
    const Line evens{evens_in(columns_), 0}, odds{odds_in(columns_), 1};
    if (y % 2 == 0) {
      if (y_.free.holds(y)) {
        edges_between_nodes(y, odds);
      } else {
        edges_along_border(y, odds);
      }
      displace(edges_.begin(), odds, y, amplitude_.edge_step);
      weave(nodes_.at(j, evens.places.first), edges_.begin(), lowest, out);
    } else {
      edges_between_centres(y, evens);
      displace(edges_.begin(), evens, y, amplitude_.edge_step);
      weave(edges_.begin(), centres_.at(j, odds.places.first), lowest, out);
    }
  }

 private:
  bool all_held(std::int32_t y) const { return surface_->edge == Edge::pinned && !y_.free.holds(y); }

  template <class Coarser>
  void centre_row(std::int32_t k, float* cells, Coarser coarser) {
    const Line line{centres_.columns(), 1};
    const std::int32_t y = line.point(k);
    if (all_held(y)) {
      std::fill_n(cells, line.places.size(), surface_->held);
      return;
    }
    nodes_.need(k + half_above(reach_.centre_step), coarser);
    const auto near = [&](std::int32_t i) {
      return Near{nodes_.at(k, i), nodes_.at(k, i + 1), nodes_.at(k + 1, i), nodes_.at(k + 1, i + 1)};
    };
    const auto far = [&](std::int32_t i) {
      return Far{nodes_.at(k, i - 1), nodes_.at(k, i + 2),     nodes_.at(k + 1, i - 1), nodes_.at(k + 1, i + 2),
                 nodes_.at(k - 1, i), nodes_.at(k - 1, i + 1), nodes_.at(k + 2, i),     nodes_.at(k + 2, i + 1)};
    };
    means(cells, line, line.places, y, reach_.centre_step, near, far);
    displace(cells, line, y, amplitude_.centre_step);
  }

  // Left and right a node, above and below a centre.
  void edges_between_nodes(std::int32_t y, const Line& line) {
    const std::int32_t j = half_below(y);
    const auto near = [&](std::int32_t i) {
      return Near{nodes_.at(j, i), nodes_.at(j, i + 1), centres_.at(j - 1, i), centres_.at(j, i)};
    };
    const auto far = [&](std::int32_t i) {
      return Far{centres_.at(j - 1, i - 1), centres_.at(j - 1, i + 1), centres_.at(j, i - 1), centres_.at(j, i + 1),
                 nodes_.at(j - 1, i),       nodes_.at(j - 1, i + 1),   nodes_.at(j + 1, i),   nodes_.at(j + 1, i + 1)};
    };
    means(edges_.begin(), line, line.places, y, reach_.edge_step, near, far);
  }

  // The first and the last row of the map.
  void edges_along_border(std::int32_t y, const Line& line) {
    const std::int32_t j = half_below(y);
    const float* along = nodes_.at(j, line.places.first);
    const float* inside = centres_.at(y == y_.map.first ? j : j - 1, line.places.first);
    for (std::int32_t i = 0; i < line.places.size(); ++i) {
      edges_[static_cast<std::size_t>(i)] = mean_at_border(surface_->edge, along[i], along[i + 1], inside[i]);
    }
  }

  // Left and right a centre, above and below a node; the first and the last column may be the map's.
  void edges_between_centres(std::int32_t y, const Line& line) {
    const std::int32_t j = half_below(y);
    const auto near = [&](std::int32_t i) {
      return Near{centres_.at(j, i - 1), centres_.at(j, i), nodes_.at(j, i), nodes_.at(j + 1, i)};
    };
    const auto far = [&](std::int32_t i) {
      return Far{nodes_.at(j, i - 1),       nodes_.at(j, i + 1),   nodes_.at(j + 1, i - 1),   nodes_.at(j + 1, i + 1),
                 centres_.at(j - 1, i - 1), centres_.at(j - 1, i), centres_.at(j + 1, i - 1), centres_.at(j + 1, i)};
    };
    const Span interior = line.inside({x_.map.first + 1, x_.map.last - 1});
    means(edges_.begin(), line, interior, y, reach_.edge_step, near, far);
    const auto at_border = [&](std::int32_t i, std::int32_t inside) {
      edges_[static_cast<std::size_t>(i - line.places.first)] =
          mean_at_border(surface_->edge, *nodes_.at(j, i), *nodes_.at(j + 1, i), *centres_.at(j, inside));
    };
    const std::int32_t left = half_below(x_.map.first), right = half_below(x_.map.last);
    if (line.places.holds(left)) at_border(left, left);
    if (line.places.holds(right)) at_border(right, right - 1);
  }

  // The means at the places `where` of a line: cubic where the whole stencil is on the map, else plain.
  template <class NearOf, class FarOf>
  void means(float* cells, const Line& line, Span where, std::int32_t y, std::int32_t reach, NearOf near, FarOf far) {
    const auto plain = [&](Span places) {
      if (!places.empty()) mean_of_four(cells + (places.first - line.places.first), places.size(), near(places.first));
    };
    const auto shrunk = [reach](Span map) { return Span{map.first + reach, map.last - reach}; };
    const Line all{where, line.parity};
    const Span deep = all.inside(shrunk(x_.map));
    if (surface_->stencil == Stencil::plain || deep.empty() || !shrunk(y_.map).holds(y)) return plain(where);
    plain(all.before(deep));
    mean_of_twelve(cells + (deep.first - line.places.first), deep.size(), near(deep.first), far(deep.first));
    plain(all.after(deep));
  }

  void displace(float* cells, const Line& line, std::int32_t y, float amplitude) const {
    const auto first = static_cast<std::uint32_t>(line.point(line.places.first));
    displacement_.add(cells, line.places.size(), y, {first, x_.period_mask}, amplitude);
    if (surface_->edge == Edge::pinned) hold_outside(cells, line, x_.free, surface_->held);
  }

  // Even and odd points into one row.
  void weave(const float* evens, const float* odds, float lowest, float* out) const {
    std::int32_t x = columns_.first;
    if (x % 2 != 0) {
      *out++ = std::max(*odds++, lowest);
      ++x;
    }
    const std::int32_t pairs = (columns_.last + 1 - x) / 2;
    interleave(out, pairs, evens, odds, lowest);
    if (x + 2 * pairs == columns_.last) out[2 * pairs] = std::max(evens[pairs], lowest);
  }

  const Surface* surface_;
  Amplitude amplitude_;
  Reach reach_;
  Span columns_;
  Indices x_, y_;
  RowRing centres_, nodes_;
  Displacement displacement_;
  AlignedRow edges_;
};

}  // namespace terrawright::heights
