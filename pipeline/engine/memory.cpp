// SPDX-License-Identifier: Apache-2.0
#include "engine/memory.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cstdlib>
#include <new>

// AddressSanitizer is told which blocks are in use; without it these macros do nothing.
#if __has_include(<sanitizer/asan_interface.h>)
#include <sanitizer/asan_interface.h>
#else
#define ASAN_POISON_MEMORY_REGION(begin, bytes) ((void)(begin), (void)(bytes))
#define ASAN_UNPOISON_MEMORY_REGION(begin, bytes) ((void)(begin), (void)(bytes))
#endif

namespace terrawright::engine {
namespace {

constexpr std::size_t huge_page = std::size_t{2} << 20;
constexpr std::size_t largest_slab = std::size_t{64} << 20;

}  // namespace

Memory::~Memory() {
  for (const Slab& slab : slabs_) {
    ASAN_UNPOISON_MEMORY_REGION(slab.begin, slab.bytes);
    munmap(slab.begin, slab.bytes);
  }
}

void* Memory::take(std::size_t wanted) {
  const std::size_t bytes = rounded(wanted);
  const std::lock_guard lock(mutex_);
  auto& free = free_[bytes];
  void* block = nullptr;
  if (free.empty()) {
    block = cut(bytes);
  } else {
    block = free.back();
    free.pop_back();
  }
  in_use_ += bytes;
  peak_ = std::max(peak_, in_use_);
  ASAN_UNPOISON_MEMORY_REGION(block, wanted);
  return block;
}

void Memory::give_back(void* block, std::size_t bytes) {
  bytes = rounded(bytes);
  const std::lock_guard lock(mutex_);
  ASAN_POISON_MEMORY_REGION(block, bytes);
  free_[bytes].push_back(block);
  in_use_ -= bytes;
}

void* Memory::cut(std::size_t bytes) {
  if (slabs_.empty() || slabs_.back().bytes - used_of_last_ < bytes) {
    // Slabs double, so that a small world stays small.
    std::size_t size = slabs_.empty() ? huge_page : std::min(largest_slab, 2 * slabs_.back().bytes);
    size = std::max(size, (bytes + huge_page - 1) / huge_page * huge_page);
    // Map one huge page more and drop the ends, so that the slab begins on a huge page.
    void* mapped = mmap(nullptr, size + huge_page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapped == MAP_FAILED) throw std::bad_alloc();
    auto* raw = static_cast<unsigned char*>(mapped);
    const std::size_t before = (huge_page - reinterpret_cast<std::uintptr_t>(raw) % huge_page) % huge_page;
    if (before != 0) munmap(raw, before);
    if (before != huge_page) munmap(raw + before + size, huge_page - before);
    madvise(raw + before, size, MADV_HUGEPAGE);  // a wish: without huge pages it is only slower
    ASAN_POISON_MEMORY_REGION(raw + before, size);
    slabs_.push_back({raw + before, size});
    used_of_last_ = 0;
  }
  void* block = static_cast<unsigned char*>(slabs_.back().begin) + used_of_last_;
  used_of_last_ += bytes;
  return block;
}

void Buffer::Free::operator()(void* p) const { std::free(p); }

void* Buffer::resize(std::size_t bytes) {
  if (bytes > capacity_ || !bytes_) {
    const std::size_t rounded = std::max<std::size_t>((bytes + 63) / 64 * 64, 64);
    bytes_.reset(std::aligned_alloc(64, rounded));
    if (!bytes_) {
      size_ = capacity_ = 0;
      throw std::bad_alloc();
    }
    capacity_ = rounded;
  }
  size_ = bytes;
  return bytes_.get();
}

}  // namespace terrawright::engine
