// SPDX-License-Identifier: Apache-2.0
// colour_table.hpp: colours between rows of a table, by the logarithm of rain or by a root of depth.
#pragma once
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "terrawright/failure.hpp"
#include "terrawright/parameter.hpp"
#include "terrawright/processors.h"
#include "view/colour_rows.hpp"

namespace terrawright::view {

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
class ColourTable {
 public:
  ColourTable() = default;
  // Throws Failure{parameter} where the rows do not ascend. `place` makes a place of a row.
  template <class Row, class Place>
  ColourTable(const std::vector<Row>& rows, const char* parameter, const char* column, Place place) {
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

inline ColourTable by_rain(const std::vector<RainColour>& rows) {
  return {rows, "land", "rain", [](const RainColour& row) { return logarithm(static_cast<float>(row.rain)); }};
}
inline ColourTable by_depth(const std::vector<DepthColour>& rows) {
  return {rows, "sea", "depth", [](const DepthColour& row) { return root(static_cast<float>(row.depth)); }};
}

}  // namespace terrawright::view
