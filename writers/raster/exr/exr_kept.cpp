// SPDX-License-Identifier: Apache-2.0
#include "raster/exr/exr_kept.hpp"

#include <array>
#include <cstring>

namespace terrawright::raster {
namespace {

// Before the bytes of a chunk: its place, and how many they are.
using ChunkHead = std::array<std::int64_t, 6>;

}  // namespace

void KeptChunks::add(const encode::ExrPlace& place, std::string_view bytes) {
  const ChunkHead head{place.x, place.y, place.level, place.width, place.rows, static_cast<std::int64_t>(bytes.size())};
  too_many_ = too_many_ || all_.size() + sizeof head + bytes.size() > most_;
  if (too_many_) return;
  all_.append(reinterpret_cast<const char*>(&head), sizeof head);
  all_ += bytes;
}

void KeptChunks::keep(const Writing& writing, std::uint64_t item) const {
  if (!too_many_) writing.keep(item, all_);
}

bool has_kept_chunks(const Writing& writing, std::uint64_t item) {
  return may_keep_chunks(writing.item(item).kind) && !writing.kept(item).empty();
}

bool put_kept_chunks(const Writing& writing, std::uint64_t item, encode::ExrFile& file, std::size_t part) {
  std::string_view all = writing.kept(item);
  if (all.empty()) return false;
  while (!all.empty()) {
    ChunkHead head;
    std::memcpy(&head, all.data(), sizeof head);
    const auto [x, y, level, width, rows, bytes] = head;
    writing.go_on();
    file.chunk(part, {x, y, static_cast<int>(level), width, rows}, all.data() + sizeof head,
               static_cast<std::size_t>(bytes));
    all.remove_prefix(sizeof head + static_cast<std::size_t>(bytes));
  }
  return true;
}

}  // namespace terrawright::raster
