// SPDX-License-Identifier: Apache-2.0
#include "parchment.hpp"

#include <algorithm>
#include <cmath>

namespace terrawright::map {
namespace {

struct Octave {
  double length;  // 1/100 mm
  float weight;
};
constexpr Octave octaves[] = {{6000, 0.40f}, {1800, 0.26f}, {500, 0.18f}, {120, 0.10f}, {50, 0.06f}};
constexpr double burnt = 900;  // 1/100 mm of the edge

// -1 .. 1, by a mixing of bits.
float value_at(std::int64_t i, std::int64_t j, std::uint64_t octave) {
  std::uint64_t h = static_cast<std::uint64_t>(i) * 0x9e3779b97f4a7c15u ^
                    static_cast<std::uint64_t>(j) * 0xc2b2ae3d27d4eb4fu ^ (octave + 1) * 0x165667b19e3779f9u;
  h = (h ^ h >> 30) * 0xbf58476d1ce4e5b9u;
  h = (h ^ h >> 27) * 0x94d049bb133111ebu;
  h ^= h >> 31;
  return static_cast<float>(static_cast<std::int32_t>(h >> 40)) * (2.0f / 16777215.0f) - 1.0f;
}

}  // namespace

Field parchment_grain(std::int32_t width, std::int32_t height, const Parallel& parallel) {
  Field grain({0, 0, 40, width / 40 + 2, height / 40 + 2});
  in_stretches(parallel, grain.place.rows, 32, [&](std::int64_t first, std::int64_t end) {
    for (std::int64_t r = first; r < end; ++r) {
      float* row = grain.row(r);
      const double y = static_cast<double>(r) * grain.place.pitch;
      for (std::uint64_t o = 0; o < std::size(octaves); ++o) {
        const double v = y / octaves[o].length;
        const auto j = static_cast<std::int64_t>(v);
        auto t = static_cast<float>(v - static_cast<double>(j));
        t = t * t * (3.0f - 2.0f * t);
        std::int64_t last = -1;
        float a = 0, b = 0;
        for (std::int64_t c = 0; c < grain.place.columns; ++c) {
          const double u = static_cast<double>(c) * grain.place.pitch / octaves[o].length;
          const auto i = static_cast<std::int64_t>(u);
          if (i != last) {
            const auto down = [&](std::int64_t k) {
              const float above = value_at(k, j, o);
              return above + (value_at(k, j + 1, o) - above) * t;
            };
            a = down(i), b = down(i + 1);
            last = i;
          }
          auto s = static_cast<float>(u - static_cast<double>(i));
          s = s * s * (3.0f - 2.0f * s);
          row[c] += octaves[o].weight * (a + (b - a) * s);
        }
      }
      for (std::int64_t c = 0; c < grain.place.columns; ++c) {
        const double x = static_cast<double>(c) * grain.place.pitch;
        const double edge = std::min(std::min(x, width - x), std::min(y, height - y));
        const auto away = static_cast<float>(std::clamp(edge / burnt + 0.35 * static_cast<double>(row[c]), 0.0, 1.0));
        const float dark = (1.0f - away) * (1.0f - away);
        row[c] = (1.0f + 0.085f * row[c]) * (1.0f - 0.34f * dark);
      }
    }
  });
  return grain;
}

PaperImage parchment(const Field& grain, std::int32_t width, std::int32_t height, Colour colour, double pixel,
                     const Parallel& parallel) {
  PaperImage image{0, 0, width, height, std::max(rounded(width / pixel), 1), std::max(rounded(height / pixel), 1),
                   3, {}};
  image.bytes.resize(static_cast<std::size_t>(image.columns) * static_cast<std::size_t>(image.rows) * 3);
  in_stretches(parallel, image.rows, 32, [&](std::int64_t first, std::int64_t end) {
    for (std::int64_t j = first; j < end; ++j) {
      std::uint8_t* to = image.bytes.data() + static_cast<std::size_t>(j) * static_cast<std::size_t>(image.columns) * 3;
      for (std::int32_t i = 0; i < image.columns; ++i, to += 3) {
        const float light =
            between(grain, (i + 0.5) * width / image.columns, (static_cast<double>(j) + 0.5) * height / image.rows);
        // Burnt parts are browner, not only darker.
        const float warm = std::min(light, 1.0f);
        to[0] = static_cast<std::uint8_t>(std::min(static_cast<float>(colour.red) * light, 255.0f));
        to[1] = static_cast<std::uint8_t>(
            std::min(static_cast<float>(colour.green) * light * (0.75f + 0.25f * warm), 255.0f));
        to[2] = static_cast<std::uint8_t>(
            std::min(static_cast<float>(colour.blue) * light * (0.45f + 0.55f * warm), 255.0f));
      }
    }
  });
  return image;
}

}  // namespace terrawright::map
