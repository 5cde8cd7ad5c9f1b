// SPDX-License-Identifier: Apache-2.0
// Random words of a key: whole numbers only, so that a name has the same letters everywhere.
#pragma once
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string_view>

#include "terrawright/random.h"

namespace terrawright::feature {

// A key of a few values; each of them tells.
inline std::uint64_t key_of(std::uint64_t stream, std::string_view purpose,
                            std::initializer_list<std::int64_t> values) {
  std::uint64_t key = terrawright_mix64(stream ^ terrawright_fnv1a64(purpose.data(), purpose.size()));
  for (const std::int64_t value : values)
    key = terrawright_mix64((key ^ static_cast<std::uint64_t>(value)) + UINT64_C(0x9e3779b97f4a7c15));
  return key;
}

class Words {
 public:
  explicit Words(std::uint64_t key) : key_(key) {}
  std::uint32_t below(std::size_t bound) {
    key_ += UINT64_C(0x9e3779b97f4a7c15);
    return terrawright_below(static_cast<std::uint32_t>(terrawright_mix64(key_) >> 32),
                             static_cast<std::uint32_t>(bound));
  }

 private:
  std::uint64_t key_;
};

}  // namespace terrawright::feature
