// SPDX-License-Identifier: Apache-2.0
// terrawright/blob.hpp: what travels between rounds. A note or a verdict is either one trivially copyable
// struct or a Blob: several arrays of such structs. Both are written once and read in place.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <type_traits>
#include <vector>

#include "abi.h"

namespace terrawright {
inline namespace v1 {

// A run of items in memory that somebody else owns.
template <class Item>
class Items {
 public:
  Items() = default;
  Items(const Item* first, std::size_t count) : first_(first), count_(count) {}
  const Item* begin() const { return first_; }
  const Item* end() const { return first_ + count_; }
  const Item& operator[](std::size_t i) const { return first_[i]; }
  std::size_t size() const { return count_; }
  bool empty() const { return count_ == 0; }
  const Item* data() const { return first_; }

 private:
  const Item* first_ = nullptr;
  std::size_t count_ = 0;
};

// Layout: the number of sections, (offset, bytes) of each, then the sections, each 64-byte aligned.
class Blob {
 public:
  template <class Item>
  void add(const Item* items, std::size_t count) {
    static_assert(std::is_trivially_copyable_v<Item>, "a section holds plain structs");
    const auto* first = reinterpret_cast<const unsigned char*>(items);
    sections_.push_back({bytes_.size(), count * sizeof(Item)});
    bytes_.insert(bytes_.end(), first, first + count * sizeof(Item));
    bytes_.resize(padded(bytes_.size()));
  }
  template <class Item>
  void add(const std::vector<Item>& items) {
    add(items.data(), items.size());
  }
  template <class Item>
  void add_one(const Item& item) {
    add(&item, 1);
  }

  std::size_t size() const { return header_size() + bytes_.size(); }
  void store(void* destination) const {
    auto* out = static_cast<unsigned char*>(destination);
    const std::uint64_t count = sections_.size();
    std::memcpy(out, &count, sizeof count);
    for (std::size_t i = 0; i < sections_.size(); ++i) {
      const std::uint64_t entry[2] = {header_size() + sections_[i].begin, sections_[i].bytes};
      std::memcpy(out + 8 + 16 * i, entry, sizeof entry);
    }
    if (!bytes_.empty()) std::memcpy(out + header_size(), bytes_.data(), bytes_.size());
  }

 private:
  struct Section {
    std::uint64_t begin, bytes;
  };
  static std::size_t padded(std::size_t bytes) { return (bytes + 63) / 64 * 64; }
  std::size_t header_size() const { return padded(8 + 16 * sections_.size()); }
  std::vector<Section> sections_;
  std::vector<unsigned char> bytes_;
};

// A stored Blob, in place. Sections are numbered in the order they were added.
class BlobView {
 public:
  BlobView() = default;
  explicit BlobView(const terrawright_blob& blob) : bytes_(static_cast<const unsigned char*>(blob.bytes)) {}

  template <class Item>
  Items<Item> items(std::size_t section) const {
    std::uint64_t entry[2];
    std::memcpy(entry, bytes_ + 8 + 16 * section, sizeof entry);
    return {reinterpret_cast<const Item*>(bytes_ + entry[0]), static_cast<std::size_t>(entry[1]) / sizeof(Item)};
  }
  template <class Item>
  const Item& one(std::size_t section) const {
    return items<Item>(section)[0];
  }
  explicit operator bool() const { return bytes_ != nullptr; }

 private:
  const unsigned char* bytes_ = nullptr;
};

// View of a stored Content: a Blob as a BlobView, a struct as itself.
template <class Content>
using Seen = std::conditional_t<std::is_same_v<Content, Blob>, BlobView, const Content&>;

namespace detail {

template <class Content>
TERRAWRIGHT_HIDDEN Seen<Content> nothing() {
  if constexpr (std::is_same_v<Content, Blob>) {
    return BlobView{};
  } else {
    static const Content empty{};
    return empty;
  }
}

}  // namespace detail

template <class Content>
Seen<Content> seen(const terrawright_blob& blob) {
  if (blob.bytes == nullptr) return detail::nothing<Content>();
  if constexpr (std::is_same_v<Content, Blob>) {
    return BlobView(blob);
  } else {
    return *static_cast<const Content*>(blob.bytes);
  }
}

// give(bytes, size) hands the finished bytes to the engine, which copies them.
template <class Content, class Give>
void give_bytes_of(const Content& content, Give give) {
  if constexpr (std::is_same_v<Content, Blob>) {
    std::vector<unsigned char> bytes(content.size());
    content.store(bytes.data());
    give(bytes.data(), bytes.size());
  } else {
    static_assert(std::is_trivially_copyable_v<Content>, "terrawright: a note or verdict is a plain struct or a Blob");
    give(&content, sizeof content);
  }
}

}  // namespace v1
}  // namespace terrawright
