// SPDX-License-Identifier: Apache-2.0
// Memory, crashes, random bytes, streams and threads of WebAssembly. A crash is an exception of JavaScript, which no
// code here sees.
#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <new>

#include "system/crash.hpp"
#include "system/memory.hpp"
#include "system/random.hpp"
#include "system/terminal.hpp"
#include "system/threads.hpp"

extern "C" double terrawright_bytes_of_files();  // library.js

namespace terrawright::system {
namespace {

constexpr std::size_t line = 64;  // larger alignments leave holes in the heap

}  // namespace

// Nothing is mapped: all comes from the heap, which only grows.
void* map_pages(std::size_t bytes, bool) noexcept {
  if (bytes > SIZE_MAX - line) return nullptr;
  return std::aligned_alloc(line, (bytes + line - 1) / line * line);
}
void* map_shared_pages(std::size_t) noexcept { return nullptr; }  // no process is a copy of this one
void unmap_pages(const void* begin, std::size_t) noexcept { std::free(const_cast<void*>(begin)); }
const void* map_file(int file, std::size_t bytes) noexcept {
  void* const begin = map_pages(bytes);
  if (begin != nullptr && read_at(file, begin, bytes, 0)) return begin;
  std::free(begin);
  return nullptr;
}

SharedMemory::~SharedMemory() = default;
void SharedMemory::grow(std::size_t) { throw std::bad_alloc(); }  // no other process could share it

std::size_t allocated_bytes() { return static_cast<std::size_t>(mallinfo().uordblks); }
void give_back_free_heap(std::size_t) noexcept {}
void use_one_heap() {}
void fill_freed(unsigned char) {}
std::uint64_t highest_memory() { return reinterpret_cast<std::uintptr_t>(sbrk(0)); }
void begin_highest_memory_anew() {}
std::optional<std::uint64_t> memory_with_files() {
  constexpr std::uint64_t all = std::uint64_t{4} << 30;  // what 32 bits address
  return all - std::min(all, static_cast<std::uint64_t>(terrawright_bytes_of_files()));
}

void watch_crashes(void (*)(const char*), void (*)()) {}
void give_second_stack() {}
void with_crash_handler(void (*)(), void (*call)()) { call(); }

bool draw(void* bytes, std::size_t size, bool) {
  for (std::size_t at = 0; at < size; at += 256) {  // at most so many at once
    if (getentropy(static_cast<unsigned char*>(bytes) + at, size - at < 256 ? size - at : 256) != 0) return false;
  }
  return true;
}

bool is_terminal(int) { return false; }
void write_error(std::string_view text) noexcept {
  if (write(standard_error, text.data(), text.size()) < 0) return;
}
void open_standard_streams() {}
bool replace_stream(int, int) { return false; }
std::FILE* moved_stream(int) { return nullptr; }
int descriptor_of(std::FILE* file) { return fileno(file); }
void on_stop(void (*)()) {}

std::size_t threads_to_be_had(std::size_t, std::size_t, int& error) {
  error = 0;
  return 0;
}

// The one thread never ends.
KeyOfThread::KeyOfThread(void (*)(void*)) noexcept : is_good_(true) {}
KeyOfThread::~KeyOfThread() = default;
bool KeyOfThread::set(void*) const noexcept { return is_good_ && key_ == 0; }

}  // namespace terrawright::system
