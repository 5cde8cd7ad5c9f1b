// SPDX-License-Identifier: Apache-2.0
// The coarsest points, which nothing is averaged from: four random corners, or nodes inside a ring of sea.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

#include "lattice.hpp"
#include "terrawright/random.h"

namespace terrawright::heights {

enum class Seeding { corners, equal_corners, island };
enum class RingMetric { square, round };

// Distance of a node from the world's border, in whole node spacings; 0 on the border and outside.
class RingDistance {
 public:
  RingDistance() = default;
  RingDistance(const Lattice& lattice, RingMetric metric)
      : right_(lattice.x.last), bottom_(lattice.y.last), spacing_(1 << lattice.levels), metric_(metric) {}

  std::int64_t operator()(std::int64_t i, std::int64_t j) const {
    const std::int64_t x = i * spacing_, y = j * spacing_;
    if (metric_ == RingMetric::square) {
      return std::max<std::int64_t>(std::min({x, y, right_ - x, bottom_ - y}), 0) / spacing_;
    }
    const double half = static_cast<double>(std::min(right_, bottom_)) / 2.0;
    if (half == 0.0) return 0;
    const double dx = static_cast<double>(x) - static_cast<double>(right_) / 2.0;
    const double dy = static_cast<double>(y) - static_cast<double>(bottom_) / 2.0;
    const double r = std::min(1.0, std::sqrt(dx * dx + dy * dy) / half);
    return static_cast<std::int64_t>(std::floor((1.0 - r) * (half / static_cast<double>(spacing_))));
  }

 private:
  std::int64_t right_ = 0, bottom_ = 0, spacing_ = 1;
  RingMetric metric_ = RingMetric::square;
};

struct Nodes {
  std::uint64_t stream = 0;
  Seeding seeding = Seeding::corners;
  // For an island only: the values of the outer rings of nodes (none: random), and base + range * random elsewhere.
  RingDistance distance;
  std::vector<std::optional<double>> ring;
  double base = 0, range = 0;

  // The values of row j at the given columns; both count modulo the period of a wrapped world.
  void row(std::int32_t j, Span columns, std::uint32_t x_mask, std::uint32_t y_mask, float* out) const {
    const bool island = seeding == Seeding::island;
    if (seeding == Seeding::equal_corners) x_mask = y_mask = 0;
    const auto y = static_cast<std::int32_t>(static_cast<std::uint32_t>(j) & y_mask);
    const std::uint32_t purpose = island ? TERRAWRIGHT_FOR_COARSE_NODE : TERRAWRIGHT_FOR_CORNER;
    const terrawright_row_key key = terrawright_key_of_row(stream, y, purpose, 0, 0);
    for (std::int32_t i = columns.first; i <= columns.last; ++i) {
      const auto x = static_cast<std::int32_t>(static_cast<std::uint32_t>(i) & x_mask);
      const float random = terrawright_unit(terrawright_word(key, x));
      *out++ = island ? of_island(x, y, random) : random;
    }
  }

 private:
  float of_island(std::int32_t i, std::int32_t j, float random) const {
    const auto d = static_cast<std::size_t>(distance(i, j));
    if (d < ring.size() && ring[d]) return static_cast<float>(*ring[d]);
    return static_cast<float>(base + range * static_cast<double>(random));
  }
};

}  // namespace terrawright::heights
