// SPDX-License-Identifier: Apache-2.0
// The octaves of a noise with a wavelength: how long, how high and where each one's lattice lies.
#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "terrawright/exact_math.h"
#include "terrawright/random.h"
#include "terrawright/stage.hpp"

namespace terrawright::heights {

// Values at the points of a noise's lattice, and between them. Perlin 2002, Improving noise: t^3 (t (6t - 15) + 10)
// joins slopes and bends; gradients have one of 256 directions of length sqrt(2), so that values lie in -1..1. Float32.

struct Gradient {
  float x, y;
};

inline const std::array<Gradient, 256>& directions() {
  static const std::array<Gradient, 256> all = [] {
    std::array<Gradient, 256> made{};
    for (std::size_t k = 0; k < made.size(); ++k) {
      const double turn = (static_cast<double>(k) + 0.5) / 128.0;  // in half circles
      made[k] = {static_cast<float>(1.4142135623730951 * terrawright_cospi(turn)),
                 static_cast<float>(1.4142135623730951 * terrawright_sinpi(turn))};
    }
    return made;
  }();
  return all;
}
// A value is a gradient that points nowhere: its x alone is read.
inline Gradient lattice_gradient(std::uint32_t word) { return directions()[word >> 24]; }
inline Gradient lattice_value(std::uint32_t word) { return {terrawright_signed_unit(word), 0}; }

inline float fade(float t) { return t * t * t * (t * (t * 6.0f - 15.0f) + 10.0f); }
inline float between(float share, float from, float to) { return from + share * (to - from); }

struct Corners {
  Gradient top_left, top_right, bottom_left, bottom_right;
};

inline float gradient_at(const Corners& c, float t, float share, float down, float share_down) {
  const float right = t - 1.0f, up = down - 1.0f;
  const float top =
      between(share, c.top_left.x * t + c.top_left.y * down, c.top_right.x * right + c.top_right.y * down);
  const float bottom =
      between(share, c.bottom_left.x * t + c.bottom_left.y * up, c.bottom_right.x * right + c.bottom_right.y * up);
  return between(share_down, top, bottom);
}
inline float value_at(const Corners& c, float, float share, float, float share_down) {
  return between(share_down, between(share, c.top_left.x, c.top_right.x),
                 between(share, c.bottom_left.x, c.bottom_right.x));
}

// Purposes of random words.
constexpr std::uint32_t for_lattice = 44, for_shift = 45;

// Hills of a noise lie about one and a half times as far apart as the points of its lattice.
constexpr double points_in_wave = 1.5;

// One axis of an octave's lattice: metres between its points, and after how many points it repeats.
struct LatticeAxis {
  double spacing = 1, shift = 0;
  std::int64_t period = 0;  // 0: never

  double place(double metres) const { return metres / spacing + shift; }
  std::int32_t point(std::int64_t i) const {
    if (period == 0) return static_cast<std::int32_t>(i);
    const std::int64_t rest = i % period;
    return static_cast<std::int32_t>(rest < 0 ? rest + period : rest);
  }
};

struct Octave {
  LatticeAxis x, y;
  float amplitude = 1;  // shares of the whole
  std::uint32_t level = 0;
};

struct OctaveLaw {
  double wavelength, lacunarity, persistence;
  std::int64_t octaves;
};

// A side of a world that wraps has a whole number of points, and two at least: one would be the same everywhere.
inline LatticeAxis lattice_axis(double spacing, double side, bool wraps, double shift) {
  if (!wraps) return {spacing, shift, 0};
  const double times = std::clamp(std::floor(side / spacing + 0.5), 2.0, 1e12);
  return {side / times, shift, static_cast<std::int64_t>(times)};
}

// The lattices are shifted at random, so that their points, where a gradient noise is 0, do not meet.
inline std::vector<Octave> octaves_of(const OctaveLaw& law, const World& world, std::uint64_t stream) {
  std::vector<Octave> octaves;
  double spacing = law.wavelength / points_in_wave, amplitude = 1, sum = 0;
  for (std::int64_t k = 0; k < law.octaves; ++k) {
    const auto level = static_cast<std::uint32_t>(k);
    const terrawright_row_key key = terrawright_key_of_row(stream, 0, for_shift, level, 0);
    const auto shift = [&](std::int32_t axis) {
      return static_cast<double>(terrawright_unit(terrawright_word(key, axis)));
    };
    const double width = static_cast<double>(world.width()) * world.cell();
    const double height = static_cast<double>(world.height()) * world.cell();
    octaves.push_back({lattice_axis(spacing, width, world.wraps_x(), shift(0)),
                       lattice_axis(spacing, height, world.wraps_y(), shift(1)), static_cast<float>(amplitude), level});
    sum += amplitude;
    amplitude *= law.persistence;
    spacing /= law.lacunarity;
  }
  for (Octave& octave : octaves) octave.amplitude = static_cast<float>(static_cast<double>(octave.amplitude) / sum);
  return octaves;
}

}  // namespace terrawright::heights
