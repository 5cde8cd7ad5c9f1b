// SPDX-License-Identifier: Apache-2.0
// colour_rows.hpp: rows of colours in float32, each channel in a row of its own, 0..255.
#pragma once
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "terrawright/failure.hpp"
#include "terrawright/kinds.hpp"
#include "terrawright/parameter.hpp"
#include "terrawright/processors.h"
#include "view/tint.hpp"

namespace terrawright::view {

struct Shade {
  float red, green, blue;
};
constexpr Shade shade_of(const Tint& t) {
  return {static_cast<float>(t.red), static_cast<float>(t.green), static_cast<float>(t.blue)};
}
constexpr Shade shade_of(const Colour& c) {
  return {static_cast<float>(c.red), static_cast<float>(c.green), static_cast<float>(c.blue)};
}
constexpr Shade bytes_of(const Tint& t) { return shade_of(Tint{255 * t.red, 255 * t.green, 255 * t.blue}); }

struct ColourRow {
  std::vector<float> red, green, blue;
  explicit ColourRow(std::int64_t width) : red(static_cast<std::size_t>(width)), green(red.size()), blue(red.size()) {}
  std::size_t size() const { return red.size(); }
};

// Colours at ascending places, straight lines between.
template <std::size_t n>
struct ReliefRamp {
  float at[n - 1], per_run[n - 1];
  Shade first, step[n - 1];

  constexpr explicit ReliefRamp(const Stop (&stops)[n]) : at{}, per_run{}, first(bytes_of(stops[0].tint)), step{} {
    for (std::size_t k = 0; k + 1 < n; ++k) {
      at[k] = static_cast<float>(stops[k].at);
      per_run[k] = static_cast<float>(1 / (stops[k + 1].at - stops[k].at));
      const Shade from = bytes_of(stops[k].tint), onto = bytes_of(stops[k + 1].tint);
      step[k] = {onto.red - from.red, onto.green - from.green, onto.blue - from.blue};
    }
  }
};

namespace {

// NaN becomes the least.
inline float held(float value, float least, float most) {
  const float high = value > least ? value : least;
  return high < most ? high : most;
}
inline float smooth_share(float t) { return t * t * (3.0f - 2.0f * t); }

template <std::size_t n>
inline __attribute__((always_inline)) Shade colour_at(const ReliefRamp<n>& ramp, float t) {
  Shade sum = ramp.first;
  for (std::size_t k = 0; k + 1 < n; ++k) {
    const float share = held((t - ramp.at[k]) * ramp.per_run[k], 0.0f, 1.0f);
    sum.red += ramp.step[k].red * share;
    sum.green += ramp.step[k].green * share;
    sum.blue += ramp.step[k].blue * share;
  }
  return sum;
}

// Rows of one colour mixed into others.
TERRAWRIGHT_FOR_EACH_PROCESSOR
[[maybe_unused]] void mix_in(const Shade& other, const float* share, float* __restrict red, float* __restrict green,
                             float* __restrict blue, std::size_t count) {
  const Shade onto = other;
  for (std::size_t x = 0; x < count; ++x) {
    red[x] += (onto.red - red[x]) * share[x];
    green[x] += (onto.green - green[x]) * share[x];
    blue[x] += (onto.blue - blue[x]) * share[x];
  }
}
[[maybe_unused]] void mix_in(const Shade& other, const std::vector<float>& share, ColourRow& row) {
  mix_in(other, share.data(), row.red.data(), row.green.data(), row.blue.data(), row.size());
}
// Into what lies there already: all of it where the share is 1, nothing where it is 0.
TERRAWRIGHT_FOR_EACH_PROCESSOR
[[maybe_unused]] void lay_over(const double* share, const float* over, float* __restrict under, std::size_t count) {
  for (std::size_t x = 0; x < count; ++x) {
    const auto part = static_cast<float>(share[x]);
    under[x] = under[x] * (1.0f - part) + over[x] * part;
  }
}
TERRAWRIGHT_FOR_EACH_PROCESSOR
[[maybe_unused]] void write_bytes(const float* red, const float* green, const float* blue, Colour* __restrict to,
                                  std::size_t count) {
  const auto byte_at = [](float value) { return static_cast<std::int32_t>(held(value, 0.0f, 255.0f) + 0.5f); };
  for (std::size_t x = 0; x < count; ++x) write_pixel(to[x], byte_at(red[x]), byte_at(green[x]), byte_at(blue[x]));
}

}  // namespace

// Colours between rows of a table, by the logarithm of rain or by a root of depth.
struct RainColour {
  double rain = 1;
  Colour colour = rgb(0x000000);
  static void describe(Parameters<RainColour>& p) {
    p.parameter(&RainColour::rain, "rain", "Annual rain.").unit("mm/yr").range(1, 1e6);
    p.parameter(&RainColour::colour, "colour", "Colour of ground with that rain.");
  }
};
struct DepthColour {
  double depth = 0;
  Colour colour = rgb(0x000000);
  static void describe(Parameters<DepthColour>& p) {
    p.parameter(&DepthColour::depth, "depth", "Depth of the sea.").unit("m").range(0, 1e6);
    p.parameter(&DepthColour::colour, "colour", "Colour of a sea of that depth.");
  }
};

namespace {

// For numbers above 0; the error is at most 2.2e-5. Between powers of 2 log2(1 + t) = t + t (1 - t) p(t).
inline float logarithm(float value) {
  std::int32_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  const std::int32_t fraction = (bits & 0x7fffff) | 0x3f800000;
  float one_and_t;
  std::memcpy(&one_and_t, &fraction, sizeof one_and_t);
  const float t = one_and_t - 1.0f, p = 0.4417403f + t * (-0.26602988f + t * (0.14631434f - t * 0.04400469f));
  return static_cast<float>((bits >> 23) - 127) + (t + t * (1.0f - t) * p);
}
// To the power 29/64, 0.453: a product of square roots of square roots, which are the same everywhere.
inline float root(float value) {
  const float quarter = std::sqrt(std::sqrt(value)), eighth = std::sqrt(quarter), sixteenth = std::sqrt(eighth);
  return quarter * eighth * sixteenth * std::sqrt(std::sqrt(sixteenth));
}

TERRAWRIGHT_FOR_EACH_PROCESSOR
[[maybe_unused]] void logarithms(const float* value, const float* grain, float noise, float* __restrict to,
                                 std::size_t count) {
  for (std::size_t x = 0; x < count; ++x) to[x] = logarithm(held(value[x], 1.0f, 1e9f)) + noise * grain[x];
}
TERRAWRIGHT_FOR_EACH_PROCESSOR
[[maybe_unused]] void roots_of_depth(const float* z, float* __restrict to, std::size_t count) {
  for (std::size_t x = 0; x < count; ++x) to[x] = root(held(-z[x], 0.0f, 1e9f));
}
TERRAWRIGHT_FOR_EACH_PROCESSOR
void mix_step(const float* place, float at, float per_run, const Shade& step, float* __restrict red,
              float* __restrict green, float* __restrict blue, std::size_t count) {
  const Shade by = step;
  for (std::size_t x = 0; x < count; ++x) {
    const float share = held((place[x] - at) * per_run, 0.0f, 1.0f);
    red[x] += by.red * share;
    green[x] += by.green * share;
    blue[x] += by.blue * share;
  }
}

}  // namespace

// Rows at ascending places: straight lines between, and beyond the ends the colours there.
class ColourRamp {
 public:
  ColourRamp() = default;
  // Throws Failure{parameter} where the rows do not ascend. `place` makes a place of a row.
  template <class Row, class Position>
  ColourRamp(const std::vector<Row>& rows, const char* parameter, const char* column, Position place) {
    if (rows.empty()) throw Failure(parameter, "a table of colours needs at least one row");
    for (const Row& row : rows) {
      const float here = place(row);
      if (!at_.empty() && !(here > at_.back()))
        throw Failure(parameter, "the rows of a table of colours must ascend: `" + std::string(column) +
                                     "` is not above that of the row before");
      at_.push_back(here);
      colours_.push_back(shade_of(row.colour));
    }
  }

  void paint(const float* place, ColourRow& to) const {
    std::fill(to.red.begin(), to.red.end(), colours_.front().red);
    std::fill(to.green.begin(), to.green.end(), colours_.front().green);
    std::fill(to.blue.begin(), to.blue.end(), colours_.front().blue);
    for (std::size_t k = 1; k < at_.size(); ++k) {
      const Shade &from = colours_[k - 1], &onto = colours_[k];
      const Shade step = {onto.red - from.red, onto.green - from.green, onto.blue - from.blue};
      mix_step(place, at_[k - 1], 1.0f / (at_[k] - at_[k - 1]), step, to.red.data(), to.green.data(), to.blue.data(),
               to.size());
    }
  }

 private:
  std::vector<float> at_;
  std::vector<Shade> colours_;
};

inline ColourRamp by_rain(const std::vector<RainColour>& rows) {
  return {rows, "land", "rain", [](const RainColour& row) { return logarithm(static_cast<float>(row.rain)); }};
}
inline ColourRamp by_depth(const std::vector<DepthColour>& rows) {
  return {rows, "sea", "depth", [](const DepthColour& row) { return root(static_cast<float>(row.depth)); }};
}

}  // namespace terrawright::view
