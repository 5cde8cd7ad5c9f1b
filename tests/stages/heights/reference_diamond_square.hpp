// SPDX-License-Identifier: Apache-2.0
// Diamond-square as a textbook writes it: the whole lattice in one array, level by level, in place.
// Shares nothing with the stage but the random words.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "terrawright/random.h"

namespace terrawright::reference {

struct DiamondSquare {
  std::int64_t width = 0, height = 0;
  std::uint64_t stream = 0;
  enum { exclude, wrap, line, pinned } edge = exclude;
  bool equal_corners = false, cubic = false, irwin4 = false;
  float amplitude = 0.5f, reduction = 0.5f, substep = 1.0f;
  float pin = 0;

  // For an island.
  std::optional<int> nodes;
  std::vector<std::optional<double>> ring = {0.0, 0.0};
  bool round = false;
  double base = 0.2, range = 0.8;
  bool clamp = false;  // no cell below the pin

  // Row by row, width x height.
  std::vector<float> cells() {
    if (edge == wrap) width_ = height_ = power(std::max(width, height) - 1) + 1;
    if (edge != wrap) width_ = width, height_ = height;
    std::int64_t spacing = power(std::max(width_, height_) - 1);
    std::int64_t blocks_x = 1, blocks_y = 1;
    int level = 0;
    if (nodes) {
      const std::int64_t side = power(std::min(width_, height_) - 1);
      spacing = std::max<std::int64_t>(side >> *nodes, 1);
      blocks_x = (width_ - 1 + spacing - 1) / spacing;
      blocks_y = (height_ - 1 + spacing - 1) / spacing;
      level = *nodes;
    }
    across_ = blocks_x * spacing;
    down_ = blocks_y * spacing;
    lattice_.assign(static_cast<std::size_t>((across_ + 1) * (down_ + 1)), 0.0f);
    for (std::int64_t j = 0; j <= blocks_y; ++j) {
      for (std::int64_t i = 0; i <= blocks_x; ++i) put(i * spacing, j * spacing, node(i, j, spacing));
    }
    for (float a = amplitude; spacing > 1; spacing /= 2, ++level, a *= reduction) refine(spacing / 2, level, a);

    std::vector<float> cropped;
    for (std::int64_t y = 0; y < height; ++y) {
      for (std::int64_t x = 0; x < width; ++x) cropped.push_back(clamp ? std::max(at(x, y), pin) : at(x, y));
    }
    return cropped;
  }

 private:
  static std::int64_t power(std::int64_t length) {
    std::int64_t side = 1;
    while (side < length) side *= 2;
    return side;
  }
  float& at(std::int64_t x, std::int64_t y) { return lattice_[static_cast<std::size_t>(y * (across_ + 1) + x)]; }
  bool held(std::int64_t x, std::int64_t y) const {
    return edge == pinned && (x <= 0 || y <= 0 || x >= width_ - 1 || y >= height_ - 1);
  }
  void put(std::int64_t x, std::int64_t y, float value) { at(x, y) = held(x, y) ? pin : value; }

  static std::uint32_t word(std::uint64_t stream, std::int64_t x, std::int64_t y, std::uint32_t purpose, int level,
                            std::uint32_t w) {
    return terrawright_word(
        terrawright_key_of_row(stream, static_cast<std::int32_t>(y), purpose, static_cast<std::uint32_t>(level), w),
        static_cast<std::int32_t>(x));
  }

  float node(std::int64_t i, std::int64_t j, std::int64_t spacing) const {
    if (edge == wrap) i %= across_ / spacing, j %= down_ / spacing;
    if (!nodes) {
      if (equal_corners) i = j = 0;
      return terrawright_unit(word(stream, i, j, TERRAWRIGHT_FOR_CORNER, 0, 0));
    }
    const std::int64_t x = i * spacing, y = j * spacing;
    std::int64_t d = std::min({x, y, width_ - 1 - x, height_ - 1 - y});
    d = d < 0 ? 0 : d / spacing;
    if (round) {
      const double half = static_cast<double>(std::min(width_, height_) - 1) / 2;
      const double dx = static_cast<double>(x) - static_cast<double>(width_ - 1) / 2;
      const double dy = static_cast<double>(y) - static_cast<double>(height_ - 1) / 2;
      const double r = half == 0 ? 1.0 : std::min(1.0, std::sqrt(dx * dx + dy * dy) / half);
      d = static_cast<std::int64_t>(std::floor((1 - r) * half / static_cast<double>(spacing)));
    }
    if (d < static_cast<std::int64_t>(ring.size()) && ring[static_cast<std::size_t>(d)]) {
      return static_cast<float>(*ring[static_cast<std::size_t>(d)]);
    }
    const float random = terrawright_unit(word(stream, i, j, TERRAWRIGHT_FOR_COARSE_NODE, 0, 0));
    return static_cast<float>(base + range * static_cast<double>(random));
  }

  float random(std::int64_t x, std::int64_t y, std::int64_t half, int level) const {
    if (edge == wrap) x %= across_, y %= down_;
    const auto draw = [&](std::uint32_t w) {
      return word(stream, x / half, y / half, TERRAWRIGHT_FOR_DISPLACEMENT, level, w);
    };
    if (!irwin4) return terrawright_signed_unit(draw(0));
    return ((terrawright_unit(draw(0)) + terrawright_unit(draw(1))) +
            (terrawright_unit(draw(2)) + terrawright_unit(draw(3)))) -
           2.0f;
  }

  // A point of the map, with coordinates modulo its side where it is periodic.
  std::optional<float> seen(std::int64_t x, std::int64_t y) {
    if (edge == wrap) x = (x + across_) % across_, y = (y + down_) % down_;
    if (x < 0 || y < 0 || x > across_ || y > down_) return std::nullopt;
    return at(x, y);
  }

  // The cubic mean at (x, y), from the plain sum of its four neighbours; nothing where a far point is off the map.
  std::optional<float> cubic_mean(std::int64_t x, std::int64_t y, std::int64_t half, std::int64_t reach, float near) {
    const std::int64_t offsets[8][2] = {{-reach, -1}, {reach, -1}, {-reach, 1}, {reach, 1},
                                        {-1, -reach}, {1, -reach}, {-1, reach}, {1, reach}};
    float far[8];
    for (int k = 0; k < 8; ++k) {
      const auto value = seen(x + offsets[k][0] * half, y + offsets[k][1] * half);
      if (!value) return std::nullopt;
      far[k] = *value;
    }
    const float sum = ((far[0] + far[1]) + (far[2] + far[3])) + ((far[4] + far[5]) + (far[6] + far[7]));
    return (10.0f * near - sum) * 0.03125f;
  }

  float edge_mean(std::int64_t x, std::int64_t y, std::int64_t half) {
    const auto l = seen(x - half, y), r = seen(x + half, y), u = seen(x, y - half), d = seen(x, y + half);
    if (l && r && u && d) {
      const float near = (*l + *r) + (*u + *d);
      return (cubic ? cubic_mean(x, y, half, 2, near) : std::nullopt).value_or(near * 0.25f);
    }
    const bool across = l && r;
    const float along = across ? *l + *r : *u + *d;
    const float inner = across ? (u ? *u : *d) : (l ? *l : *r);
    return edge == line ? along * 0.5f : (along + inner) / 3.0f;
  }

  void refine(std::int64_t half, int level, float a) {
    for (std::int64_t y = half; y < down_; y += 2 * half) {
      for (std::int64_t x = half; x < across_; x += 2 * half) {
        const float near =
            (at(x - half, y - half) + at(x + half, y - half)) + (at(x - half, y + half) + at(x + half, y + half));
        const float mean = (cubic ? cubic_mean(x, y, half, 3, near) : std::nullopt).value_or(near * 0.25f);
        put(x, y, mean + a * random(x, y, half, level));
      }
    }
    const float b = a * substep;
    for (std::int64_t y = 0; y <= down_; y += half) {
      for (std::int64_t x = (y / half) % 2 == 0 ? half : 0; x <= across_; x += 2 * half) {
        put(x, y, edge_mean(x, y, half) + b * random(x, y, half, level));
      }
    }
  }

  std::int64_t width_ = 0, height_ = 0;  // of the world, one more each where a periodic one leaves out the last
  std::int64_t across_ = 0, down_ = 0;   // cells of the lattice, without the last
  std::vector<float> lattice_;
};

}  // namespace terrawright::reference
