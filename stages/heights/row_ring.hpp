// SPDX-License-Identifier: Apache-2.0
// The last few rows of a lattice. Older ones are overwritten.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "lattice.hpp"

namespace terrawright::heights {

// Floats that begin on a cache line: vector loads and stores that straddle two cost twice.
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

class RowRing {
 public:
  static constexpr std::int32_t capacity = 8;  // the cubic stencil looks at rows k-1 to k+2, and an edge row one behind

  RowRing(Span columns, Span rows)
      : columns_(columns),
        rows_(rows),
        next_(rows.first),
        stride_((columns.size() + 15) / 16 * 16),
        cells_(static_cast<std::size_t>(stride_) * static_cast<std::size_t>(capacity)) {}

  Span columns() const { return columns_; }
  Span rows() const { return rows_; }
  // From column x of row y on.
  float* at(std::int32_t y, std::int32_t x) {
    return cells_.begin() + static_cast<std::ptrdiff_t>(y & (capacity - 1)) * stride_ + (x - columns_.first);
  }
  // Makes the rows up to y that have not been made, by make(row, cells); never beyond the last.
  template <class Make>
  void need(std::int32_t y, Make make) {
    for (const std::int32_t end = std::min(y, rows_.last); next_ <= end; ++next_)
      make(next_, at(next_, columns_.first));
  }

 private:
  Span columns_, rows_;
  std::int32_t next_;
  std::int32_t stride_;
  AlignedRow cells_;
};

}  // namespace terrawright::heights
