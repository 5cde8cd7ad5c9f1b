// SPDX-License-Identifier: Apache-2.0
// A rectangle of cells from the rows of a lattice: Catmull-Rom along x, rounded to float32, then along y.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "lattice.hpp"
#include "processors.hpp"
#include "terrawright/tile.hpp"

namespace terrawright::heights {

// The last few rows of a lattice. Older ones are overwritten.

// Floats that begin on a cache line: vector loads and stores that straddle two cost twice.
class AlignedRow {
 public:
  explicit AlignedRow(std::size_t count) : floats_(count + line / sizeof(float)) {
    void* at = floats_.data();
    std::size_t room = floats_.size() * sizeof(float);
    begin_ = static_cast<float*>(std::align(line, count * sizeof(float), at, room));
  }
  AlignedRow(AlignedRow&&) = default;  // the floats stay where they are
  AlignedRow& operator=(AlignedRow&&) = default;
  AlignedRow(const AlignedRow&) = delete;
  AlignedRow& operator=(const AlignedRow&) = delete;

  float* begin() const { return begin_; }
  float& operator[](std::size_t i) const { return begin_[i]; }

 private:
  static constexpr std::size_t line = 64;
  std::vector<float> floats_;
  float* begin_;
};

class RowRing {
 public:
  static constexpr std::int32_t capacity = 8;  // the cubic stencil looks at rows k-1 to k+2, and an edge row one behind

  RowRing(Span columns, Span rows)
      : columns_(columns),
        rows_(rows),
        next_(rows.first),
        stride_((columns.size() + 15) / 16 * 16),
        cells_(static_cast<std::size_t>(stride_) * static_cast<std::size_t>(capacity)) {}

  Span columns() const { return columns_; }
  Span rows() const { return rows_; }
  // From column x of row y on.
  float* at(std::int32_t y, std::int32_t x) {
    return cells_.begin() + static_cast<std::ptrdiff_t>(y & (capacity - 1)) * stride_ + (x - columns_.first);
  }
  // Makes the rows up to y that have not been made, by make(row, cells); never beyond the last.
  template <class Make>
  void need(std::int32_t y, Make make) {
    for (const std::int32_t end = std::min(y, rows_.last); next_ <= end; ++next_)
      make(next_, at(next_, columns_.first));
  }

 private:
  Span columns_, rows_;
  std::int32_t next_;
  std::int32_t stride_;
  AlignedRow cells_;
};

// Maps the cells of a world of any size to the square lattice of 2^n+1 points a side that it is stretched from.

// stretch: both axes by themselves, so that every size shows the same map. crop: cell on point, as far as they go.
// extend: the shorter axis as stretch, and the longer one by as much.
enum class Fit { stretch, crop, extend };
constexpr char fit_doc[] = "Fit of the lattice to worlds whose sides are not 2^n+1 cells.";
constexpr char stretch_doc[] =
    "From a square of 2^n+1 points, stretched to the world along both axes, so that a seed shows the same map at any "
    "size.";
constexpr char crop_doc[] =
    "From the points of the smallest such lattice around the world, a cell each, so that a map may change with a cell "
    "more.";
constexpr char extend_doc[] =
    "As stretch along the shorter side. The lattice goes on along the longer one, so that hills are as long as wide.";

// Cell p lies between the points i = p * blocks div cells and i + 1, at t = the remainder / cells.
struct FitAxis {
  std::int64_t blocks = 1, cells = 1;  // lattice and world from their first to their last, or once round
  bool periodic = false;
  std::int64_t last = 1;  // point of the lattice; beyond `blocks` on the longer axis of `extend`

  bool exact() const { return blocks == cells; }
  std::int32_t point(std::int64_t p) const { return static_cast<std::int32_t>(p * blocks / cells); }
  double t(std::int64_t p) const { return static_cast<double>(p * blocks % cells) / static_cast<double>(cells); }
  // A point that there is.
  std::int32_t clamped(std::int32_t i) const {
    return periodic ? i : std::clamp(i, 0, static_cast<std::int32_t>(last));
  }
  // The points that cells first .. last rest on.
  Span points(std::int64_t first, std::int64_t last) const {
    return {clamped(point(first) - 1), clamped(point(last) + 2)};
  }
};

struct Fitting {
  FitAxis x, y;

  Fitting() = default;
  // The lattice is the smallest that has a point for every cell of the longer side; to extend, of the shorter one.
  Fitting(std::int64_t width, std::int64_t height, bool periodic, Fit fit = Fit::stretch) {
    x = {1, cells_along(width, periodic), periodic};
    y = {1, cells_along(height, periodic), periodic};
    const std::int64_t shorter = std::min(x.cells, y.cells), longer = std::max(x.cells, y.cells);
    const std::int64_t blocks = std::int64_t{1} << halvings_of(fit == Fit::extend ? shorter : longer);
    for (FitAxis* axis : {&x, &y}) {
      axis->blocks = axis->last = blocks;
      if (fit != Fit::extend) continue;
      axis->last = (axis->cells * blocks + shorter - 1) / shorter;
      axis->cells = shorter;
    }
  }
  bool exact() const { return x.exact() && y.exact(); }
  // Sides of a cell in those of the lattice's blocks, along the longer side.
  double shrunk() const { return static_cast<double>(std::max(x.cells, y.cells)) / static_cast<double>(x.blocks); }

 private:
  // A periodic side of 2^n+1 cells repeats its first.
  static std::int64_t cells_along(std::int64_t side, bool periodic) {
    if (periodic) return closed_side(side) == side ? side - 1 : side;
    return std::max<std::int64_t>(side - 1, 1);
  }
};

struct FitWeights {
  double w[4];
  explicit FitWeights(double t)
      : w{(-t + 2 * t * t - t * t * t) / 2, (2 - 5 * t * t + 3 * t * t * t) / 2, (t + 4 * t * t - 3 * t * t * t) / 2,
          (t * t * t - t * t) / 2} {}
};

inline namespace HEIGHTS_STAGE {

HEIGHTS_FOR_EACH_PROCESSOR
void stretch_along(const float* __restrict points, const std::int32_t* __restrict first, const double* const weights[4],
                   float* __restrict to, std::size_t count) {
  const double *w0 = weights[0], *w1 = weights[1], *w2 = weights[2], *w3 = weights[3];
  for (std::size_t x = 0; x < count; ++x) {
    const float* g = points + first[x];
    to[x] = static_cast<float>((w0[x] * static_cast<double>(g[0]) + w1[x] * static_cast<double>(g[1])) +
                               (w2[x] * static_cast<double>(g[2]) + w3[x] * static_cast<double>(g[3])));
  }
}

HEIGHTS_FOR_EACH_PROCESSOR
void stretch_across(const double* w, const float* const rows[4], float* __restrict to, std::size_t count) {
  const float *a = rows[0], *b = rows[1], *c = rows[2], *d = rows[3];
  const double wa = w[0], wb = w[1], wc = w[2], wd = w[3];
  for (std::size_t x = 0; x < count; ++x) {
    to[x] = static_cast<float>((wa * static_cast<double>(a[x]) + wb * static_cast<double>(b[x])) +
                               (wc * static_cast<double>(c[x]) + wd * static_cast<double>(d[x])));
  }
}

}  // namespace HEIGHTS_STAGE

// Lattice rows, stretched to the cells `left` .. `left + count - 1`. The last four are kept.
class StretchedRows {
 public:
  StretchedRows(const FitAxis& axis, std::int64_t left, std::size_t count)
      : columns_(axis.points(left, left + static_cast<std::int64_t>(count) - 1)),
        first_(count),
        begin_(axis.point(left) - 1),
        points_(static_cast<std::size_t>(axis.point(left + static_cast<std::int64_t>(count) - 1) + 2 - begin_ + 1)) {
    for (AlignedRow& row : rows_) row = AlignedRow(count);
    for (auto& all : weights_) all.resize(count);
    for (std::size_t x = 0; x < count; ++x) {
      const std::int64_t p = left + static_cast<std::int64_t>(x);
      first_[x] = axis.point(p) - 1 - begin_;
      const FitWeights weights(axis.t(p));
      for (std::size_t k = 0; k < 4; ++k) weights_[k][x] = weights.w[k];
    }
  }

  Span columns() const { return columns_; }
  const float* at(std::int32_t j) const { return rows_[static_cast<std::size_t>(j & 3)].begin(); }

  // coarse(points) writes the points `columns` of row j. Beyond the lattice its last ones are repeated.
  template <class Coarse>
  void make(std::int32_t j, Coarse coarse) {
    const auto before = static_cast<std::size_t>(columns_.first - begin_);
    const std::size_t end = before + static_cast<std::size_t>(columns_.size());
    coarse(points_.data() + before);
    std::fill_n(points_.begin(), before, points_[before]);
    std::fill(points_.begin() + static_cast<std::ptrdiff_t>(end), points_.end(), points_[end - 1]);
    const double* const weights[4] = {weights_[0].data(), weights_[1].data(), weights_[2].data(), weights_[3].data()};
    stretch_along(points_.data(), first_.data(), weights, rows_[static_cast<std::size_t>(j & 3)].begin(),
                  first_.size());
  }

 private:
  Span columns_;
  std::vector<std::int32_t> first_;  // of a cell's four points
  std::int32_t begin_;
  std::vector<float> points_;
  std::vector<double> weights_[4];
  AlignedRow rows_[4] = {AlignedRow(0), AlignedRow(0), AlignedRow(0), AlignedRow(0)};
};

// Number of cells along an axis that are made at once: all of them, or one if the many points between two make that
// faster.
inline std::int64_t made_at_once(const FitAxis& axis, std::int64_t count) {
  constexpr std::int64_t far_apart = 24;
  return axis.blocks > far_apart * axis.cells ? 1 : count;
}

// The cells of a tile that are points of the lattice.
template <class MakeCascade>
void paint_points(const Tile& tile, const View<float>& to, MakeCascade make_cascade) {
  const auto index = [](std::int64_t i) { return static_cast<std::int32_t>(i); };
  auto cascade = make_cascade({index(tile.left()), index(tile.right() - 1)},  // makes points row by row, downwards
                              {index(tile.top()), index(tile.bottom() - 1)});
  tile.each_row([&](std::int64_t y) { cascade.row(index(y), to.row(y, tile.left())); });
}

// The cells of `area` in strips: row(y, x, count, write) is called for each row of one, and write(cells) writes it.
template <class MakeCascade, class Row>
void stretch(const Fitting& fitting, const Rect& area, MakeCascade make_cascade, Row row) {
  const std::int64_t wide = made_at_once(fitting.x, area.width), high = made_at_once(fitting.y, area.height);
  for (std::int64_t left = area.x; left < area.x + area.width; left += wide) {
    StretchedRows rows(fitting.x, left, static_cast<std::size_t>(wide));
    for (std::int64_t top = area.y; top < area.y + area.height; top += high) {
      const Span needed = fitting.y.points(top, top + high - 1);
      auto cascade = make_cascade(rows.columns(), needed);
      std::int32_t next = needed.first;
      for (std::int64_t y = top; y < top + high; ++y) {
        const std::int32_t i = fitting.y.point(y);
        const float* four[4];
        for (std::int32_t k = 0; k < 4; ++k) {
          const std::int32_t j = fitting.y.clamped(i - 1 + k);
          if (j >= next) rows.make(j, [&](float* points) { cascade.row(j, points); });
          next = std::max(next, j + 1);
          four[k] = rows.at(j);
        }
        row(y, left, wide, [&](float* cells) {
          stretch_across(FitWeights(fitting.y.t(y)).w, four, cells, static_cast<std::size_t>(wide));
        });
      }
    }
  }
}

}  // namespace terrawright::heights
