// SPDX-License-Identifier: Apache-2.0
// Arrays of a tile in memory that its thread keeps from tile to tile: fresh pages cost more than what is done on them.
#pragma once
#include <memory>
#include <new>
#include <utility>
#include <vector>

#include "system/threads.hpp"

namespace terrawright::water {

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
