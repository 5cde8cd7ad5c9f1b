// SPDX-License-Identifier: Apache-2.0
// Whole numbers in as few bytes as they need, seven bits in each, for notes: most of what tiles count is small.
#pragma once
#include <cstdint>
#include <vector>

#include "terrawright/blob.hpp"

namespace terrawright::notes {

class Packed {
 public:
  void add(std::uint64_t number) {
    for (; number >= 128; number >>= 7) bytes_.push_back(static_cast<std::uint8_t>(number | 128));
    bytes_.push_back(static_cast<std::uint8_t>(number));
  }
  // Small ones of either sign.
  void add_signed(std::int64_t number) {
    add((static_cast<std::uint64_t>(number) << 1) ^ static_cast<std::uint64_t>(number >> 63));
  }
  // Adds packed bytes.
  void add(const Items<std::uint8_t>& bytes) { bytes_.insert(bytes_.end(), bytes.begin(), bytes.end()); }
  const std::vector<std::uint8_t>& bytes() const { return bytes_; }

 private:
  std::vector<std::uint8_t> bytes_;
};

class Unpacked {
 public:
  explicit Unpacked(const Items<std::uint8_t>& bytes) : at_(bytes.begin()), end_(bytes.end()) {}
  bool empty() const { return at_ == end_; }
  std::uint64_t next() {
    std::uint64_t number = *at_ & 127u;
    for (int bits = 7; (*at_++ & 128u) != 0; bits += 7) number |= static_cast<std::uint64_t>(*at_ & 127u) << bits;
    return number;
  }
  std::int64_t next_signed() {
    const std::uint64_t number = next();
    return static_cast<std::int64_t>(number >> 1) ^ -static_cast<std::int64_t>(number & 1);
  }

 private:
  const std::uint8_t *at_, *end_;
};

}  // namespace terrawright::notes
