// SPDX-License-Identifier: Apache-2.0
// sign_ground.hpp: where on land a sign may stand, and on what.
#pragma once
#include <cmath>
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

// How high and how rough the land is, as far as signs show it, and where a mountain could stand.

constexpr double near_named = 1000;  // 1/100 mm
inline double apart(const Spot& a, const Spot& b) {
  return std::sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y));
}

struct MountainPlace {
  Spot top;
  double greatness;  // 0 .. 1: how high and rough it is
  bool hill, crest;
  std::uint64_t word;
  bool named = false;
};

// Those of summits with a name first, each greater than all nearby; then the greatest: tops, crests between them,
// hills.
std::vector<MountainPlace> mountain_places(const SignGround& ground, const std::vector<Spot>& named,
                                           const Parallel& parallel);

}  // namespace terrawright::map
