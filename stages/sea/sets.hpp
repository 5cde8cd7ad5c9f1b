// SPDX-License-Identifier: Apache-2.0
// Sets that grow together.
#pragma once
#include <cstdint>
#include <numeric>
#include <vector>

namespace terrawright::sea {

// Disjoint sets of 0 .. n-1. The smallest member stands for a set, so numbers do not depend on the order.
class Sets {
 public:
  explicit Sets(std::uint32_t n) : parent_(n) { std::iota(parent_.begin(), parent_.end(), 0u); }
  std::uint32_t find(std::uint32_t i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  void unite(std::uint32_t i, std::uint32_t j) {
    i = find(i);
    j = find(j);
    if (i < j) {
      parent_[j] = i;
    } else {
      parent_[i] = j;
    }
  }

 private:
  std::vector<std::uint32_t> parent_;
};

}  // namespace terrawright::sea
