// SPDX-License-Identifier: Apache-2.0
#include "engine/layers/memory.hpp"

#include <algorithm>
#include <cstdlib>
#include <new>

#include "system/memory.hpp"

// Marks the used blocks for AddressSanitizer; without it these macros do nothing.
#if __has_include(<sanitizer/asan_interface.h>)
#include <sanitizer/asan_interface.h>
#else
#define ASAN_POISON_MEMORY_REGION(begin, bytes) ((void)(begin), (void)(bytes))
#define ASAN_UNPOISON_MEMORY_REGION(begin, bytes) ((void)(begin), (void)(bytes))
#endif

namespace terrawright::engine {
namespace {

constexpr std::size_t huge_page = std::size_t{2} << 20;
constexpr std::size_t units_of_page = huge_page / Memory::unit;
constexpr std::size_t most_at_once = sizeof(void*) == 4 ? 1 : 32;  // pages; 32 bits have few addresses

// The place of the first free block of so many units, aligned to its length; -1: none.
int place_in(std::uint8_t used, std::size_t units) {
  const unsigned mask = (1u << units) - 1u;
  for (std::size_t at = 0; at < units_of_page; at += units) {
    if ((used & (mask << at)) == 0) return static_cast<int>(at);
  }
  return -1;
}

// Address space for so many huge pages, beginning on one.
unsigned char* mapped(std::size_t bytes) {
  void* const pages = system::map_pages(bytes, true);
  if (pages == nullptr) throw std::bad_alloc();
  ASAN_POISON_MEMORY_REGION(pages, bytes);
  return static_cast<unsigned char*>(pages);
}

void unmap(void* begin, std::size_t bytes) {
  ASAN_UNPOISON_MEMORY_REGION(begin, bytes);
  system::unmap_pages(begin, bytes);
}

}  // namespace

Memory::~Memory() {
  for (const auto& [begin, bytes] : mapped_) unmap(begin, bytes);
  for (const auto& [begin, bytes] : large_) unmap(begin, bytes);
}

std::size_t Memory::rounded(std::size_t bytes) {
  for (std::size_t units = 1; units <= units_of_page; units *= 2) {
    if (bytes <= units * unit) return units * unit;
  }
  return (bytes + huge_page - 1) / huge_page * huge_page;
}

void Memory::on_pressure(std::function<bool()> make_room) {
  const std::lock_guard lock(mutex_);
  make_room_ = std::make_shared<const std::function<bool()>>(std::move(make_room));
}

void* Memory::take(std::size_t wanted) {
  const std::size_t bytes = rounded(wanted);
  for (bool may_grow = false;; may_grow = true) {
    for (bool more = true; more;) {
      std::shared_ptr<const std::function<bool()>> make_room;
      {
        const std::lock_guard lock(mutex_);
        void* block = bytes <= huge_page ? fit(bytes / unit) : nullptr;
        const std::uint64_t grows_to = in_pages_ + std::max(bytes, huge_page);
        if (block == nullptr && (may_grow || grows_to <= most_)) {
          block = bytes > huge_page ? take_large(bytes) : (add_page(), fit(bytes / unit));
        }
        if (block != nullptr) {
          ASAN_UNPOISON_MEMORY_REGION(block, wanted);
          return block;
        }
        make_room = make_room_;
      }
      more = make_room && *make_room && (*make_room)();
    }
  }
}

void Memory::give_back(void* block, std::size_t wanted) {
  const std::size_t bytes = rounded(wanted);
  const std::lock_guard lock(mutex_);
  if (bytes > huge_page) {
    unmap(block, bytes);
    large_.erase(block);
    in_pages_ -= bytes;
    return;
  }
  ASAN_POISON_MEMORY_REGION(block, bytes);
  auto* const begin = static_cast<unsigned char*>(block);
  Page& page = *std::prev(pages_.upper_bound(begin))->second;
  const auto at = static_cast<std::size_t>(begin - page.begin) / unit;
  const std::uint8_t before = page.used;
  page.used = static_cast<std::uint8_t>(page.used & ~(((1u << (bytes / unit)) - 1u) << at));
  list(page, before);
}

// A block of pages that are there. The page with the least room that is enough, so that whole pages stay whole.
void* Memory::fit(std::size_t units) {
  for (std::size_t length = 0; length < with_room_.size(); ++length) {
    if ((std::size_t{1} << length) < units || with_room_[length].empty()) continue;
    Page& page = *with_room_[length].begin()->second;
    const int at = place_in(page.used, units);
    const std::uint8_t before = page.used;
    page.used = static_cast<std::uint8_t>(page.used | (((1u << units) - 1u) << at));
    list(page, before);
    return page.begin + static_cast<std::size_t>(at) * unit;
  }
  return nullptr;
}

// The longest free block of a page, as 0 for one unit to 3 for eight; -1: none.
int Memory::longest(std::uint8_t used) {
  for (int length = 3; length >= 0; --length) {
    if (place_in(used, std::size_t{1} << length) >= 0) return length;
  }
  return -1;
}

void Memory::list(Page& page, std::uint8_t before) {
  const int was = longest(before), is = longest(page.used);
  if (was == is) return;
  // Moved, as who gives a block back cannot fail. If even its first entry fails, its block is found with the next.
  std::map<unsigned char*, Page*>::node_type entry;
  if (was >= 0) entry = with_room_[static_cast<std::size_t>(was)].extract(page.begin);
  if (is < 0) return;
  if (entry) {
    with_room_[static_cast<std::size_t>(is)].insert(std::move(entry));
  } else {
    try {
      with_room_[static_cast<std::size_t>(is)][page.begin] = &page;
    } catch (const std::bad_alloc&) {
    }
  }
}

void Memory::add_page() {
  if (fresh_pages_ == 0) {
    const std::size_t bytes = mapped_at_once_ * huge_page;
    mapped_.reserve(mapped_.size() + 1);
    fresh_ = mapped(bytes);
    mapped_.emplace_back(fresh_, bytes);
    fresh_pages_ = mapped_at_once_;  // they are there
    mapped_at_once_ = std::min(2 * mapped_at_once_, most_at_once);
  }
  auto* const begin = static_cast<unsigned char*>(fresh_);
  auto& page = pages_[begin] = std::make_unique<Page>(Page{begin});
  with_room_.back()[begin] = page.get();
  fresh_ = begin + huge_page;
  --fresh_pages_;
  in_pages_ += huge_page;
  peak_ = std::max(peak_, in_pages_);
}

void* Memory::take_large(std::size_t bytes) {
  void* const block = mapped(bytes);
  large_[block] = bytes;
  in_pages_ += bytes;
  peak_ = std::max(peak_, in_pages_);
  return block;
}

Buffer::~Buffer() {
  if (capacity_ > 0) ::operator delete (bytes_, std::align_val_t{64});
}

void Buffer::swap(Buffer& other) noexcept {
  std::swap(bytes_, other.bytes_);
  std::swap(size_, other.size_);
  std::swap(capacity_, other.capacity_);
}

Buffer Buffer::lying(const void* bytes, std::size_t size) {
  Buffer buffer;
  buffer.bytes_ = const_cast<void*>(bytes);
  buffer.size_ = size;
  return buffer;
}

void* Buffer::resize(std::size_t bytes) {
  if (bytes > capacity_ || bytes_ == nullptr) {
    *this = Buffer();  // before there is another one
    const std::size_t rounded = std::max<std::size_t>((bytes + 63) / 64 * 64, 64);
    bytes_ = ::operator new (rounded, std::align_val_t{64});
    capacity_ = rounded;
  }
  size_ = bytes;
  return bytes_;
}

}  // namespace terrawright::engine
