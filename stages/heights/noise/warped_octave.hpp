// SPDX-License-Identifier: Apache-2.0
// One octave of noise at places that a warp has moved: the same bits where it moves nothing.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "lattice_values.hpp"
#include "octaves.hpp"

namespace terrawright::heights {

// Where the cells of a row look at the noise, in metres.
struct Places {
  std::vector<double> x, y;
};

class WarpedOctave {
 public:
  WarpedOctave(const Octave& octave, std::uint64_t stream, bool gradients)
      : octave_(octave), stream_(stream), gradients_(gradients) {}

  void row(const Places& places, float* to) {
    find_keys(places.y);
    for (std::size_t i = 0; i < places.x.size(); ++i) {
      const double x = octave_.x.place(places.x[i]), y = octave_.y.place(places.y[i]);
      const double column = std::floor(x), row = std::floor(y);
      const auto left = static_cast<std::int64_t>(column), above = static_cast<std::int64_t>(row);
      const Corners corners{at(left, above), at(left + 1, above), at(left, above + 1), at(left + 1, above + 1)};
      const auto t = static_cast<float>(x - column), down = static_cast<float>(y - row);
      to[i] = (gradients_ ? gradient_at : value_at)(corners, t, fade(t), down, fade(down));
    }
  }

 private:
  static constexpr std::int64_t most_keys = 4096;  // that are kept; of rows farther apart each is made anew

  // Of the lattice's rows around the places.
  void find_keys(const std::vector<double>& places) {
    const auto [least, most] = std::minmax_element(places.begin(), places.end());
    const auto first = static_cast<std::int64_t>(std::floor(octave_.y.place(*least)));
    const auto last = static_cast<std::int64_t>(std::floor(octave_.y.place(*most))) + 1;
    const auto rows = static_cast<std::int64_t>(keys_.size());
    if (rows != 0 && first >= first_ && last < first_ + rows) return;
    first_ = first;
    keys_.clear();
    if (last - first >= most_keys) return;
    for (std::int64_t y = first; y <= last; ++y) keys_.push_back(key_of(y));
  }
  terrawright_row_key key_of(std::int64_t y) const {
    return terrawright_key_of_row(stream_, octave_.y.point(y), for_lattice, octave_.level, 0);
  }
  Gradient at(std::int64_t column, std::int64_t row) const {
    const terrawright_row_key key = keys_.empty() ? key_of(row) : keys_[static_cast<std::size_t>(row - first_)];
    const std::uint32_t word = terrawright_word(key, octave_.x.point(column));
    return gradients_ ? lattice_gradient(word) : lattice_value(word);
  }

  Octave octave_;
  std::uint64_t stream_;
  bool gradients_;
  std::vector<terrawright_row_key> keys_;
  std::int64_t first_ = 0;
};

}  // namespace terrawright::heights
