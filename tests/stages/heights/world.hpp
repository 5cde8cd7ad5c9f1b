// SPDX-License-Identifier: Apache-2.0
// Worlds of one heights stage, and what their tests ask of the cells.
#pragma once
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "support/build.hpp"
#include "terrawright/random.h"

namespace terrawright::test {

struct HeightsWorld {
  std::string stage;  // its word
  std::int64_t width = 65, height = 65;
  std::string with = {};
  std::uint64_t seed = 42;
  std::string node = "height";

  Built build(const Options& options = {}) const {
    return test::build("terrawright: 1\nname: t\nworld: {size: [" + std::to_string(width) + ", " +
                           std::to_string(height) + "], seed: " + std::to_string(seed) + "}\nstages:\n  " + node +
                           ": {use: heights." + stage + "@1, with: {" + with + "}}\noutputs: [{layers: {h: " + node +
                           "}}]\n",
                       options);
  }
  std::vector<float> cells(std::int64_t tile = 512) const {
    Options options;
    options.tile = tile;
    return build(options).cells<float>(node);
  }
  std::string sha256(std::int64_t tile = 512, int threads = 2) const {
    Options options;
    options.tile = tile;
    options.threads = threads;
    return build(options).sha256(node);
  }
  // "built", or why not.
  std::string refusal() const {
    try {
      build();
    } catch (const BuildFailed& failed) {
      return failed.what();
    }
    return "built";
  }
  // Is the world the same under every tiling and thread count?
  bool same_under_all_tiles() const {
    const std::string whole = sha256(0, 1);
    for (const std::int64_t tile : {7, 64, 300}) {
      if (tile == 7 && width * height > 40000) continue;
      if (sha256(tile, 1) != whole || sha256(tile, 2) != whole) return false;
    }
    return true;
  }
};

struct Size {
  std::int64_t width, height;
};

// Start values of a textbook's lattice of that size.
template <class Reference>
Reference reference_of(std::int64_t width, std::int64_t height) {
  Reference reference;
  reference.width = width;
  reference.height = height;
  reference.stream = terrawright_stream(42, "height", 6);
  return reference;
}

inline std::size_t at(std::int64_t x, std::int64_t y, std::int64_t width) {
  return static_cast<std::size_t>(y * width + x);
}

// Every second cell of every second row of a square.
inline std::vector<float> every_second(const std::vector<float>& cells, std::int64_t side) {
  std::vector<float> half;
  for (std::int64_t y = 0; y < side; y += 2) {
    for (std::int64_t x = 0; x < side; x += 2) half.push_back(cells[at(x, y, side)]);
  }
  return half;
}

// Sums of squared second differences along x, on columns that are multiples of `spacing` and on the others. Among these
// the even ones: an odd column holds no nodes of the last level, and so has another roughness. Cells nearer than
// `spacing` to the border, where other rules hold, do not count.
class Creases {
 public:
  explicit Creases(std::int64_t spacing) : spacing_(spacing) {}
  void add(const std::vector<float>& cells, std::int64_t side) {
    for (std::int64_t y = spacing_; y < side - spacing_; ++y) {
      for (std::int64_t x = spacing_; x < side - spacing_; x += 2) {
        const auto cell = [&](std::int64_t i) { return static_cast<double>(cells[at(i, y, side)]); };
        const double bend = cell(x - 1) - 2.0 * cell(x) + cell(x + 1);
        const bool on_line = x % spacing_ == 0;
        (on_line ? on_lines_ : elsewhere_) += bend * bend;
        ++(on_line ? n_on_lines_ : n_elsewhere_);
      }
    }
  }
  // 1: no line shows.
  double index() const { return std::sqrt((on_lines_ / n_on_lines_) / (elsewhere_ / n_elsewhere_)); }

 private:
  std::int64_t spacing_;
  double on_lines_ = 0, elsewhere_ = 0, n_on_lines_ = 0, n_elsewhere_ = 0;
};

}  // namespace terrawright::test
