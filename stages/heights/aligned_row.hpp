// SPDX-License-Identifier: Apache-2.0
// Floats that begin on a cache line: vector loads and stores that straddle two cost twice.
#pragma once
#include <cstddef>
#include <memory>
#include <vector>

namespace terrawright::heights {

class AlignedRow {
 public:
  explicit AlignedRow(std::size_t count) : floats_(count + line / sizeof(float)) {
    void* at = floats_.data();
    std::size_t room = floats_.size() * sizeof(float);
    begin_ = static_cast<float*>(std::align(line, count * sizeof(float), at, room));
  }
  AlignedRow(AlignedRow&&) = default;  // the floats stay where they are
  AlignedRow& operator=(AlignedRow&&) = default;
  AlignedRow(const AlignedRow&) = delete;
  AlignedRow& operator=(const AlignedRow&) = delete;

  float* begin() const { return begin_; }
  float& operator[](std::size_t i) const { return begin_[i]; }

 private:
  static constexpr std::size_t line = 64;
  std::vector<float> floats_;
  float* begin_;
};

}  // namespace terrawright::heights
