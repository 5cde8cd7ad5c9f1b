// SPDX-License-Identifier: Apache-2.0
// Weights of a cell as bytes that are 255 together, by the largest remainders.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace terrawright::game {

class PackWeights {
 public:
  // `rest`: the one that gets what the others leave to 1.
  PackWeights(std::size_t count, std::optional<std::size_t> rest) : rest_(rest), of_255_(count) {}

  // For weights of 0 and more: 255 times each one's share of their sum, rounded down. The rest goes to those that lost
  // most; ties: the first. If all are 0 the first gets all.
  void share(std::vector<double>& weights, std::uint8_t* bytes);

 private:
  const std::optional<std::size_t> rest_;
  std::vector<double> of_255_;
};

// A cell of Terrain3D's control map: bits 31-27 the texture below, 26-22 the one above, 21-14 how much of that one
// shows; those of angles, scales, holes, navigation and the shader's own choice are 0. The two that weigh most: below
// is the heavier one, of equals the first.
std::uint32_t control_of(const std::uint8_t* bytes, std::size_t count);

}  // namespace terrawright::game
