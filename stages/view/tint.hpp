// SPDX-License-Identifier: Apache-2.0
// tint.hpp: colours as three numbers, ramps between them, and the values that choose them.
#pragma once
#include <cmath>
#include <cstdint>
#include <cstring>

#include "terrawright/kinds.hpp"
#include "terrawright/tile.hpp"

namespace terrawright::view {

// Rounding to whole numbers in loops that should vectorise.

// nearbyint(value) of 0 <= value < 2^51: added to 2^52 it is rounded to a whole number, which the low bits hold.
inline std::int64_t rounded(double value) {
  const double above = 0x1p52 + value;
  std::int64_t bits;
  std::memcpy(&bits, &above, sizeof bits);
  return bits - 0x4330000000000000;
}

// Values spread over 0..1 or over integer steps, from the lowest to the highest of the world.
// Formulas: algorithms 3.2.
class Spread {
 public:
  explicit Spread(const Statistics& all) : low_(all.minimum), high_(all.maximum), range_(all.maximum - all.minimum) {}

  // 0 at the lowest, 1 at the highest; 0 everywhere where all is alike.
  double share(float value) const { return range_ > 0 ? (static_cast<double>(value) - low_) / range_ : 0.0; }
  // 0..k; k at the highest value only.
  std::int64_t step(float value, std::int64_t k) const {
    if (!(range_ > 0)) return 0;
    const double v = static_cast<double>(value);
    const auto step = static_cast<std::int64_t>((v - low_) * static_cast<double>(k) / range_);
    return step == k && v != high_ ? k - 1 : step;  // where v - low was rounded up to the range
  }

 private:
  double low_, high_, range_;
};

// Brightness of the ground under a sun in the north-west, 35 degrees high.
//
// L = (1 - gx - gy) / sqrt(1 + gx^2 + gy^2), gx being the rise to the west and gy to the north over a run of 1, is
// sqrt(3) where the ground faces the sun and -sqrt(3) where it faces away; (1 + L / sqrt(3)) / 2 is 1 and 0 there.
// Source: Lambert's law; algorithms 3.4.
inline double shade_of(double gx, double gy) {
  const double light = (1.0 - gx - gy) / std::sqrt(1.0 + gx * gx + gy * gy);
  const double shade = (1.0 + light / std::sqrt(3.0)) / 2.0;
  const double lit = shade < 0.0 ? 0.0 : shade;
  return lit > 1.0 ? 1.0 : lit;
}
inline double shade_of_flat() { return shade_of(0.0, 0.0); }

// tint.hpp: colours as three numbers, and ramps between them.

// Colours written as one number each, so that loops over them become vectors.

// Shift of the byte of channel 0..3 in the number, in bits.
constexpr int shift_of(int channel) { return 8 * (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? channel : 3 - channel); }

// Opaque; each of the three 0..255.
inline void write_pixel(Colour& to, std::int32_t red, std::int32_t green, std::int32_t blue) {
  const auto at = [](std::int32_t value, int channel) {
    return static_cast<std::uint32_t>(value) << shift_of(channel);
  };
  const std::uint32_t all = at(red, 0) | at(green, 1) | at(blue, 2) | at(255, 3);
  std::memcpy(&to, &all, sizeof to);
}

// 0..1 each, as displayed (sRGB).
struct Tint {
  double red = 0, green = 0, blue = 0;
};

constexpr Tint hex(std::uint32_t rgb) {
  return {(rgb >> 16 & 255) / 255.0, (rgb >> 8 & 255) / 255.0, (rgb & 255) / 255.0};
}
inline Tint mixed(const Tint& a, const Tint& b, double t) {
  return {a.red + (b.red - a.red) * t, a.green + (b.green - a.green) * t, a.blue + (b.blue - a.blue) * t};
}
inline Tint times(const Tint& a, const Tint& b) { return {a.red * b.red, a.green * b.green, a.blue * b.blue}; }
inline Tint tint_of(const Colour& c) { return {c.red / 255.0, c.green / 255.0, c.blue / 255.0}; }
inline std::uint8_t byte_of(double value) {
  const double above = value < 0.0 ? 0.0 : value, inside = above > 1.0 ? 1.0 : above;
  return static_cast<std::uint8_t>(static_cast<int>(255.0 * inside + 0.5));
}
inline Colour colour_of(const Tint& t) { return {byte_of(t.red), byte_of(t.green), byte_of(t.blue), 255}; }

// 0 below a, 1 above b, smooth between.
inline double smooth_step(double a, double b, double x) {
  const double share = (x - a) / (b - a), above = share < 0.0 ? 0.0 : share, t = above > 1.0 ? 1.0 : above;
  return t * t * (3.0 - 2.0 * t);
}

struct Stop {
  double at;
  Tint tint;
};

}  // namespace terrawright::view
