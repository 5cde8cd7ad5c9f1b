// SPDX-License-Identifier: Apache-2.0
// What std::thread does not have.
#pragma once
#include <cstddef>
#include <memory>
#include <new>

namespace terrawright::system {

// How many threads with such stacks can run at once, up to `count`; `error` has the reason for fewer.
std::size_t threads_to_be_had(std::size_t count, std::size_t stack, int& error);

// A value of each thread. `ends` is called with the last one, if it is not nullptr, as the thread ends.
class KeyOfThread {
 public:
  explicit KeyOfThread(void (*ends)(void*)) noexcept;
  ~KeyOfThread();
  KeyOfThread(const KeyOfThread&) = delete;
  KeyOfThread& operator=(const KeyOfThread&) = delete;
  bool set(void* value) const noexcept;  // false: there is no memory for it

 private:
  unsigned key_ = 0;
  bool is_good_ = false;
};

// One object of a type for each thread, which goes with it. For `thread_local` objects that have a destructor the C
// library ends the process where there is no memory to note it; here that is std::bad_alloc.
template <class Object>
class OfThread {
 public:
  static Object& get() {
    if (own_ == nullptr) {
      static const KeyOfThread key([](void* object) {
        own_ = nullptr;
        delete static_cast<Object*>(object);
      });
      auto made = std::make_unique<Object>();
      if (!key.set(made.get())) throw std::bad_alloc();
      own_ = made.release();
    }
    return *own_;
  }

 private:
  static inline thread_local Object* own_ = nullptr;
};

}  // namespace terrawright::system
