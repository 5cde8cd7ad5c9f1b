// SPDX-License-Identifier: Apache-2.0
#include "store/spill.hpp"

namespace terrawright::store {
namespace {

std::uint64_t in_steps(std::uint64_t bytes) {
  return (bytes + ExtentAllocator::step - 1) / ExtentAllocator::step * ExtentAllocator::step;
}

}  // namespace

void ExtentAllocator::add(std::uint64_t offset, std::uint64_t bytes) {
  free_.emplace(offset, bytes);
  by_size_.emplace(bytes, offset);
}

void ExtentAllocator::remove(std::map<std::uint64_t, std::uint64_t>::iterator stretch) {
  by_size_.erase({stretch->second, stretch->first});
  free_.erase(stretch);
}

std::uint64_t ExtentAllocator::take(std::uint64_t bytes) {
  const std::uint64_t size = in_steps(bytes);
  taken_ += size;
  const auto found = by_size_.lower_bound({size, 0});
  if (found == by_size_.end()) {
    end_ += size;
    return end_ - size;
  }
  const auto [all, offset] = *found;
  remove(free_.find(offset));
  if (all > size) add(offset + size, all - size);
  return offset;
}

void ExtentAllocator::give_back(std::uint64_t offset, std::uint64_t bytes) {
  std::uint64_t size = in_steps(bytes);
  taken_ -= size;
  const auto after = free_.lower_bound(offset);
  if (after != free_.begin()) {
    const auto before = std::prev(after);
    if (before->first + before->second == offset) {
      offset = before->first;
      size += before->second;
      remove(before);
    }
  }
  if (const auto next = free_.find(offset + size); next != free_.end()) {
    size += next->second;
    remove(next);
  }
  if (offset + size == end_) {
    end_ = offset;
  } else {
    add(offset, size);
  }
}

}  // namespace terrawright::store
