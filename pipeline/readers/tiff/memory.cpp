// SPDX-License-Identifier: Apache-2.0
// Memory that is not there ends the process: libtiff, PROJ and SQLite go on without, and find other facts in the file.
#ifndef TERRAWRIGHT_SANITIZED  // which has memory of its own
#include <dlfcn.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "readers/decoding.hpp"

namespace {

void* demanded(void* memory, std::size_t size) {
  if (memory != nullptr || size == 0) return memory;
  constexpr std::string_view reason = "there is not enough memory";
  [[maybe_unused]] const ssize_t written = write(terrawright::readers::reason_descriptor, reason.data(), reason.size());
  _exit(terrawright::readers::exit_of_machine);
}

// The C library's, or what is loaded before it.
template <class Call>
Call* next(Call*& found, const char* name) {
  if (found == nullptr) *reinterpret_cast<void**>(&found) = dlsym(RTLD_NEXT, name);
  return found;
}

}  // namespace

extern "C" {
void* malloc(std::size_t size) {
  static void* (*found)(std::size_t) = nullptr;
  return demanded(next(found, "malloc")(size), size);
}
void* calloc(std::size_t count, std::size_t size) {
  static void* (*found)(std::size_t, std::size_t) = nullptr;
  return demanded(next(found, "calloc")(count, size), count * size);
}
void* realloc(void* old, std::size_t size) {
  static void* (*found)(void*, std::size_t) = nullptr;
  return demanded(next(found, "realloc")(old, size), size);
}
}
#endif
