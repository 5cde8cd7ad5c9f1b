// SPDX-License-Identifier: Apache-2.0
// Arrays of a tile in memory that its thread keeps from tile to tile: fresh pages cost more than what is done on them.
#pragma once
#include <pthread.h>

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
  struct Key {
    pthread_key_t key;
    bool good;
    Key()
        : good(pthread_key_create(&key, [](void* vectors) {
                 own_ = nullptr;
                 delete static_cast<Vectors*>(vectors);
               }) == 0) {}
    ~Key() {
      if (good) pthread_key_delete(key);
    }
    Key(const Key&) = delete;
    Key& operator=(const Key&) = delete;
  };
  // Vectors that the thread keeps; nothing without memory for them. For a `thread_local` object with a destructor the C
  // library would end the process then.
  static Vectors* kept() {
    static const Key key;
    if (own_ == nullptr && key.good) {
      std::unique_ptr<Vectors> made(new (std::nothrow) Vectors);
      if (made && pthread_setspecific(key.key, made.get()) == 0) own_ = made.release();
    }
    return own_;
  }
  static inline thread_local Vectors* own_ = nullptr;
};

}  // namespace terrawright::water
