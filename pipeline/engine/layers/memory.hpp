// SPDX-License-Identifier: Apache-2.0
// Memory of layers: taken once on huge pages, used again, and never more than it may.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace terrawright::engine {

// Blocks of one, two, four or eight units, cut out of huge pages of eight: what one kind of cells gives back serves
// every other kind. The first touch of fresh pages costs more than most stages, so pages stay until the end.
class Memory {
 public:
  static constexpr std::size_t unit = std::size_t{256} << 10;

  explicit Memory(std::uint64_t most = std::numeric_limits<std::uint64_t>::max()) : most_(most) {}
  ~Memory();
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;

  // 4096-byte aligned; contents are undefined. If that would exceed `most`, it evicts first; if nothing can be evicted,
  // it exceeds `most`. Throws std::bad_alloc.
  void* take(std::size_t bytes);
  void give_back(void* block, std::size_t bytes);
  // Bytes that a block of so many takes.
  static std::size_t rounded(std::size_t bytes);

  // Gives some blocks back; false: it has none. Called from any thread, several calls at once. Empty: nobody makes
  // room.
  void on_pressure(std::function<bool()> make_room);

  std::uint64_t peak() const { return peak_; }  // bytes of pages at the highest

 private:
  struct Page {
    unsigned char* begin;
    std::uint8_t used = 0;  // a bit a unit
  };
  void* fit(std::size_t units);
  void add_page();
  void* take_large(std::size_t bytes);

  const std::uint64_t most_;
  mutable std::mutex mutex_;
  std::shared_ptr<const std::function<bool()>> make_room_;
  std::map<unsigned char*, std::unique_ptr<Page>> pages_;
  std::array<std::map<unsigned char*, Page*>, 4> with_room_;  // pages by the longest block that fits: 1, 2, 4, 8 units
  std::map<void*, std::size_t> large_;                        // blocks of their own
  std::uint64_t in_pages_ = 0, peak_ = 0;
  void* fresh_ = nullptr;  // mapped, and not yet a page
  std::size_t fresh_pages_ = 0, mapped_at_once_ = 1;
  std::vector<std::pair<void*, std::size_t>> mapped_;
  static int longest(std::uint8_t used);
  void list(Page& page, std::uint8_t before);
};

// A 64-byte aligned buffer that only grows: notes, verdicts and gathered windows.
class Buffer {
 public:
  // Refers to bytes that another owner holds as long.
  static Buffer lying(const void* bytes, std::size_t size);
  Buffer() = default;
  Buffer(Buffer&& other) noexcept { swap(other); }
  Buffer& operator=(Buffer&& other) noexcept {
    Buffer moved(std::move(other));
    swap(moved);
    return *this;
  }
  ~Buffer();
  void* resize(std::size_t bytes);
  const void* data() const { return bytes_; }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }

 private:
  void swap(Buffer& other) noexcept;
  void* bytes_ = nullptr;
  std::size_t size_ = 0, capacity_ = 0;  // 0: the bytes are somebody else's
};

}  // namespace terrawright::engine
