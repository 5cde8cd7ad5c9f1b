// SPDX-License-Identifier: Apache-2.0
// Pixels of a pyramid while it is made. Colours and values are weighed: what a pixel says times how much of it there
// is, so that what lies beyond the world, and NaN, weighs nothing, and a mean is a mean of all numbers.
//
//   values    between four cells; above, the mean of four pixels; double precision
//   colours   the same of light (linear_light.hpp), each by its alpha
//   codes     the nearest cell; above, the commonest of four, of several the smallest
#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "encode/linear_light.hpp"
#include "terrawright/stage.hpp"
#include "web/pyramid/grid.hpp"

namespace terrawright::web {

struct ValuePixels {
  using Cell = float;
  using Pixel = std::array<double, 2>;  // value, weight
  static constexpr bool between = true;

  static Pixel of(float value) {
    if (value != value) return {0, 0};
    return {static_cast<double>(value), 1};
  }
};

struct ColourPixels {
  using Cell = Colour;
  using Pixel = std::array<float, 4>;  // light of red, green and blue, alpha
  static constexpr bool between = true;

  static const std::array<float, 256>& light() {
    static const std::array<float, 256> table = encode::linear_light();
    return table;
  }
  static Pixel of(const Colour& cell) {
    const float alpha = static_cast<float>(cell.alpha) / 255.0f;
    return {light()[cell.red] * alpha, light()[cell.green] * alpha, light()[cell.blue] * alpha, alpha};
  }
};

// Masks and classes.
template <class Code>
struct CodePixels {
  using Cell = Code;
  using Pixel = std::int32_t;  // below 0: none
  static constexpr bool between = false;
  static constexpr Pixel none = -1;

  static Pixel of(Code code) { return code; }
};

template <class Pixel>
struct Weighed;
template <class Real, std::size_t n>
struct Weighed<std::array<Real, n>> {
  using Pixel = std::array<Real, n>;
  static constexpr Pixel none() { return {}; }
  static Pixel between(const Pixel& a, const Pixel& b, const Pixel& c, const Pixel& d, double right, double below) {
    const auto x = static_cast<Real>(right), y = static_cast<Real>(below), one = static_cast<Real>(1);
    const Real ofa = (one - x) * (one - y), ofb = x * (one - y), ofc = (one - x) * y, ofd = x * y;
    Pixel mixed{};
    for (std::size_t i = 0; i < n; ++i) mixed[i] = ofa * a[i] + ofb * b[i] + ofc * c[i] + ofd * d[i];
    return mixed;
  }
  static Pixel of_four(const Pixel& a, const Pixel& b, const Pixel& c, const Pixel& d) {
    Pixel mean{};
    for (std::size_t i = 0; i < n; ++i) mean[i] = (a[i] + b[i] + c[i] + d[i]) / static_cast<Real>(4);
    return mean;
  }
};
template <>
struct Weighed<std::int32_t> {
  static constexpr std::int32_t none() { return -1; }
  static std::int32_t of_four(std::int32_t a, std::int32_t b, std::int32_t c, std::int32_t d) {
    const std::array<std::int32_t, 4> all{a, b, c, d};
    std::int32_t best = none();
    std::ptrdiff_t most = 0;
    for (const std::int32_t code : all) {
      const std::ptrdiff_t count = std::count(all.begin(), all.end(), code);
      if (code < 0 || count < most || (count == most && code >= best)) continue;
      best = code;
      most = count;
    }
    return best;
  }
};

// The sRGB code whose light is nearest.
class NearestCode {
 public:
  NearestCode() {
    const auto& light = ColourPixels::light();
    for (std::size_t i = 0; i < middle_.size(); ++i) middle_[i] = (light[i] + light[i + 1]) / 2;
    for (std::size_t i = 0; i < first_.size(); ++i) {
      const float least = static_cast<float>(i) / static_cast<float>(first_.size());
      const auto* const at = std::upper_bound(middle_.begin(), middle_.end(), least);
      first_[i] = static_cast<std::uint8_t>(at - middle_.begin());
    }
  }
  std::uint8_t operator()(float light) const {
    const float within = light > 0 ? std::min(light, 1.0f) : 0.0f;
    const auto at = static_cast<std::size_t>(within * static_cast<float>(first_.size()));
    std::size_t code = first_[std::min(at, first_.size() - 1)];
    while (code < middle_.size() && within >= middle_[code]) ++code;
    return static_cast<std::uint8_t>(code);
  }

 private:
  std::array<float, 255> middle_{};
  std::array<std::uint8_t, 4096> first_{};
};

}  // namespace terrawright::web
