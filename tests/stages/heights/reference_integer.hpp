// SPDX-License-Identifier: Apache-2.0
// Diamond-square in whole numbers as a textbook writes it: the whole lattice in one array, in place.
// Shares nothing with the stage but the random words.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "terrawright/random.h"

namespace terrawright::reference {

struct IntegerDiamondSquare {
  std::int64_t width = 0, height = 0;
  std::uint64_t stream = 0;
  enum { interval, halving } law = interval;
  enum { random, equal, keep } corners = random;
  bool wrap = false, line = false, accumulate = false;
  std::uint32_t amplitude = 128, highest_corner = 256;
  std::vector<float> ground;  // width x height, or nothing for 0

  // Row by row, width x height.
  std::vector<float> cells() {
    side_ = 1;
    while (side_ < std::max(width, height) - 1) side_ *= 2;
    lattice_.assign(static_cast<std::size_t>((side_ + 1) * (side_ + 1)), 0.0f);
    for (std::int64_t y = 0; y < height && !ground.empty(); ++y) {
      for (std::int64_t x = 0; x < width; ++x) at(x, y) = ground[static_cast<std::size_t>(y * width + x)];
    }
    for (std::int64_t j = 0; j < 2 && corners != keep; ++j) {
      for (std::int64_t i = 0; i < 2; ++i) {
        const bool one = wrap || corners == equal;
        const std::uint32_t drawn = word(one ? 0 : i, one ? 0 : j, TERRAWRIGHT_FOR_CORNER, 0);
        at(i * side_, j * side_) = static_cast<float>(terrawright_below(drawn, highest_corner + 1));
      }
    }
    level_ = 0;
    r_ = amplitude;
    for (std::int64_t half = side_ / 2; half >= 1; half /= 2, ++level_, r_ = std::max(r_ / 2, 1u)) {
      for (std::int64_t y = half; y < side_; y += 2 * half) {
        for (std::int64_t x = half; x < side_; x += 2 * half) {
          put(x, y, half,
              ((at(x - half, y - half) + at(x + half, y - half)) + (at(x - half, y + half) + at(x + half, y + half))) /
                  4.0f);
        }
      }
      for (std::int64_t y = 0; y <= side_; y += half) {
        for (std::int64_t x = (y / half) % 2 == 0 ? half : 0; x <= side_; x += 2 * half) {
          put(x, y, half, edge_mean(x, y, half));
        }
      }
    }
    std::vector<float> cropped;
    for (std::int64_t y = 0; y < height; ++y) {
      for (std::int64_t x = 0; x < width; ++x) cropped.push_back(at(x, y));
    }
    return cropped;
  }

 private:
  float& at(std::int64_t x, std::int64_t y) { return lattice_[static_cast<std::size_t>(y * (side_ + 1) + x)]; }
  std::uint32_t word(std::int64_t x, std::int64_t y, std::uint32_t purpose, int level) const {
    const auto key =
        terrawright_key_of_row(stream, static_cast<std::int32_t>(y), purpose, static_cast<std::uint32_t>(level), 0);
    return terrawright_word(key, static_cast<std::int32_t>(x));
  }

  void put(std::int64_t x, std::int64_t y, std::int64_t half, float mean) {
    const std::int64_t period = wrap ? side_ : 2 * side_;
    const auto e = law == interval ? static_cast<std::uint32_t>(half) : r_;
    const std::uint32_t drawn = word(x % period / half, y % period / half, TERRAWRIGHT_FOR_DISPLACEMENT, level_);
    const auto d = static_cast<std::int64_t>(terrawright_below(drawn, 2 * e + 1)) - static_cast<std::int64_t>(e);
    if (law == interval) mean = mean < 0 ? std::ceil(mean) : std::floor(mean);
    at(x, y) = ((accumulate ? at(x, y) : 0.0f) + mean) + static_cast<float>(d);
  }

  float edge_mean(std::int64_t x, std::int64_t y, std::int64_t half) {
    if (wrap) {
      const auto around = [&](std::int64_t i) { return (i + side_) % side_; };
      return ((at(around(x - half), y) + at(around(x + half), y)) +
              (at(x, around(y - half)) + at(x, around(y + half)))) /
             4.0f;
    }
    const bool across = y == 0 || y == side_, down = x == 0 || x == side_;
    if (!across && !down) return ((at(x - half, y) + at(x + half, y)) + (at(x, y - half) + at(x, y + half))) / 4.0f;
    const float pair = across ? at(x - half, y) + at(x + half, y) : at(x, y - half) + at(x, y + half);
    if (line) return pair / 2.0f;
    const float inner = across ? at(x, y == 0 ? half : side_ - half) : at(x == 0 ? half : side_ - half, y);
    return (pair + inner) / 3.0f;
  }

  std::int64_t side_ = 1;  // cells, without the last
  int level_ = 0;
  std::uint32_t r_ = 0;
  std::vector<float> lattice_;
};

}  // namespace terrawright::reference
