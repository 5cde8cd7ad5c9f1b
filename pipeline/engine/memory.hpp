// SPDX-License-Identifier: Apache-2.0
// Memory of layers: allocated once on huge pages, and used again.
#pragma once
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

namespace terrawright::engine {

// Blocks of layer memory. The first touch of fresh pages costs more than most stages, so blocks come from
// slabs that ask for huge pages, and a freed block is handed out again before a new one is cut.
class Memory {
 public:
  Memory() = default;
  ~Memory();
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;

  // 4096-byte aligned; contents are undefined. Throws std::bad_alloc.
  void* take(std::size_t wanted);
  void give_back(void* block, std::size_t bytes);

  std::uint64_t peak() const { return peak_; }  // bytes in use at the highest

 private:
  struct Slab {
    void* begin;
    std::size_t bytes;
  };
  static std::size_t rounded(std::size_t bytes) { return (bytes + 4095) / 4096 * 4096; }
  void* cut(std::size_t bytes);

  std::mutex mutex_;
  std::vector<Slab> slabs_;
  std::size_t used_of_last_ = 0;
  std::map<std::size_t, std::vector<void*>> free_;
  std::uint64_t in_use_ = 0, peak_ = 0;
};

// A 64-byte aligned buffer that only grows: notes, verdicts and gathered windows.
class Buffer {
 public:
  void* resize(std::size_t bytes);
  const void* data() const { return bytes_.get(); }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }

 private:
  struct Free {
    void operator()(void* p) const;
  };
  std::unique_ptr<void, Free> bytes_;
  std::size_t size_ = 0, capacity_ = 0;
};

}  // namespace terrawright::engine
