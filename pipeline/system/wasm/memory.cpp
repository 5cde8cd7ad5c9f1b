// SPDX-License-Identifier: Apache-2.0
// Memory of WebAssembly, of which nothing is mapped: all comes from the heap, which only grows.
#include "system/memory.hpp"

#include <malloc.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <new>

namespace terrawright::system {
namespace {

constexpr std::size_t small_page = std::size_t{64} << 10, huge_page = std::size_t{2} << 20;

}  // namespace

void* map_pages(std::size_t bytes, bool are_huge) noexcept {
  const std::size_t page = are_huge ? huge_page : small_page;
  if (bytes > SIZE_MAX - page) return nullptr;
  void* const begin = std::aligned_alloc(page, (bytes + page - 1) / page * page);
  if (begin != nullptr) std::memset(begin, 0, bytes);
  return begin;
}
void* map_shared_pages(std::size_t bytes) noexcept { return map_pages(bytes); }
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
void begin_heap_on_huge_pages(std::size_t) noexcept {}
void use_one_heap() {}
void fill_freed(unsigned char) {}
std::uint64_t highest_memory() { return reinterpret_cast<std::uintptr_t>(sbrk(0)); }
void begin_highest_memory_anew() {}

}  // namespace terrawright::system
