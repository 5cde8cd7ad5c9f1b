// SPDX-License-Identifier: Apache-2.0
// swing.hpp: lines of roads: from block to block, then evened out so that none turns as a lattice does. They stay off
// the water, and meet where they met.
#pragma once
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "network.hpp"
#include "terrawright/abi.h"

namespace terrawright::feature {

class Swing {
 public:
  // `at`: of each place its block, SIZE_MAX for none, and where in the world's cells it is.
  Swing(const Country& country, const std::vector<std::size_t>& blocks, const std::vector<terrawright_point>& at)
      : country_(country), grid_(country.grid), places_(at), known_(grid_.size(), 0), stands_(grid_.size()) {
    for (std::size_t p = 0; p < blocks.size(); ++p) {
      if (blocks[p] != SIZE_MAX && known_[blocks[p]] == 0) stand(blocks[p], at[p]);
    }
  }

  // In the order in which they were built.
  std::vector<terrawright_point> line(const Road& road) {
    line_.clear();
    of_.clear();
    for (const std::size_t c : road.blocks) is_own_[c] = 1;
    for (std::size_t i = 0; i < road.blocks.size(); ++i) add(road, i);
    if (road.at_from) line_.front() = places_[road.from];
    if (road.at_to) line_.back() = places_[road.to];
    for (int time = 0; time < times; ++time) even_out();
    for (const std::size_t c : road.blocks) is_own_[c] = 0;
    for (std::size_t i = 0; i < line_.size(); ++i) {
      if (of_[i].block != SIZE_MAX && known_[of_[i].block] == 0) stand(of_[i].block, line_[i]);
    }
    return line_;
  }

 private:
  static constexpr int times = 10;  // of evening out: what is shorter than three blocks goes

  // Meaning of a point of the line: the block of the way, or SIZE_MAX between two.
  struct Of {
    std::size_t block;
    bool stays;
  };

  void add(const Road& road, std::size_t i) {
    const std::size_t c = road.blocks[i];
    const bool narrow =
        (i > 0 && is_narrow(road.blocks[i - 1], c)) || (i + 1 < road.blocks.size() && is_narrow(c, road.blocks[i + 1]));
    const bool known = known_[c] != 0;
    const auto put = [&](const terrawright_point& p, Of of) {
      if (i > 0 && is_long(line_.back(), p)) {
        line_.push_back(between(line_.back(), p));
        of_.push_back({SIZE_MAX, false});
      }
      line_.push_back(p);
      of_.push_back(of);
    };
    // If another road swung away from the lattice, water may lie between.
    const bool before = known && i > 0 && !is_dry(line_.back(), stands_[c]);
    if (before) put(middle(c), {SIZE_MAX, true});
    put(known ? stands_[c] : middle(c), {c, known || narrow});
    const bool after = known && i + 1 < road.blocks.size() && !is_dry(stands_[c], middle(road.blocks[i + 1]));
    if (after) put(middle(c), {SIZE_MAX, true});
  }

  void even_out() {
    for (std::size_t i = 1; i + 1 < line_.size(); ++i) {
      if (of_[i].stays) continue;
      const terrawright_point &a = line_[i - 1], &b = line_[i + 1];
      const terrawright_point to{(a.x + 2 * line_[i].x + b.x) / 4, (a.y + 2 * line_[i].y + b.y) / 4};
      const bool back = of_[i].block == SIZE_MAX || is_dry(to, middle(of_[i].block));
      if (back && is_dry(a, to) && is_dry(to, b)) line_[i] = to;
    }
  }

  terrawright_point middle(std::size_t c) const {
    return {grid_.cell_x(static_cast<double>(grid_.x(c))), grid_.cell_y(static_cast<double>(grid_.y(c)))};
  }
  static terrawright_point between(const terrawright_point& a, const terrawright_point& b) {
    return {(a.x + b.x) / 2, (a.y + b.y) / 2};
  }
  bool is_long(const terrawright_point& a, const terrawright_point& b) const {
    const double dx = a.x - b.x, dy = a.y - b.y, most = 1.6 * static_cast<double>(grid_.block);
    return dx * dx + dy * dy > most * most;
  }
  // A slanting step past water.
  bool is_narrow(std::size_t a, std::size_t b) const {
    const std::int64_t dx = grid_.x(b) - grid_.x(a), dy = grid_.y(b) - grid_.y(a);
    return dx * dx + dy * dy == 2 && (country_.dry[grid_.at(grid_.x(a) + dx, grid_.y(a))] == 0 ||
                                      country_.dry[grid_.at(grid_.x(a), grid_.y(a) + dy)] == 0);
  }
  void stand(std::size_t c, const terrawright_point& at) {
    known_[c] = 1;
    stands_[c] = at;
  }
  std::size_t block(const terrawright_point& p) const {
    const auto in = [&](double v, std::int64_t most) {
      const auto cell = static_cast<std::int64_t>(std::max(0.0, std::min(v + 0.5, 1e15)));
      return std::min(cell / grid_.block, most - 1);
    };
    return grid_.at(in(p.x, grid_.width), in(p.y, grid_.height));
  }
  template <class Each>
  static void each_between(const terrawright_point& a, const terrawright_point& b, Each each) {
    constexpr int parts = 8;
    for (int k = 1; k < parts; ++k) {
      const double t = static_cast<double>(k) / parts;
      each(terrawright_point{a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t});
    }
  }
  bool is_dry(const terrawright_point& a, const terrawright_point& b) const {
    bool dry = allowed(a) && allowed(b);
    each_between(a, b, [&](const terrawright_point& p) { dry = dry && allowed(p); });
    return dry;
  }
  bool allowed(const terrawright_point& p) const {
    const std::size_t c = block(p);
    return is_own_[c] != 0 || (country_.whole.empty() ? country_.dry[c] : country_.whole[c]) != 0;
  }

  const Country& country_;
  const FeatureGrid& grid_;
  const std::vector<terrawright_point>& places_;
  std::vector<std::uint8_t> known_, is_own_ = std::vector<std::uint8_t>(grid_.size(), 0);
  std::vector<terrawright_point> line_;
  std::vector<Of> of_;
  std::vector<terrawright_point> stands_;  // of a block that a road or a place has: where
};

}  // namespace terrawright::feature
