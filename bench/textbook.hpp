// SPDX-License-Identifier: Apache-2.0
// Diamond-square over the whole map in place, one level after the other, on std::mt19937. side: 2^n + 1.
// In a header, so that it can be compiled twice.
#pragma once
#include <cstdint>
#include <random>

namespace terrawright::bench::peers {
namespace {

void textbook(float* heights, std::int64_t side) {
  std::mt19937 generator(42);
  // Faster than std::uniform_real_distribution, which takes twice as long.
  const auto uniform = [&] { return static_cast<float>(static_cast<std::int32_t>(generator())) * 0x1p-31f; };
  float* h = heights;
  const std::int64_t last = side - 1;
  for (const std::int64_t corner : {std::int64_t{0}, last, last * side, last * side + last}) {
    h[corner] = uniform();
  }
  float amplitude = 0.5f;
  for (std::int64_t step = last; step > 1; step /= 2, amplitude *= 0.5f) {
    const std::int64_t half = step / 2;
    for (std::int64_t y = half; y < side; y += step) {
      for (std::int64_t x = half; x < side; x += step) {
        const float* c = h + y * side + x;
        const float sum =
            (c[-half * side - half] + c[-half * side + half]) + (c[half * side - half] + c[half * side + half]);
        h[y * side + x] = sum * 0.25f + amplitude * uniform();
      }
    }
    for (std::int64_t y = 0; y < side; y += half) {
      for (std::int64_t x = y / half % 2 == 0 ? half : 0; x < side; x += step) {
        const float* c = h + y * side + x;
        float mean;
        if (y > 0 && y < last && x > 0 && x < last) {
          mean = ((c[-half * side] + c[half * side]) + (c[-half] + c[half])) * 0.25f;
        } else if (y == 0 || y == last) {
          mean = (c[y == 0 ? half * side : -half * side] + c[-half] + c[half]) / 3.0f;
        } else {
          mean = (c[-half * side] + c[half * side] + c[x == 0 ? half : -half]) / 3.0f;
        }
        h[y * side + x] = mean + amplitude * uniform();
      }
    }
  }
}

}  // namespace
}  // namespace terrawright::bench::peers
