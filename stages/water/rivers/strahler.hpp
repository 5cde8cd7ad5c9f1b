// SPDX-License-Identifier: Apache-2.0
// Strahler's order of streams and how far they have come, and how lakes hand both on.
//
// Source: Strahler 1957, Quantitative analysis of watershed geomorphology. A stream without tributaries has order 1;
// where two of the highest order meet, it rises by one. A lake is the confluence of all that flows in, at its outlet.
#pragma once
#include <algorithm>
#include <cstdint>

#include "river_length.hpp"

namespace terrawright::water {

// The highest order that arrives, whether once or more often, and the longest way.
struct Arriving {
  std::uint8_t order = 0;  // 0: nothing arrives
  std::uint8_t times = 0;  // at most 2
  Steps longest;

  void add(const Arriving& other) {
    longest = std::max(longest, other.longest);
    if (other.order > order) {
      order = other.order;
      times = other.times;
    } else if (other.order == order && order != 0) {
      times = static_cast<std::uint8_t>(std::min(2, times + other.times));
    }
  }
  // Order below a confluence; 0 without inflow.
  std::uint8_t joined() const { return static_cast<std::uint8_t>(times >= 2 ? order + 1 : order); }
};

enum class Water : std::uint8_t { none, river, lake, border };  // `border`: of the map, where nothing is known

// The order of a river's cell.
inline std::uint8_t river_order(const Arriving& arriving) { return std::max<std::uint8_t>(arriving.joined(), 1); }

// The order and length that a cell of `from`, where those of `arriving` come in, hands on to a cell of `to`, one step
// away.
inline Arriving handed_on(Water from, const Arriving& arriving, Water to, const Steps& step) {
  const std::uint8_t order = from == Water::river ? river_order(arriving) : arriving.joined();
  if (order == 0) return {};
  const Steps length = arriving.longest + step;
  if (from == Water::lake && to == Water::lake) return {arriving.order, arriving.times, length};
  return {order, 1, length};
}

}  // namespace terrawright::water
