// SPDX-License-Identifier: Apache-2.0
// Memory of the operating system.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>

#include "system/files.hpp"

namespace terrawright::system {

// Pages of any contents; nullptr: there are none. `are_huge`: at multiples of 2 MiB, on huge pages if there are some.
void* map_pages(std::size_t bytes, bool are_huge = false) noexcept;
void* map_shared_pages(std::size_t bytes) noexcept;  // zeroed, with copies of this process
void unmap_pages(const void* begin, std::size_t bytes) noexcept;
// A file's bytes, to be read; nullptr: not to be had.
const void* map_file(int file, std::size_t bytes) noexcept;

// A file in memory that other processes share. It only grows.
class SharedMemory {
 public:
  SharedMemory() = default;
  explicit SharedMemory(Descriptor file) : file_(std::move(file)) {}
  ~SharedMemory();
  SharedMemory(const SharedMemory&) = delete;
  SharedMemory& operator=(const SharedMemory&) = delete;
  void grow(std::size_t bytes);  // throws std::bad_alloc
  unsigned char* begin() const { return begin_; }
  std::size_t size() const { return size_; }
  int descriptor() const { return file_.number(); }

 private:
  Descriptor file_;
  unsigned char* begin_ = nullptr;
  std::size_t size_ = 0;
};

// Bytes of the heap, and of what else is mapped to be written to.
std::size_t allocated_bytes();
void give_back_free_heap(std::size_t if_more_than) noexcept;
void use_one_heap();                  // not one for each thread
void fill_freed(unsigned char with);  // what is allocated and freed
// Bytes that this process has used at most, so far or since.
std::uint64_t highest_memory();
void begin_highest_memory_anew();
// Bytes that this process and new files may take together, where files lie in memory. Nothing: they lie on disks.
std::optional<std::uint64_t> memory_with_files();

}  // namespace terrawright::system
