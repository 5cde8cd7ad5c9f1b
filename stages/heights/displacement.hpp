// SPDX-License-Identifier: Apache-2.0
// What is added to the mean: a random number in -1..1 times the level's amplitude.
#pragma once
#include <cmath>
#include <cstdint>
#include <vector>

#include "processors.hpp"
#include "terrawright/random.h"

namespace terrawright::heights {

// irwin4: the sum of four uniform numbers, bell-shaped with the variance of the uniform one.
enum class Distribution { uniform, irwin4 };

struct Amplitude {
  float centre_step, edge_step;
};

// A_0 = first, A_{l+1} = A_l * reduction; the edge step takes A_l * substep. Each product is rounded to float32.
inline std::vector<Amplitude> amplitudes(float first, float reduction, float substep, int levels) {
  std::vector<Amplitude> law;
  for (int l = 0; l < levels; ++l, first *= reduction) law.push_back({first, first * substep});
  return law;
}

// Each second point of a lattice row: indices x, x+2, ... modulo the period of a wrapped world.
struct Places {
  std::uint32_t x, period_mask;
  std::int32_t at(int i) const {
    return static_cast<std::int32_t>((x + 2u * static_cast<std::uint32_t>(i)) & period_mask);
  }
};

namespace {

HEIGHTS_FOR_EACH_PROCESSOR
void add_uniform(float* __restrict line, int count, terrawright_row_key key, Places places, float amplitude) {
  for (int i = 0; i < count; ++i) {
    line[i] += amplitude * terrawright_signed_unit(terrawright_word(key, places.at(i)));
  }
}

HEIGHTS_FOR_EACH_PROCESSOR
void add_irwin4(float* __restrict line, int count, const terrawright_row_key keys[4], Places places, float amplitude) {
  const terrawright_row_key a = keys[0], b = keys[1], c = keys[2], d = keys[3];
  for (int i = 0; i < count; ++i) {
    const std::int32_t x = places.at(i);
    const float sum = (terrawright_unit(terrawright_word(a, x)) + terrawright_unit(terrawright_word(b, x))) +
                      (terrawright_unit(terrawright_word(c, x)) + terrawright_unit(terrawright_word(d, x)));
    line[i] += amplitude * (sum - 2.0f);
  }
}

}  // namespace

// The random numbers of one lattice row of one level: the keys are made once, both half-steps use them.
class RowDisplacement {
 public:
  RowDisplacement(std::uint64_t stream, Distribution distribution, std::int32_t y, std::uint32_t level)
      : distribution_(distribution) {
    const std::uint32_t words = distribution == Distribution::uniform ? 1 : 4;
    for (std::uint32_t word = 0; word < words; ++word) {
      keys_[word] = terrawright_key_of_row(stream, y, TERRAWRIGHT_FOR_DISPLACEMENT, level, word);
    }
  }
  void add(float* line, int count, Places places, float amplitude) const {
    if (distribution_ == Distribution::uniform) {
      add_uniform(line, count, keys_[0], places, amplitude);
    } else {
      add_irwin4(line, count, keys_, places, amplitude);
    }
  }

 private:
  Distribution distribution_;
  terrawright_row_key keys_[4] = {};
};

}  // namespace terrawright::heights
