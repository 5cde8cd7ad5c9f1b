// SPDX-License-Identifier: Apache-2.0
// parts.hpp: heights in whole 2^-10 m, so that what one cell loses is what others get.
#pragma once

namespace terrawright::erosion {

constexpr double height_parts = 1024;  // of a metre

// Half to even; below 16384 m exact in float32.
inline float to_parts(double height) {
  constexpr double to_whole = 6755399441055744.0;  // 1.5 * 2^52
  return static_cast<float>(((height * height_parts + to_whole) - to_whole) / height_parts);
}

}  // namespace terrawright::erosion
