// SPDX-License-Identifier: Apache-2.0
// block_note.hpp: what tiles tell of heights and sea on the climate's grid. Notes are added: a note holds whole sums by
// rows of nodes, and rows that only one of two notes has are taken over as they are.
//
// A row is stretches of nodes from column 0 on: their number and what they have in common, then what each has by
// itself. Neighbours differ little and the sea is all alike, so most nodes need three bytes or none.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "notes/packed.hpp"
#include "terrawright/blob.hpp"

namespace terrawright::climate {

// Facts of the cells of a node: the sum of nearbyint(1024 z) where z > 0, and the number of water cells.
struct Block {
  std::int64_t sum = 0, water = 0;
};

enum class Stretch : std::uint8_t { alike, land, mixed };  // only the same water; sums alone; sums and water

inline Stretch stretch_of(const Block& block) {
  return block.sum == 0 ? Stretch::alike : block.water == 0 ? Stretch::land : Stretch::mixed;
}

inline void pack_row(const std::vector<Block>& row, notes::Packed& to) {
  std::size_t end = row.size();
  while (end > 0 && row[end - 1].sum == 0 && row[end - 1].water == 0) --end;
  std::int64_t last = 0;
  for (std::size_t begin = 0, next = 0; begin < end; begin = next) {
    const Stretch kind = stretch_of(row[begin]);
    while (next < end && stretch_of(row[next]) == kind &&
           (kind != Stretch::alike || row[next].water == row[begin].water)) {
      ++next;
    }
    to.add((next - begin) << 2 | static_cast<std::uint64_t>(kind));
    if (kind == Stretch::alike) {
      to.add(static_cast<std::uint64_t>(row[begin].water));
      continue;
    }
    for (std::size_t i = begin; i < next; ++i) {
      to.add_signed(row[i].sum - last);
      last = row[i].sum;
      if (kind == Stretch::mixed) to.add(static_cast<std::uint64_t>(row[i].water));
    }
  }
}

// Adds what a row holds; it grows as far as it has to.
inline void add_row(const Items<std::uint8_t>& bytes, std::vector<Block>& row) {
  notes::Unpacked from(bytes);
  std::int64_t last = 0;
  for (std::size_t i = 0; !from.empty();) {
    const std::uint64_t head = from.next();
    const auto kind = static_cast<Stretch>(head & 3u);
    const std::size_t end = i + static_cast<std::size_t>(head >> 2);
    row.resize(std::max(row.size(), end));
    const auto alike = kind == Stretch::alike ? static_cast<std::int64_t>(from.next()) : 0;
    for (; i < end; ++i) {
      row[i].water += alike;
      if (kind == Stretch::alike) continue;
      last += from.next_signed();
      row[i].sum += last;
      if (kind == Stretch::mixed) row[i].water += static_cast<std::int64_t>(from.next());
    }
  }
}

// Rows of nodes from `first` on.
class BlockNote {
 public:
  explicit BlockNote(const BlobView& note)
      : first_(note.one<std::int64_t>(0)), ends_(note.items<std::uint64_t>(1)), bytes_(note.items<std::uint8_t>(2)) {}

  std::int64_t first() const { return first_; }
  std::int64_t end() const { return first_ + static_cast<std::int64_t>(ends_.size()); }
  Items<std::uint8_t> row(std::int64_t j) const {
    if (j < first_ || j >= end()) return {};
    const auto k = static_cast<std::size_t>(j - first_);
    const std::size_t begin = k == 0 ? 0 : static_cast<std::size_t>(ends_[k - 1]);
    return {bytes_.data() + begin, static_cast<std::size_t>(ends_[k]) - begin};
  }

 private:
  std::int64_t first_;
  Items<std::uint64_t> ends_;
  Items<std::uint8_t> bytes_;
};

// give(j, packed) packs row j.
template <class Give>
Blob block_note(std::int64_t first, std::int64_t end, Give give) {
  notes::Packed bytes;
  std::vector<std::uint64_t> ends;
  for (std::int64_t j = first; j < end; ++j) {
    give(j, bytes);
    ends.push_back(bytes.bytes().size());
  }
  Blob note;
  note.add_one(first);
  note.add(ends);
  note.add(bytes.bytes());
  return note;
}

inline Blob added(const BlockNote& a, const BlockNote& b) {
  std::vector<Block> sums;
  return block_note(std::min(a.first(), b.first()), std::max(a.end(), b.end()), [&](std::int64_t j, notes::Packed& to) {
    const Items<std::uint8_t> of_a = a.row(j), of_b = b.row(j);
    if (of_a.empty() || of_b.empty()) return to.add(of_a.empty() ? of_b : of_a);
    sums.clear();
    add_row(of_a, sums);
    add_row(of_b, sums);
    pack_row(sums, to);
  });
}

}  // namespace terrawright::climate
