// SPDX-License-Identifier: Apache-2.0
// sign_ground.hpp: where on land a sign may stand, and on what.
#pragma once
#include <utility>
#include <vector>

#include "layout.hpp"
#include "rivers.hpp"
#include "surface.hpp"

namespace terrawright::map {

// Obstacles of signs.
struct SignGround {
  const Surface* surface;
  const Field* from_coast;  // 1/100 mm from the sea on land
  const Lines *coast, *lakes;
  const std::vector<River>* rivers;
  const std::vector<std::pair<bool, Line>>* roads;
  Box frame;
};

inline bool overlap(const Box& a, const Box& b) {
  return a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;
}

// Places without lakes, rivers of at least some width (1/100 mm) and roads, each with some room beside it.
class SignRoom {
 public:
  struct Off {
    double least_river, river, road;
  };
  SignRoom(const SignGround& ground, const Off& off);
  bool free(const Spot& s, double off_shore) const;

 private:
  void take(const Spot& s, double around);
  const SignGround& ground_;
  std::int64_t columns_ = 0, rows_ = 0;
  std::vector<std::uint8_t> taken_;
};

// As the ground's picture has it there.
Colour ground_colour(const Surface& surface, const Style& style, const Spot& s);

}  // namespace terrawright::map
