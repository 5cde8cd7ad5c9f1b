// SPDX-License-Identifier: Apache-2.0
// Midpoint displacement in the loops of its text: passes over chunks, x outside, y inside, each rewriting the edge
// midpoints that it shares with its neighbours. Shares nothing with the stage but the random words.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "terrawright/random.h"

namespace terrawright::reference {

struct MidpointDisplacement {
  std::int64_t width = 0, height = 0;
  std::uint64_t stream = 0;
  bool equal_corners = false, from_edges = false, irwin4 = false, reversed = false;
  float spread = 0.3f, reduction = 0.5f;

  // Row by row, width x height.
  std::vector<float> cells() {
    side_ = 1;
    while (side_ < std::max(width, height) - 1) side_ *= 2;
    lattice_.assign(static_cast<std::size_t>((side_ + 1) * (side_ + 1)), 0.0f);
    for (std::int64_t j = 0; j < 2; ++j) {
      for (std::int64_t i = 0; i < 2; ++i) {
        const bool one = equal_corners;
        at(i * side_, j * side_) = terrawright_unit(word(one ? 0 : i, one ? 0 : j, TERRAWRIGHT_FOR_CORNER, 0, 0));
      }
    }
    float a = spread;
    int level = 0;
    for (std::int64_t chunk = side_; chunk > 1; chunk /= 2, ++level, a *= reduction) {
      const std::int64_t chunks = side_ / chunk;
      for (std::int64_t i = 0; i < chunks; ++i) {
        for (std::int64_t j = 0; j < chunks; ++j) {
          const std::int64_t x = reversed ? chunks - 1 - i : i, y = reversed ? chunks - 1 - j : j;
          displace(x * chunk, y * chunk, chunk, level, a);
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
  std::uint32_t word(std::int64_t x, std::int64_t y, std::uint32_t purpose, int level, std::uint32_t w) const {
    const auto key =
        terrawright_key_of_row(stream, static_cast<std::int32_t>(y), purpose, static_cast<std::uint32_t>(level), w);
    return terrawright_word(key, static_cast<std::int32_t>(x));
  }
  float random(std::int64_t x, std::int64_t y, int level) const {
    const auto draw = [&](std::uint32_t w) { return word(x, y, TERRAWRIGHT_FOR_DISPLACEMENT, level, w); };
    if (!irwin4) return terrawright_signed_unit(draw(0));
    return ((terrawright_unit(draw(0)) + terrawright_unit(draw(1))) +
            (terrawright_unit(draw(2)) + terrawright_unit(draw(3)))) -
           2.0f;
  }

  void displace(std::int64_t left, std::int64_t top, std::int64_t chunk, int level, float a) {
    const std::int64_t half = chunk / 2, x = left + half, y = top + half, right = left + chunk, bottom = top + chunk;
    const auto put = [&](std::int64_t px, std::int64_t py, float mean) {
      return at(px, py) = mean + a * random(px / half, py / half, level);
    };
    const float tl = at(left, top), tr = at(right, top), bl = at(left, bottom), br = at(right, bottom);
    const float upper = put(x, top, (tl + tr) * 0.5f), lower = put(x, bottom, (bl + br) * 0.5f);
    const float before = put(left, y, (tl + bl) * 0.5f), after = put(right, y, (tr + br) * 0.5f);
    put(x, y, from_edges ? ((upper + lower) + (before + after)) * 0.25f : ((tl + tr) + (bl + br)) * 0.25f);
  }

  std::int64_t side_ = 1;  // cells, without the last
  std::vector<float> lattice_;
};

}  // namespace terrawright::reference
