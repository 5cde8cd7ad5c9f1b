// SPDX-License-Identifier: Apache-2.0
#include "system/memory.hpp"

#include <malloc.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include <fstream>
#include <new>

#include "system/process.hpp"

namespace terrawright::system {
namespace {

constexpr std::size_t huge_page = std::size_t{2} << 20;

void* mapped(std::size_t bytes, int access, int how, int file) noexcept {
  void* const begin = mmap(nullptr, bytes, access, how, file, 0);
  return begin == MAP_FAILED ? nullptr : begin;
}

}  // namespace

void* map_pages(std::size_t bytes, bool are_huge) noexcept {
  const std::size_t beside = are_huge ? huge_page : 0;
  void* const all = mapped(bytes + beside, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1);
  if (all == nullptr || !are_huge) return all;
  auto* const raw = static_cast<unsigned char*>(all);
  const std::size_t before = (huge_page - reinterpret_cast<std::uintptr_t>(raw) % huge_page) % huge_page;
  if (before != 0) munmap(raw, before);
  if (before != huge_page) munmap(raw + before + bytes, huge_page - before);
  madvise(raw + before, bytes, MADV_HUGEPAGE);  // a wish: without huge pages it is only slower
  return raw + before;
}
void* map_shared_pages(std::size_t bytes) noexcept {
  return mapped(bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1);
}
void unmap_pages(const void* begin, std::size_t bytes) noexcept { munmap(const_cast<void*>(begin), bytes); }
const void* map_file(int file, std::size_t bytes) noexcept {
  return mapped(bytes, PROT_READ, MAP_PRIVATE | MAP_POPULATE, file);
}

SharedMemory::~SharedMemory() {
  if (begin_ != nullptr) munmap(begin_, size_);
}
void SharedMemory::grow(std::size_t bytes) {
  if (bytes <= size_) return;
  if (!resize(file_.number(), bytes)) throw std::bad_alloc();
  void* const at = begin_ == nullptr ? mapped(bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file_.number())
                                     : mremap(begin_, size_, bytes, MREMAP_MAYMOVE);
  if (at == nullptr || at == MAP_FAILED) throw std::bad_alloc();
  begin_ = static_cast<unsigned char*>(at);
  size_ = bytes;
}

std::size_t allocated_bytes() {
  const struct mallinfo2 facts = mallinfo2();
  const auto mapped = static_cast<std::size_t>(memory_of_process("self"));
  return facts.uordblks + facts.hblkhd +
         (mapped > facts.arena + facts.hblkhd ? mapped - facts.arena - facts.hblkhd : 0);
}
void give_back_free_heap([[maybe_unused]] std::size_t if_more_than) noexcept {
#ifdef __GLIBC__
  if (mallinfo2().fordblks > if_more_than) malloc_trim(0);
#endif
}
void use_one_heap() { mallopt(M_ARENA_MAX, 1); }
void fill_freed(unsigned char with) { mallopt(M_PERTURB, with); }
std::uint64_t highest_memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}
void begin_highest_memory_anew() { std::ofstream("/proc/self/clear_refs") << '5'; }
std::optional<std::uint64_t> memory_with_files() { return std::nullopt; }

}  // namespace terrawright::system
