// SPDX-License-Identifier: Apache-2.0
// The first allocation that fails is the end of this program. cairo 1.16 crashes without memory, and leaves out of a
// PDF what zlib had no memory for, with no error.
#include <unistd.h>

#include <cstddef>

#include "readers/library_process.hpp"

#ifndef TERRAWRIGHT_SANITIZED  // which has these functions for itself
extern "C" {
// glibc's own, under the names that are for this.
// NOLINTBEGIN(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp)
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* memory, std::size_t size);
// NOLINTEND(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp)
}

namespace {

void* demand(void* memory, bool wanted) {
  if (memory != nullptr || !wanted) return memory;
  constexpr char reason[] = "there is not enough memory";
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, reason, sizeof reason - 1);
  _exit(terrawright::readers::exit_of_machine);
}

}  // namespace

extern "C" {
void* malloc(std::size_t size) { return demand(__libc_malloc(size), true); }
void* calloc(std::size_t count, std::size_t size) { return demand(__libc_calloc(count, size), true); }
void* realloc(void* memory, std::size_t size) { return demand(__libc_realloc(memory, size), size != 0); }
}
#endif
