// SPDX-License-Identifier: Apache-2.0
// Exact minimum, maximum and NaN count of cells, and cells by class, in any order.
#pragma once
#include <array>
#include <cstdint>
#include <map>

#include "terrawright/abi.h"

namespace terrawright::engine {

terrawright_statistics no_statistics();
terrawright_statistics merged(const terrawright_statistics& a, const terrawright_statistics& b);

// Number of cells by code; codes without cells are absent.
using ClassCounts = std::map<std::uint16_t, std::uint64_t>;

class CountsOf {
 public:
  void add(const std::uint16_t* cells, std::int64_t count);
  ClassCounts result() const;

 private:
  // Neighbours are alike: with a lane each they need not wait for one another.
  std::array<std::array<std::uint64_t, 256>, 4> small_{};
  ClassCounts large_;  // codes from 256
};

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
