// SPDX-License-Identifier: Apache-2.0
// Chunks that do not fit into memory, during the build: in an unnamed file, which the system deletes with the process
// in all cases.
#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>

#include "system/files.hpp"

namespace terrawright::store {

// Allocates extents of a file: used and free ones.

class ExtentAllocator {
 public:
  static constexpr std::uint64_t step = 4096;  // a page, and a block of most disks

  // So many bytes, in whole steps: the smallest free stretch that holds them, else at the end. Returns where.
  std::uint64_t take(std::uint64_t bytes);
  void give_back(std::uint64_t offset, std::uint64_t bytes);

  std::uint64_t taken() const { return taken_; }
  std::uint64_t end() const { return end_; }
  // Offset and bytes of what is free before the end.
  const std::map<std::uint64_t, std::uint64_t>& free() const { return free_; }

 private:
  void add(std::uint64_t offset, std::uint64_t bytes);
  void remove(std::map<std::uint64_t, std::uint64_t>::iterator stretch);

  std::map<std::uint64_t, std::uint64_t> free_;
  std::set<std::pair<std::uint64_t, std::uint64_t>> by_size_;  // bytes, offset
  std::uint64_t taken_ = 0, end_ = 0;
};

struct SpillFailed : std::runtime_error {
  SpillFailed(const std::string& reason, std::string what_helps)
      : std::runtime_error(reason), remedy(std::move(what_helps)) {}
  std::string remedy;
};

// Any thread may call anything at any time; chunks are compressed and moved beside each other.
class Spill {
 public:
  // The file is made at first use, in `folder` or the nearest folder above it that is there.
  explicit Spill(std::filesystem::path folder) : folder_(std::move(folder)) {}

  struct Block {
    std::uint64_t offset = 0, hash = 0;
    std::uint32_t bytes = 0;  // as they stand in the file
  };
  // At most most_bytes_of_a_chunk, of numbers of `type_size` bytes. Throws SpillFailed.
  Block put(const void* bytes, std::size_t size, std::size_t type_size);
  // `size` as it was put. Throws SpillFailed, also where the file has other bytes than were written.
  void get(const Block& block, void* to, std::size_t size) const;
  // Its room is used again.
  void drop(const Block& block) noexcept;

  // Bytes of its chunks on the disk now, and their peak.
  std::uint64_t bytes() const;
  std::uint64_t most_bytes() const;

 private:
  int file();
  void punch() noexcept;
  SpillFailed failure(const std::string& what, int error) const;

  std::filesystem::path folder_;
  mutable std::mutex mutex_;
  system::Descriptor file_;
  ExtentAllocator extents_;
  std::uint64_t most_ = 0;
  std::uint64_t unused_ = 0;  // at most so many free bytes have blocks of the disk
};

}  // namespace terrawright::store
