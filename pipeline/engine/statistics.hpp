// SPDX-License-Identifier: Apache-2.0
// Exact minimum, maximum and NaN count of cells, in any order.
#pragma once
#include <cstdint>

#include "terrawright/abi.h"

namespace terrawright::engine {

terrawright_statistics no_statistics();
terrawright_statistics merged(const terrawright_statistics& a, const terrawright_statistics& b);

class StatisticsOf {
 public:
  explicit StatisticsOf(std::uint32_t kind) : kind_(kind) {}
  void add(const void* cells, std::int64_t count);
  terrawright_statistics result() const { return so_far_; }

 private:
  std::uint32_t kind_;
  terrawright_statistics so_far_ = no_statistics();
};

}  // namespace terrawright::engine
