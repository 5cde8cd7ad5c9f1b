// SPDX-License-Identifier: Apache-2.0
#include "system/threads.hpp"

#include <pthread.h>

#include <mutex>
#include <vector>

namespace terrawright::system {
namespace {

// Until all have been started none may end.
void* wait_for_mutex(void* started) {
  const std::lock_guard lock(*static_cast<std::mutex*>(started));
  return nullptr;
}

}  // namespace

std::size_t threads_to_be_had(std::size_t count, std::size_t stack, int& error) {
  std::mutex started;
  std::vector<pthread_t> threads;
  threads.reserve(count);
  pthread_attr_t attributes;
  error = pthread_attr_init(&attributes);
  if (error == 0) error = pthread_attr_setstacksize(&attributes, stack);
  {
    const std::lock_guard lock(started);
    for (std::size_t i = 0; i < count && error == 0; ++i) {
      pthread_t thread{};
      error = pthread_create(&thread, &attributes, wait_for_mutex, &started);
      if (error == 0) threads.push_back(thread);
    }
  }
  for (const pthread_t thread : threads) pthread_join(thread, nullptr);
  pthread_attr_destroy(&attributes);
  return threads.size();
}

KeyOfThread::KeyOfThread(void (*ends)(void*)) noexcept : is_good_(pthread_key_create(&key_, ends) == 0) {}
KeyOfThread::~KeyOfThread() {
  if (is_good_) pthread_key_delete(key_);
}
bool KeyOfThread::set(void* value) const noexcept { return is_good_ && pthread_setspecific(key_, value) == 0; }

}  // namespace terrawright::system
