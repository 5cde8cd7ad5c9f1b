// SPDX-License-Identifier: Apache-2.0
#include "game/pack/weights.hpp"

#include <algorithm>

namespace terrawright::game {

void PackWeights::share(std::vector<double>& weights, std::uint8_t* bytes) {
  double sum = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) sum += i == rest_ ? 0 : weights[i];
  if (rest_) {
    weights[*rest_] = sum < 1 ? 1 - sum : 0;
    sum += weights[*rest_];
  }
  // Most cells are of one texture: that which has all, or the first where there is nothing.
  const std::size_t all =
      sum > 0 ? static_cast<std::size_t>(std::find(weights.begin(), weights.end(), sum) - weights.begin()) : 0;
  if (all < weights.size()) {
    std::fill(bytes, bytes + weights.size(), std::uint8_t{0});
    bytes[all] = 255;
    return;
  }
  int left = 255;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const double share = 255 * weights[i] / sum;
    const int whole = static_cast<int>(share);
    bytes[i] = static_cast<std::uint8_t>(whole);
    left -= whole;
    of_255_[i] = share - whole;
  }
  for (; left > 0; --left) {
    std::size_t most = 0;
    for (std::size_t i = 1; i < weights.size(); ++i) most = of_255_[i] > of_255_[most] ? i : most;
    ++bytes[most];
    of_255_[most] = -1;
  }
}

std::uint32_t control_of(const std::uint8_t* bytes, std::size_t count) {
  std::size_t base = 0;
  for (std::size_t i = 1; i < count; ++i) base = bytes[i] > bytes[base] ? i : base;
  std::size_t overlay = base;
  for (std::size_t i = 0; i < count; ++i) {
    if (i != base && bytes[i] > 0 && (overlay == base || bytes[i] > bytes[overlay])) overlay = i;
  }
  const unsigned above = overlay == base ? 0 : bytes[overlay], both = bytes[base] + above;
  const unsigned blend = (2 * 255 * above + both) / (2 * both);  // rounded
  return static_cast<std::uint32_t>(base) << 27 | static_cast<std::uint32_t>(overlay) << 22 | blend << 14;
}

}  // namespace terrawright::game
