// SPDX-License-Identifier: Apache-2.0
// One object of a type for each thread, which goes with it. For `thread_local` objects that have a destructor the C
// library ends the process where there is no memory to note it; here that is std::bad_alloc.
#pragma once
#include <pthread.h>

#include <memory>
#include <new>

namespace terrawright::report {

template <class Object>
class OfThread {
 public:
  static Object& get() {
    static const Key key;
    if (own_ == nullptr) {
      auto made = std::make_unique<Object>();
      if (pthread_setspecific(key.key, made.get()) != 0) throw std::bad_alloc();
      own_ = made.release();
    }
    return *own_;
  }

 private:
  struct Key {
    pthread_key_t key;
    Key() {
      if (pthread_key_create(&key, [](void* object) {
            own_ = nullptr;
            delete static_cast<Object*>(object);
          }) != 0)
        throw std::bad_alloc();
    }
    ~Key() { pthread_key_delete(key); }
    Key(const Key&) = delete;
    Key& operator=(const Key&) = delete;
  };
  static inline thread_local Object* own_ = nullptr;
};

}  // namespace terrawright::report
