// SPDX-License-Identifier: Apache-2.0
// Work on a tile: its largest size, an empty verdict, rows of flags, and arrays that its thread keeps.
#pragma once
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "system/threads.hpp"
#include "terrawright/tile.hpp"

namespace terrawright::water {

// Limits that several stages share: the largest tile, and an empty verdict.
struct Nothing {};

// Limit of 32-bit counts: cells of a tile, and pairs of them.
inline void require_countable(const Rect& tile) {
  if (tile.width <= (std::int64_t{1} << 30) / tile.height) return;
  throw Failure("", "a tile of " + std::to_string(tile.width) + " x " + std::to_string(tile.height) +
                        " cells is more than it can count (2^30): take smaller tiles, as 512 cells a side");
}

// Numbers joined into sets; the lowest stands for all.
class Joined {
 public:
  explicit Joined(std::uint32_t count = 0) : parent_(count) { std::iota(parent_.begin(), parent_.end(), 0u); }
  std::uint32_t add() {
    parent_.push_back(static_cast<std::uint32_t>(parent_.size()));
    return parent_.back();
  }
  std::uint32_t find(std::uint32_t a) {
    while (parent_[a] != a) a = parent_[a] = parent_[parent_[a]];
    return a;
  }
  void unite(std::uint32_t a, std::uint32_t b) {
    a = find(a);
    b = find(b);
    parent_[std::max(a, b)] = std::min(a, b);
  }
  std::size_t size() const { return parent_.size(); }

 private:
  std::vector<std::uint32_t> parent_;
};

// Rows of flags, one byte a cell, most of them not set: eight are passed over at a time.
constexpr std::int64_t beyond_flags = 7;  // bytes that each_set may read behind the last flag

// body(x) for each of n flags that is not 0.
template <class Body>
void each_set(const std::uint8_t* flags, std::int64_t n, Body body) {
  for (std::int64_t x = 0; x < n; x += 8) {
    std::uint64_t eight;
    std::memcpy(&eight, flags + x, 8);
    if (x + 8 > n) eight &= (std::uint64_t{1} << (8 * (n - x))) - 1;
    while (eight != 0) {
      const int k = __builtin_ctzll(eight) / 8;
      eight &= ~(std::uint64_t{255} << (8 * k));
      body(x + k);
    }
  }
}

// Arrays of a tile in memory that its thread keeps from tile to tile: fresh pages cost more than what is done on them.

// Items that nobody has given a value are left as the memory is.
template <class Item>
struct Undefined : std::allocator<Item> {
  template <class Other>
  struct rebind {
    using other = Undefined<Other>;
  };
  template <class Some>
  void construct(Some* at) {
    ::new (static_cast<void*>(at)) Some;
  }
  template <class Some, class... Values>
  void construct(Some* at, Values&&... values) {
    ::new (static_cast<void*>(at)) Some(std::forward<Values>(values)...);
  }
};

// A vector whose contents are undefined until they are assigned to, after resize() too.
template <class Item>
class Scratch : public std::vector<Item, Undefined<Item>> {
  using Vector = std::vector<Item, Undefined<Item>>;

 public:
  Scratch() {
    Vectors* const vectors = kept();
    if (vectors == nullptr || vectors->empty()) return;
    this->swap(vectors->back());
    vectors->pop_back();
    this->clear();
  }
  Scratch(Scratch&&) noexcept = default;
  ~Scratch() {
    if (this->capacity() == 0) return;
    // Without memory to keep it in, it is freed.
    try {
      if (Vectors* const vectors = kept()) vectors->push_back(std::move(static_cast<Vector&>(*this)));
    } catch (const std::bad_alloc&) {
    }
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  Scratch& operator=(Scratch&&) = delete;

 private:
  using Vectors = std::vector<Vector>;
  // Vectors that the thread keeps; nothing without memory for them.
  static Vectors* kept() try { return &system::OfThread<Vectors>::get(); } catch (const std::bad_alloc&) {
    return nullptr;
  }
};

}  // namespace terrawright::water
