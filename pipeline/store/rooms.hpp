// SPDX-License-Identifier: Apache-2.0
// Allocates extents of a file: used and free ones.
#pragma once
#include <cstdint>
#include <map>
#include <set>
#include <utility>

namespace terrawright::store {

class Rooms {
 public:
  static constexpr std::uint64_t step = 4096;  // a page, and a block of most disks

  // So many bytes, in whole steps: the smallest free stretch that holds them, else at the end. Returns where.
  std::uint64_t take(std::uint64_t bytes);
  void give_back(std::uint64_t offset, std::uint64_t bytes);

  std::uint64_t taken() const { return taken_; }
  std::uint64_t end() const { return end_; }
  // Offset and bytes of what is free before the end.
  const std::map<std::uint64_t, std::uint64_t>& free() const { return free_; }

 private:
  void add(std::uint64_t offset, std::uint64_t bytes);
  void remove(std::map<std::uint64_t, std::uint64_t>::iterator stretch);

  std::map<std::uint64_t, std::uint64_t> free_;
  std::set<std::pair<std::uint64_t, std::uint64_t>> by_size_;  // bytes, offset
  std::uint64_t taken_ = 0, end_ = 0;
};

}  // namespace terrawright::store
