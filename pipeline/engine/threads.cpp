// SPDX-License-Identifier: Apache-2.0
#include "engine/threads.hpp"

#include <pthread.h>

#include <cstring>
#include <mutex>
#include <vector>

namespace terrawright::engine {
namespace {

// Until all have been started none may end.
void* wait_for(void* started) {
  const std::lock_guard lock(*static_cast<std::mutex*>(started));
  return nullptr;
}

}  // namespace

std::string lacking_threads(int count) {
  constexpr std::size_t stack = std::size_t{4} << 20;  // as the task library asks for
  std::mutex started;
  std::vector<pthread_t> threads;
  threads.reserve(static_cast<std::size_t>(count));
  pthread_attr_t attributes;
  int error = pthread_attr_init(&attributes);
  if (error == 0) error = pthread_attr_setstacksize(&attributes, stack);
  {
    const std::lock_guard lock(started);
    for (int i = 0; i < count && error == 0; ++i) {
      pthread_t thread{};
      error = pthread_create(&thread, &attributes, wait_for, &started);
      if (error == 0) threads.push_back(thread);
    }
  }
  for (const pthread_t thread : threads) pthread_join(thread, nullptr);
  pthread_attr_destroy(&attributes);
  if (error == 0) return {};
  return std::to_string(count) + " more threads are needed, and the machine gives " + std::to_string(threads.size()) +
         ": " + std::strerror(error);
}

}  // namespace terrawright::engine
