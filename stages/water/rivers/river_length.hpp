// SPDX-License-Identifier: Apache-2.0
// Length of a river so far, in whole steps: sums that do not depend on the order.
#pragma once
#include <algorithm>
#include <cstdint>

#include "water/directions.hpp"

namespace terrawright::water {

constexpr double diagonal_length = 1.4142135623730951;

struct Steps {
  std::uint32_t straight = 0, diagonal = 0;

  // From a cell with a receiver, to it.
  static Steps towards(Receiver receiver) {
    return direction(receiver).inverse_length < 1.0 ? Steps{0, 1} : Steps{1, 0};
  }
  Steps operator+(const Steps& other) const { return {straight + other.straight, diagonal + other.diagonal}; }
  bool operator<(const Steps& other) const { return cells() < other.cells(); }
  // The sides of a cell that it is long. Only equal steps are equally long, as the root of 2 is no fraction.
  double cells() const { return static_cast<double>(straight) + static_cast<double>(diagonal) * diagonal_length; }
};

// Rivers that have ended: where their water reaches no other river or lake.
struct Ended {
  std::int64_t rivers = 0;
  Steps longest;

  // A river of a single cell on the border of the map is invisible.
  void add(const Steps& length) {
    if (!(Steps{} < length)) return;
    ++rivers;
    longest = std::max(longest, length);
  }
  void add(const Ended& others) {
    rivers += others.rivers;
    longest = std::max(longest, others.longest);
  }
};

}  // namespace terrawright::water
