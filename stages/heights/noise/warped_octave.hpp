// SPDX-License-Identifier: Apache-2.0
// One octave of noise at places that a warp has moved: the same bits where it moves nothing.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "heights/processors.hpp"
#include "lattice_values.hpp"
#include "octaves.hpp"

namespace terrawright::heights {

// Places of the cells of a row on the noise, in metres.
struct Places {
  std::vector<double> x, y;
};

inline namespace HEIGHTS_STAGE {

// Along an axis of the lattice: the last point at or before each place, and the share of the way to the next.
HEIGHTS_FOR_EACH_PROCESSOR
void find_points(const double* metres, double spacing, double shift, double* __restrict point, float* __restrict t,
                 std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    const double place = metres[i] / spacing + shift;
    point[i] = std::floor(place);
    t[i] = static_cast<float>(place - point[i]);
  }
}

}  // namespace HEIGHTS_STAGE

class WarpedOctave {
 public:
  WarpedOctave(const Octave& octave, std::uint64_t stream, bool gradients)
      : octave_(octave), stream_(stream), gradients_(gradients) {}

  void row(const Places& places, float* to) {
    find_keys(places.y);
    const std::size_t count = places.x.size();
    for (auto* points : {&columns_, &rows_}) points->resize(count);
    for (auto* shares : {&right_, &down_}) shares->resize(count);
    find_points(places.x.data(), octave_.x.spacing, octave_.x.shift, columns_.data(), right_.data(), count);
    find_points(places.y.data(), octave_.y.spacing, octave_.y.shift, rows_.data(), down_.data(), count);
    if (gradients_) {
      join(to, [](const Corners& c, float t, float down) { return gradient_at(c, t, fade(t), down, fade(down)); });
    } else {
      join(to, [](const Corners& c, float t, float down) { return value_at(c, t, fade(t), down, fade(down)); });
    }
  }

 private:
  static constexpr std::int64_t most_keys = 4096;  // cached keys; for rows farther apart each is computed

  template <class Value>
  void join(float* to, Value value) const {
    Corners corners{};
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      if (i == 0 || columns_[i] != columns_[i - 1] || rows_[i] != rows_[i - 1]) {
        const auto left = static_cast<std::int64_t>(columns_[i]), above = static_cast<std::int64_t>(rows_[i]);
        corners = {at(left, above), at(left + 1, above), at(left, above + 1), at(left + 1, above + 1)};
      }
      to[i] = value(corners, right_[i], down_[i]);
    }
  }
  // For the lattice's rows around the places.
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
  std::vector<double> columns_, rows_;
  std::vector<float> right_, down_;
  std::vector<terrawright_row_key> keys_;
  std::int64_t first_ = 0;
};

}  // namespace terrawright::heights
