// SPDX-License-Identifier: Apache-2.0
// Coarser cells of a layer, row by row: each is one of a block of factor x factor cells, or of as many as there are at
// the right and lower edges.
//
//   heights, scalars, weights, vectors   the mean in double precision, rows from the top; NaN does not count
//   colours                              the mean of their light, each by its alpha
//   masks, classes                       the commonest value, of several the smallest
//   counts                               the largest value: of the cells above each cell, the river of the block
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "terrawright/kinds.hpp"

namespace terrawright::encode {

// 8-bit sRGB as linear light.

// By code, 0..1. IEC 61966-2-1: c / 12.92 up to 0.04045, else ((c + 0.055) / 1.055)^2.4. Written without pow, so
// that every machine has the same bits.
inline const std::array<float, 256>& linear_light() {
  static const std::array<float, 256> light = [] {
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
  }();
  return light;
}

class MeanOfFloats {
 public:
  void add(float value) {
    if (value != value) return;
    sum_ += static_cast<double>(value);
    ++count_;
  }
  float cell() const {
    return count_ == 0 ? std::numeric_limits<float>::quiet_NaN()
                       : static_cast<float>(sum_ / static_cast<double>(count_));
  }

 private:
  double sum_ = 0;
  std::int64_t count_ = 0;
};

class MeanOfVectors {
 public:
  void add(const Vector2& value) {
    x_.add(value.x);
    y_.add(value.y);
  }
  Vector2 cell() const { return {x_.cell(), y_.cell()}; }

 private:
  MeanOfFloats x_, y_;
};

class MeanOfColours {
 public:
  void add(const Colour& value) {
    const auto& light = linear_light();
    const double alpha = value.alpha;
    red_ += alpha * static_cast<double>(light[value.red]);
    green_ += alpha * static_cast<double>(light[value.green]);
    blue_ += alpha * static_cast<double>(light[value.blue]);
    alpha_ += alpha;
    ++count_;
  }
  Colour cell() const {
    if (!(alpha_ > 0)) return {0, 0, 0, 0};
    const auto alpha = static_cast<std::uint8_t>(alpha_ / static_cast<double>(count_) + 0.5);
    return {code(red_ / alpha_), code(green_ / alpha_), code(blue_ / alpha_), alpha};
  }

 private:
  // The code whose light is nearest.
  static std::uint8_t code(double light) {
    const auto& all = linear_light();
    const auto* const above = std::lower_bound(all.begin(), all.end(), light,
                                               [](float of, double than) { return static_cast<double>(of) < than; });
    if (above == all.begin()) return 0;
    if (above == all.end()) return 255;
    const auto index = static_cast<std::uint8_t>(above - all.begin());
    const bool nearer = static_cast<double>(*above) - light <= light - static_cast<double>(*(above - 1));
    return nearer ? index : static_cast<std::uint8_t>(index - 1);
  }
  double red_ = 0, green_ = 0, blue_ = 0, alpha_ = 0;
  std::int64_t count_ = 0;
};

template <class Code>
class Commonest {
 public:
  void add(Code value) {
    if (last_ < counts_.size() && counts_[last_].first == value) {
      ++counts_[last_].second;
      return;
    }
    for (last_ = 0; last_ < counts_.size() && counts_[last_].first != value; ++last_) {
    }
    if (last_ == counts_.size()) counts_.emplace_back(value, 0);
    ++counts_[last_].second;
  }
  Code cell() const {
    std::pair<Code, std::int64_t> best{0, 0};
    for (const auto& one : counts_) {
      if (one.second > best.second || (one.second == best.second && one.first < best.first)) best = one;
    }
    return best.first;
  }

 private:
  std::vector<std::pair<Code, std::int64_t>> counts_;
  std::size_t last_ = 0;
};

class Largest {
 public:
  void add(std::int64_t value) { value_ = std::max(value_, value); }
  std::int64_t cell() const { return value_; }

 private:
  std::int64_t value_ = std::numeric_limits<std::int64_t>::min();
};

template <class Cell>
struct OfBlock;
template <>
struct OfBlock<float> {
  using Of = MeanOfFloats;
};
template <>
struct OfBlock<Vector2> {
  using Of = MeanOfVectors;
};
template <>
struct OfBlock<Colour> {
  using Of = MeanOfColours;
};
template <>
struct OfBlock<std::uint8_t> {
  using Of = Commonest<std::uint8_t>;
};
template <>
struct OfBlock<std::uint16_t> {
  using Of = Commonest<std::uint16_t>;
};
template <>
struct OfBlock<std::int64_t> {
  using Of = Largest;
};

// One row of them.
template <class Cell>
class CoarseRow {
 public:
  CoarseRow(std::int64_t width, std::int64_t factor)
      : width_(width), factor_(factor), blocks_(static_cast<std::size_t>((width + factor - 1) / factor)) {}

  void add(const Cell* row) {
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
      const std::int64_t begin = static_cast<std::int64_t>(i) * factor_, end = std::min(begin + factor_, width_);
      for (std::int64_t x = begin; x < end; ++x) blocks_[i].add(row[x]);
    }
  }
  // Then the next row begins.
  void take(Cell* to) {
    for (auto& block : blocks_) {
      *to++ = block.cell();
      block = {};
    }
  }

 private:
  std::int64_t width_, factor_;
  std::vector<typename OfBlock<Cell>::Of> blocks_;
};

// Smaller pictures in the file of a large one, as GIS programs draw it from afar.

// Cells a side of the squares in which a picture with overviews is stored.
constexpr std::int64_t overview_tile = 256;

// Cells of the picture a side per cell of each overview: 2, 4, 8 and so on to a picture of one square, at most 64.
// Their cells are what coarse_rows.hpp makes of a block.
inline std::vector<std::int64_t> overviews_of(std::int64_t width, std::int64_t height) {
  std::vector<std::int64_t> factors;
  const std::int64_t longer = std::max(width, height);
  for (std::int64_t factor = 2; factor <= 64 && longer * 2 / factor > overview_tile; factor *= 2)
    factors.push_back(factor);
  return factors;
}

}  // namespace terrawright::encode
