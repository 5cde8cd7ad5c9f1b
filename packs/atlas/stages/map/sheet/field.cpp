// SPDX-License-Identifier: Apache-2.0
#include "field.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "terrawright/processors.h"

namespace terrawright::map {
namespace {

std::vector<float> bell(double sigma) {
  const auto reach = static_cast<std::int64_t>(std::ceil(3 * sigma));
  std::vector<double> weights;
  double sum = 0;
  for (std::int64_t d = -reach; d <= reach; ++d) {
    const double u = static_cast<double>(d) / sigma;
    weights.push_back(terrawright_exp(-0.5 * u * u));
    sum += weights.back();
  }
  std::vector<float> to;
  for (const double w : weights) to.push_back(static_cast<float>(w / sum));
  return to;
}

// Positions of one axis' samples among those of another, and the weights of four of them.
struct Taps {
  std::int64_t index[4];
  float weight[4];
};
std::vector<Taps> taps_of(double from, double from_pitch, std::int64_t samples, double to, double to_pitch,
                          std::int64_t count) {
  std::vector<Taps> all;
  for (std::int64_t n = 0; n < count; ++n) {
    const double u = (to + static_cast<double>(n) * to_pitch - from) / from_pitch;
    const double whole = std::floor(u), t = u - whole, t2 = t * t, t3 = t2 * t;
    const double w[4] = {(-t + 2 * t2 - t3) / 2, (2 - 5 * t2 + 3 * t3) / 2, (t + 4 * t2 - 3 * t3) / 2, (t3 - t2) / 2};
    Taps taps{};
    for (std::int64_t k = 0; k < 4; ++k) {
      taps.index[k] = std::clamp<std::int64_t>(static_cast<std::int64_t>(whole) - 1 + k, 0, samples - 1);
      taps.weight[k] = static_cast<float>(w[k]);
    }
    all.push_back(taps);
  }
  return all;
}

TERRAWRIGHT_FOR_EACH_PROCESSOR
void add_times(float* __restrict to, const float* from, std::int64_t count, float by) {
  for (std::int64_t i = 0; i < count; ++i) to[i] += by * from[i];
}

TERRAWRIGHT_FOR_EACH_PROCESSOR
void add_four(float* __restrict to, const float* const* rows, const float* weights, std::int64_t count) {
  const float *a = rows[0], *b = rows[1], *c = rows[2], *d = rows[3];
  const float wa = weights[0], wb = weights[1], wc = weights[2], wd = weights[3];
  for (std::int64_t i = 0; i < count; ++i) to[i] = (wa * a[i] + wb * b[i]) + (wc * c[i] + wd * d[i]);
}

constexpr std::int64_t stretch = 64;  // rows that one thread takes at a time

}  // namespace

Field smoothed(const Field& field, double sigma, const Parallel& parallel) {
  if (sigma < 0.05 || !field) return field;
  const std::vector<float> weights = bell(sigma);
  const auto reach = static_cast<std::int64_t>(weights.size() / 2);
  const std::int64_t columns = field.place.columns, rows = field.place.rows;
  Field across(field.place), down(field.place);
  in_stretches(parallel, rows, stretch, [&](std::int64_t first, std::int64_t end) {
    std::vector<float> wide(static_cast<std::size_t>(columns + 2 * reach));
    for (std::int64_t j = first; j < end; ++j) {
      const float* from = field.row(j);
      for (std::int64_t i = 0; i < columns + 2 * reach; ++i)
        wide[static_cast<std::size_t>(i)] = from[std::clamp<std::int64_t>(i - reach, 0, columns - 1)];
      float* to = across.row(j);
      for (std::size_t k = 0; k < weights.size(); ++k) add_times(to, wide.data() + k, columns, weights[k]);
    }
  });
  in_stretches(parallel, rows, stretch, [&](std::int64_t first, std::int64_t end) {
    for (std::int64_t j = first; j < end; ++j) {
      float* to = down.row(j);
      for (std::size_t k = 0; k < weights.size(); ++k) {
        const auto from = std::clamp<std::int64_t>(j - reach + static_cast<std::int64_t>(k), 0, rows - 1);
        add_times(to, across.row(from), columns, weights[k]);
      }
    }
  });
  return down;
}

Field taken_over(const Field& field, const GridGeometry& place, const Parallel& parallel) {
  const GridGeometry& from = field.place;
  const auto along = taps_of(from.x, from.pitch, from.columns, place.x, place.pitch, place.columns);
  const auto down = taps_of(from.y, from.pitch, from.rows, place.y, place.pitch, place.rows);
  Field to(place);
  in_stretches(parallel, place.rows, stretch, [&](std::int64_t first, std::int64_t end) {
    std::vector<float> row(static_cast<std::size_t>(from.columns));
    for (std::int64_t j = first; j < end; ++j) {
      const Taps& t = down[static_cast<std::size_t>(j)];
      const float* r[4];
      for (int k = 0; k < 4; ++k) r[k] = field.row(t.index[k]);
      add_four(row.data(), r, t.weight, from.columns);
      float* cells = to.row(j);
      for (std::int64_t i = 0; i < place.columns; ++i) {
        const Taps& a = along[static_cast<std::size_t>(i)];
        cells[i] = (a.weight[0] * row[static_cast<std::size_t>(a.index[0])] +
                    a.weight[1] * row[static_cast<std::size_t>(a.index[1])]) +
                   (a.weight[2] * row[static_cast<std::size_t>(a.index[2])] +
                    a.weight[3] * row[static_cast<std::size_t>(a.index[3])]);
      }
    }
  });
  return to;
}

namespace {

// Edges of a square of four samples, clockwise: 0 above, 1 right, 2 below, 3 left. For each of the 16 cases of corners
// that are above (1 upper left, 2 upper right, 4 lower right, 8 lower left): by which edge a line leaves that comes in
// at an edge. Higher ground lies to the right of a line; -1: no line comes in there.
constexpr std::int8_t cases[16][4] = {
    {-1, -1, -1, -1},  // none
    {3, -1, -1, -1},   // upper left: in above, out left
    {-1, 0, -1, -1},   // upper right
    {-1, 3, -1, -1},   // upper both
    {-1, -1, 1, -1},   // lower right
    {3, -1, 1, -1},    // upper left and lower right: parted, unless the middle is above
    {-1, -1, 0, -1},   // right both
    {-1, -1, 3, -1},   // all but lower left
    {-1, -1, -1, 2},   // lower left
    {2, -1, -1, -1},   // left both
    {-1, 0, -1, 2},    // upper right and lower left
    {-1, 2, -1, -1},   // all but lower right
    {-1, -1, -1, 1},   // lower both
    {1, -1, -1, -1},   // all but upper right
    {-1, -1, -1, 0},   // all but upper left
    {-1, -1, -1, -1},  // all
};

class Tracer {
 public:
  Tracer(const Field& field, float level, bool rings)
      : field_(field), level_(level), pad_(rings ? 1 : 0), columns_(field.place.columns), rows_(field.place.rows) {}

  Lines all() {
    // Squares have their upper left sample at (-pad .. columns - 2 + pad).
    wide_ = columns_ - 1 + 2 * pad_;
    high_ = rows_ - 1 + 2 * pad_;
    if (wide_ <= 0 || high_ <= 0) return {};
    seen_.assign(static_cast<std::size_t>(wide_ * high_), 0);
    // Lines that come in over the field's edge first, then rings.
    if (pad_ == 0) {
      for (std::int64_t i = 0; i < wide_; ++i) start(i, 0, 0), start(i, high_ - 1, 2);
      for (std::int64_t j = 0; j < high_; ++j) start(0, j, 3), start(wide_ - 1, j, 1);
    }
    // Few squares have corners on both sides; eight are passed over at once.
    std::vector<std::uint8_t> any(static_cast<std::size_t>(wide_ + 16)), every(any), upper(any), lower(any);
    rise(0, lower);
    for (std::int64_t j = 0; j < high_; ++j) {
      std::swap(upper, lower);
      rise(j + 1, lower);
      for (std::size_t i = 0; i <= static_cast<std::size_t>(wide_); ++i) {
        any[i] = static_cast<std::uint8_t>(upper[i] | lower[i]);
        every[i] = static_cast<std::uint8_t>(upper[i] & lower[i]);
      }
      for (std::int64_t first = 0; first < wide_; first += 8) {
        if (!any_cut(any, every, first)) continue;
        for (std::int64_t i = first; i < std::min(first + 8, wide_); ++i) {
          const auto k = static_cast<std::size_t>(i);
          if ((any[k] | any[k + 1]) == (every[k] & every[k + 1])) continue;
          for (int edge = 0; edge < 4; ++edge) start(i, j, edge);
        }
      }
    }
    return std::move(lines_);
  }

 private:
  float value(std::int64_t i, std::int64_t j) const {
    i -= pad_, j -= pad_;
    if (i < 0 || j < 0 || i >= columns_ || j >= rows_) return level_ - 1.0f;
    return field_.row(j)[i];
  }
  int corners_of(std::int64_t i, std::int64_t j) const {
    return (value(i, j) > level_ ? 1 : 0) | (value(i + 1, j) > level_ ? 2 : 0) |
           (value(i + 1, j + 1) > level_ ? 4 : 0) | (value(i, j + 1) > level_ ? 8 : 0);
  }
  // Samples of a row that are above.
  void rise(std::int64_t j, std::vector<std::uint8_t>& above) const {
    if (pad_ != 0) above.front() = above[static_cast<std::size_t>(wide_)] = 0;
    if (j < pad_ || j - pad_ >= rows_) {
      std::fill(above.begin(), above.end(), std::uint8_t{0});
      return;
    }
    const float* const from = field_.row(j - pad_);
    std::uint8_t* const to = above.data() + pad_;
    for (std::int64_t i = 0; i < columns_; ++i) to[i] = from[i] > level_ ? 1 : 0;
  }
  // Whether a line goes through one of eight squares.
  static bool any_cut(const std::vector<std::uint8_t>& any, const std::vector<std::uint8_t>& every,
                      std::int64_t first) {
    const auto eight = [first](const std::vector<std::uint8_t>& of, std::int64_t more) {
      std::uint64_t bytes;
      std::memcpy(&bytes, of.data() + first + more, sizeof bytes);
      return bytes;
    };
    return (eight(any, 0) | eight(any, 1)) != (eight(every, 0) & eight(every, 1));
  }
  int leaves(std::int64_t i, std::int64_t j, int edge) const {
    const int corners = corners_of(i, j);
    if (corners == 5 || corners == 10) {
      const float middle = ((value(i, j) + value(i + 1, j)) + (value(i, j + 1) + value(i + 1, j + 1))) / 4;
      if (middle > level_) {
        // Joined: lines go round the two corners that are below.
        if (corners == 5) return edge == 0 ? 1 : edge == 2 ? 3 : -1;
        return edge == 1 ? 2 : edge == 3 ? 0 : -1;
      }
    }
    return cases[corners][edge];
  }
  Spot crossing(std::int64_t i, std::int64_t j, int edge) const {
    const std::int64_t i0 = edge == 1 ? i + 1 : i, j0 = edge == 2 ? j + 1 : j;
    const bool across = edge == 0 || edge == 2;
    const double a = value(i0, j0), b = across ? value(i0 + 1, j0) : value(i0, j0 + 1);
    const double t = a == b ? 0.5 : (static_cast<double>(level_) - a) / (b - a);
    const GridGeometry& p = field_.place;
    const double x = static_cast<double>(i0 - pad_) + (across ? t : 0),
                 y = static_cast<double>(j0 - pad_) + (across ? 0 : t);
    return {p.x + x * p.pitch, p.y + y * p.pitch};
  }
  void start(std::int64_t i, std::int64_t j, int edge) {
    const auto at = [&](std::int64_t x, std::int64_t y) { return static_cast<std::size_t>(y * wide_ + x); };
    if ((seen_[at(i, j)] >> edge & 1) != 0 || leaves(i, j, edge) < 0) return;
    Line line;
    const std::int64_t first_i = i, first_j = j;
    const int first_edge = edge;
    line.spots.push_back(crossing(i, j, edge));
    for (;;) {
      const int out = leaves(i, j, edge);
      seen_[at(i, j)] = static_cast<std::uint8_t>(seen_[at(i, j)] | 1 << edge);
      i += out == 1 ? 1 : out == 3 ? -1 : 0;
      j += out == 2 ? 1 : out == 0 ? -1 : 0;
      edge = (out + 2) % 4;
      if (i == first_i && j == first_j && edge == first_edge) {
        line.closed = true;
        break;
      }
      line.spots.push_back(crossing(i, j, edge));
      if (i < 0 || j < 0 || i >= wide_ || j >= high_) break;
    }
    lines_.push_back(std::move(line));
  }

  const Field& field_;
  float level_;
  std::int64_t pad_, columns_, rows_, wide_ = 0, high_ = 0;
  std::vector<std::uint8_t> seen_;  // by which edges of a square a line has come in
  Lines lines_;
};

}  // namespace

Lines traced(const Field& field, float level, bool rings) { return Tracer(field, level, rings).all(); }

}  // namespace terrawright::map
