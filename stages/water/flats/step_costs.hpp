// SPDX-License-Identifier: Apache-2.0
// Cost of a step across a flat: a random cost of each of its two cells, times the length of the step; or 1.
#pragma once
#include <array>
#include <cstdint>

#include "edge_flats.hpp"
#include "terrawright/processors.h"
#include "terrawright/random.h"
#include "water/directions.hpp"

namespace terrawright::water {

constexpr std::uint32_t for_flats = 41;  // what random words are drawn for

namespace {

TERRAWRIGHT_FOR_EACH_PROCESSOR
void draw_row(terrawright_row_key key, std::int32_t x, std::uint8_t* __restrict to, std::int32_t count) {
  for (std::int32_t i = 0; i < count; ++i) to[i] = static_cast<std::uint8_t>(terrawright_word(key, x + i) >> 24);
}

}  // namespace

class StepCosts {
 public:
  // As many steps as there are.
  StepCosts() { fixed_.fill(1); }
  // A cell costs `spread` and a random number up to 255; a step is 5 long, along diagonals 7.
  StepCosts(std::uint64_t stream, std::int64_t spread, std::uint32_t purpose = for_flats)
      : stream_(stream), purpose_(purpose), is_random_(true) {
    for (std::size_t k = 0; k < directions.size(); ++k) {
      weight_[k] = directions[k].dx * directions[k].dy == 0 ? 5 : 7;
      fixed_[k] = weight_[k] * 2 * spread;
    }
  }

  // In direction k, between cells of which these numbers were drawn.
  Cost operator()(std::size_t k, std::uint8_t one, std::uint8_t other) const {
    return fixed_[k] + weight_[k] * (one + other);
  }
  Cost least() const { return fixed_[0]; }
  Cost most() const { return (*this)(7, 255, 255); }

  terrawright_row_key key(std::int64_t y) const {
    return terrawright_key_of_row(stream_, static_cast<std::int32_t>(y), purpose_, 0, 0);
  }
  // The numbers of a row's cells.
  void draw(std::int64_t y, std::int64_t x, std::int64_t count, std::uint8_t* to) const {
    if (is_random_) draw_row(key(y), static_cast<std::int32_t>(x), to, static_cast<std::int32_t>(count));
  }

 private:
  std::array<Cost, 8> fixed_{}, weight_{};
  std::uint64_t stream_ = 0;
  std::uint32_t purpose_ = for_flats;
  bool is_random_ = false;
};

}  // namespace terrawright::water
