// SPDX-License-Identifier: Apache-2.0
// 8-bit sRGB as linear light.
#pragma once
#include <array>

namespace terrawright::encode {

// By code, 0..1. IEC 61966-2-1: c / 12.92 up to 0.04045, else ((c + 0.055) / 1.055)^2.4. Written without pow, so
// that every machine has the same bits.
inline std::array<float, 256> linear_light() {
  std::array<float, 256> table{};
  for (std::size_t code = 0; code < table.size(); ++code) {
    const double c = static_cast<double>(code) / 255.0;
    if (c <= 0.04045) {
      table[code] = static_cast<float>(c / 12.92);
      continue;
    }
    const double b = (c + 0.055) / 1.055;
    double root = 1.0;  // b^(2/5) by Newton's method: b^2.4 = b^2 b^0.4
    for (int i = 0; i < 40; ++i) root -= (root - b * b / (root * root * root * root)) / 5.0;
    table[code] = static_cast<float>(b * b * root);
  }
  return table;
}

}  // namespace terrawright::encode
