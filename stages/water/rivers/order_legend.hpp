// SPDX-License-Identifier: Apache-2.0
// Orders of rivers as classes.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "terrawright/arrangement.hpp"

namespace terrawright::water {

constexpr std::uint16_t no_order = 0;
constexpr std::uint8_t highest_order = 12;  // of the largest rivers on Earth

inline std::vector<LegendEntry> order_legend() {
  std::vector<LegendEntry> orders = {{0, "no river", {0, 0, 0, 0}, " "}};
  for (std::uint8_t i = 1; i <= highest_order; ++i) {
    const auto shade = static_cast<std::uint8_t>(220 - 18 * i);
    orders.push_back({i,
                      "order " + std::to_string(i),
                      {static_cast<std::uint8_t>(shade / 2), shade, 255, 255},
                      std::string(1, static_cast<char>(i < 10 ? '0' + i : 'a' + i - 10))});
  }
  return orders;
}

}  // namespace terrawright::water
