// SPDX-License-Identifier: Apache-2.0
// Amplitude of the displacements of each level.
#pragma once
#include <cmath>
#include <optional>
#include <vector>

#include "terrawright/exact_math.h"
#include "terrawright/failure.hpp"

namespace terrawright::heights {

struct Amplitude {
  float centre_step, edge_step;
};

// A_0 = first, A_{l+1} = A_l * reduction, and the edge step takes A_l * substep; each product rounded to float32.
// Whatever is not given has a default, or follows from the others.
struct AmplitudeLaw {
  std::optional<double> first, reduction;
  std::optional<double> hurst;    // reduction 2^-H
  std::optional<double> slope;    // first slope * half the first block, reduction 0.5
  std::optional<double> substep;  // none: the square root of the reduction

  // Throws Failure where two of them say the same.
  void refuse_contradictions() const {
    if (hurst && reduction) throw Failure("hurst", "hurst and reduction set the same thing; leave one of the two out");
    if (slope && (first || reduction || hurst)) {
      throw Failure("slope", "slope sets the amplitudes of all levels; leave out amplitude, reduction and hurst");
    }
  }

  std::vector<Amplitude> of_levels(int levels, double usual_first, double usual_reduction) const {
    auto ratio = static_cast<float>(reduction.value_or(usual_reduction));
    if (hurst) ratio = static_cast<float>(terrawright_exp2(-*hurst));
    if (slope) ratio = 0.5f;
    const float share = substep ? static_cast<float>(*substep) : std::sqrt(ratio);
    auto amplitude = static_cast<float>(slope ? std::ldexp(*slope, levels - 1) : first.value_or(usual_first));
    std::vector<Amplitude> law;
    for (int l = 0; l < levels; ++l, amplitude *= ratio) law.push_back({amplitude, amplitude * share});
    return law;
  }
};

}  // namespace terrawright::heights
