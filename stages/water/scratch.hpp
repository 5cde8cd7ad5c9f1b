// SPDX-License-Identifier: Apache-2.0
// Arrays of a tile in memory that its thread keeps from tile to tile: fresh pages cost more than what is done on them.
#pragma once
#include <memory>
#include <new>
#include <utility>
#include <vector>

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
    if (kept().empty()) return;
    this->swap(kept().back());
    kept().pop_back();
    this->clear();
  }
  Scratch(Scratch&&) noexcept = default;
  ~Scratch() {
    if (this->capacity() == 0) return;
    // Where there is no memory to keep it in, it goes.
    try {
      kept().push_back(std::move(static_cast<Vector&>(*this)));
    } catch (const std::bad_alloc&) {
    }
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  Scratch& operator=(Scratch&&) = delete;

 private:
  static std::vector<Vector>& kept() {
    static thread_local std::vector<Vector> vectors;
    return vectors;
  }
};

}  // namespace terrawright::water
