// SPDX-License-Identifier: Apache-2.0
// Cells by what it costs to get away from them, the least first (Dial 1969). Costs that differ by less than one step go
// into one bucket, whose order does not matter: none of its cells can make another of them cheaper (Dinitz 1978).
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "step_costs.hpp"
#include "water/scratch.hpp"

namespace terrawright::water {

class CostQueue {
 public:
  using Cell = std::uint32_t;

  // Costs go from 0 to one step above the bucket at hand.
  explicit CostQueue(const StepCosts& steps) {
    while ((Cost{2} << shift_) <= steps.least()) ++shift_;
    std::size_t buckets = 1;
    while (buckets <= static_cast<std::size_t>(steps.most() >> shift_) + 1) buckets *= 2;
    last_.assign(buckets, none);
  }

  bool empty() const { return waiting_ == 0; }
  std::int64_t bucket(Cost cost) const { return cost >> shift_; }

  void push(Cell cell, Cost cost) {
    std::uint32_t& last = last_[at(bucket(cost))];
    std::uint32_t entry = free_;
    if (entry == none) {
      entry = static_cast<std::uint32_t>(entries_.size());
      entries_.push_back({cell, last});
    } else {
      free_ = entries_[entry].before;
      entries_[entry] = {cell, last};
    }
    last = entry;
    ++waiting_;
  }
  // body(cell) for each cell of a bucket; it may push cells of others.
  template <class Body>
  void take(std::int64_t bucket, Body body) {
    std::uint32_t entry = last_[at(bucket)];
    last_[at(bucket)] = none;
    while (entry != none) {
      const Entry here = entries_[entry];
      entries_[entry].before = free_;
      free_ = entry;
      --waiting_;
      entry = here.before;
      body(here.cell);
    }
  }

 private:
  static constexpr std::uint32_t none = UINT32_MAX;
  struct Entry {
    Cell cell;
    std::uint32_t before;  // in its bucket, or among those that are free
  };
  std::size_t at(std::int64_t bucket) const { return static_cast<std::size_t>(bucket) & (last_.size() - 1); }

  int shift_ = 0;
  std::vector<std::uint32_t> last_;  // by bucket, round and round
  Scratch<Entry> entries_;
  std::uint32_t free_ = none;
  std::size_t waiting_ = 0;
};

}  // namespace terrawright::water
