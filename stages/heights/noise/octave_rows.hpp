// SPDX-License-Identifier: Apache-2.0
// One octave of noise, row by row: between two columns of its lattice the corners stay the same.
#pragma once
#include <cmath>
#include <cstdint>
#include <vector>

#include "heights/processors.hpp"
#include "lattice_values.hpp"
#include "octaves.hpp"

namespace terrawright::heights {

// Cells of a row between two columns of the lattice.
struct Run {
  std::int64_t column;  // the left one
  std::int32_t first, end;
};

inline namespace HEIGHTS_STAGE {

HEIGHTS_FOR_EACH_PROCESSOR
void gradient_row(const Run* runs, std::size_t n_runs, const Gradient* top, const Gradient* bottom, const float* t,
                  const float* share, float down, float share_down, float* __restrict to) {
  for (std::size_t r = 0; r < n_runs; ++r) {
    const Corners c{top[r], top[r + 1], bottom[r], bottom[r + 1]};
    for (std::int32_t i = runs[r].first; i < runs[r].end; ++i) to[i] = gradient_at(c, t[i], share[i], down, share_down);
  }
}
HEIGHTS_FOR_EACH_PROCESSOR
void value_row(const Run* runs, std::size_t n_runs, const Gradient* top, const Gradient* bottom, const float* t,
               const float* share, float down, float share_down, float* __restrict to) {
  for (std::size_t r = 0; r < n_runs; ++r) {
    const Corners c{top[r], top[r + 1], bottom[r], bottom[r + 1]};
    for (std::int32_t i = runs[r].first; i < runs[r].end; ++i) to[i] = value_at(c, t[i], share[i], down, share_down);
  }
}

}  // namespace HEIGHTS_STAGE

// Rows for the cells left .. left + count - 1 of each row, from top to bottom.
class OctaveRows {
 public:
  OctaveRows(const Octave& octave, std::uint64_t stream, bool gradients, double cell, std::int64_t left,
             std::int64_t count)
      : octave_(octave), stream_(stream), gradients_(gradients), cell_(cell) {
    for (std::int64_t i = 0; i < count; ++i) {
      const double place = octave.x.place(static_cast<double>(left + i) * cell), column = std::floor(place);
      const auto point = static_cast<std::int64_t>(column);
      const auto at = static_cast<std::int32_t>(i);
      if (runs_.empty() || runs_.back().column != point) {
        // For cells farther apart than the lattice's columns the one right of the last run, without cells, is needed
        // too.
        if (!runs_.empty() && runs_.back().column + 1 != point) runs_.push_back({runs_.back().column + 1, at, at});
        runs_.push_back({point, at, at});
      }
      runs_.back().end = static_cast<std::int32_t>(i) + 1;
      t_.push_back(static_cast<float>(place - column));
      share_.push_back(fade(t_.back()));
    }
  }

  void row(std::int64_t y, float* to) {
    const double place = octave_.y.place(static_cast<double>(y) * cell_), row = std::floor(place);
    const auto point = static_cast<std::int64_t>(row);
    if (top_.empty() || point != above_) {
      top_ = !top_.empty() && point == above_ + 1 ? std::move(bottom_) : lattice_row(point);
      bottom_ = lattice_row(point + 1);
      above_ = point;
    }
    const auto down = static_cast<float>(place - row);
    (gradients_ ? gradient_row : value_row)(runs_.data(), runs_.size(), top_.data(), bottom_.data(), t_.data(),
                                            share_.data(), down, fade(down), to);
  }

 private:
  // At the columns of the runs and one beyond the last.
  std::vector<Gradient> lattice_row(std::int64_t y) const {
    const terrawright_row_key key = terrawright_key_of_row(stream_, octave_.y.point(y), for_lattice, octave_.level, 0);
    std::vector<Gradient> row;
    row.reserve(runs_.size() + 1);
    const auto add = [&](std::int64_t column) {
      const std::uint32_t word = terrawright_word(key, octave_.x.point(column));
      row.push_back(gradients_ ? lattice_gradient(word) : lattice_value(word));
    };
    for (const Run& run : runs_) add(run.column);
    add(runs_.back().column + 1);
    return row;
  }

  Octave octave_;
  std::uint64_t stream_;
  bool gradients_;
  double cell_;
  std::vector<Run> runs_;
  std::vector<float> t_, share_;
  std::vector<Gradient> top_, bottom_;
  std::int64_t above_ = 0;
};

}  // namespace terrawright::heights
