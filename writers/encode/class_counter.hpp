// SPDX-License-Identifier: Apache-2.0
// Counts classes while their cells go by.
#pragma once
#include <cstdint>
#include <vector>

#include "encode/class_shares.hpp"

namespace terrawright::encode {

class ClassCounter {
 public:
  // Runs of one code are counted at once.
  void add(const std::uint16_t* codes, std::int64_t count) {
    for (std::int64_t i = 0; i < count;) {
      const std::int64_t begin = i;
      while (i < count && codes[i] == codes[begin]) ++i;
      cells_[codes[begin]] += static_cast<std::uint64_t>(i - begin);
    }
  }
  ClassCounts counts() const {
    ClassCounts all;
    for (std::size_t code = 0; code < cells_.size(); ++code)
      if (cells_[code] != 0) all.emplace_hint(all.end(), static_cast<std::uint16_t>(code), cells_[code]);
    return all;
  }

 private:
  std::vector<std::uint64_t> cells_ = std::vector<std::uint64_t>(65536);
};

}  // namespace terrawright::encode
