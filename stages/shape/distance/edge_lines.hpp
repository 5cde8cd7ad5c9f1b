// SPDX-License-Identifier: Apache-2.0
// Note of a tile about its mask: the first and the last cell of 0 and of 1 in each of its columns and rows.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "notes/packed.hpp"
#include "terrawright/tile.hpp"

namespace terrawright::shape {

constexpr std::int32_t nowhere = -1;

// One of the two ends of a line of cells, and the cell nearest to it that is of the other class.
struct LineEnd {
  std::uint8_t is;
  std::int32_t other;
};
struct EdgeLine {
  LineEnd first, last;

  bool whole() const { return first.other == nowhere; }
  // The place of the first and the last cell that is `wanted`, of `length`; or nowhere.
  std::int32_t first_of(std::uint8_t wanted) const { return first.is == wanted ? 0 : first.other; }
  std::int32_t last_of(std::uint8_t wanted, std::int64_t length) const {
    return last.is == wanted ? static_cast<std::int32_t>(length - 1) : last.other;
  }
};

// Lines of one kind that lie beside each other, as a number and their steps.
inline std::vector<std::uint8_t> packed_lines(const std::vector<EdgeLine>& lines) {
  const auto kind = [](const EdgeLine& line) {
    return std::uint64_t{line.first.is} | std::uint64_t{line.last.is} << 1 | (line.whole() ? 4u : 0u);
  };
  notes::Packed to;
  std::int64_t first = 0, last = 0;
  for (std::size_t begin = 0, end = 0; begin < lines.size(); begin = end) {
    while (end < lines.size() && kind(lines[end]) == kind(lines[begin])) ++end;
    to.add((end - begin) << 3 | kind(lines[begin]));
    for (std::size_t i = begin; i < end && !lines[i].whole(); ++i) {
      to.add_signed(lines[i].first.other - first);
      to.add_signed(lines[i].last.other - last);
      first = lines[i].first.other;
      last = lines[i].last.other;
    }
  }
  return to.bytes();
}

// body(place, line) of each.
template <class Body>
void each_line(const Items<std::uint8_t>& bytes, Body body) {
  std::int64_t place = 0;
  EdgeLine line{};
  std::int32_t first = 0, last = 0;
  for (notes::Unpacked from(bytes); !from.empty();) {
    const std::uint64_t run = from.next();
    line.first.is = run & 1;
    line.last.is = run >> 1 & 1;
    const bool whole = (run & 4) != 0;
    for (const std::int64_t end = place + static_cast<std::int64_t>(run >> 3); place < end; ++place) {
      if (!whole) {
        first += static_cast<std::int32_t>(from.next_signed());
        last += static_cast<std::int32_t>(from.next_signed());
      }
      line.first.other = whole ? nowhere : first;
      line.last.other = whole ? nowhere : last;
      body(place, line);
    }
  }
}

// body(x) for each place at which two rows of 0 and 1 differ: few, as coasts are.
template <class Body>
void each_difference(const std::uint8_t* a, const std::uint8_t* b, std::int64_t count, Body body) {
  std::int64_t x = 0;
  for (; x + 8 <= count; x += 8) {
    std::uint64_t eight, other;
    std::memcpy(&eight, a + x, 8);
    std::memcpy(&other, b + x, 8);
    if (eight == other) continue;
    for (std::int64_t i = x; i < x + 8; ++i) {
      if (a[i] != b[i]) body(i);
    }
  }
  for (; x < count; ++x) {
    if (a[x] != b[x]) body(x);
  }
}

inline std::vector<EdgeLine> edge_columns(const View<const std::uint8_t>& mask, const Rect& tile) {
  std::vector<EdgeLine> columns(static_cast<std::size_t>(tile.width));
  const std::uint8_t* const top = mask.row(tile.y, tile.x);
  const std::uint8_t* const bottom = mask.row(tile.y + tile.height - 1, tile.x);
  for (std::int64_t x = 0; x < tile.width; ++x)
    columns[static_cast<std::size_t>(x)] = {{top[x], nowhere}, {bottom[x], nowhere}};
  for (std::int32_t y = 1; y < tile.height; ++y) {
    each_difference(mask.row(tile.y + y - 1, tile.x), mask.row(tile.y + y, tile.x), tile.width, [&](std::int64_t x) {
      EdgeLine& column = columns[static_cast<std::size_t>(x)];
      if (column.first.other == nowhere) column.first.other = y;
      column.last.other = y - 1;
    });
  }
  return columns;
}

inline std::vector<EdgeLine> edge_rows(const View<const std::uint8_t>& mask, const Rect& tile) {
  std::vector<EdgeLine> rows;
  const auto width = static_cast<std::size_t>(tile.width);
  for (std::int64_t y = tile.y; y < tile.y + tile.height; ++y) {
    const std::uint8_t* const row = mask.row(y, tile.x);
    const std::uint8_t first = row[0], last = row[width - 1];
    EdgeLine line{{first, nowhere}, {last, nowhere}};
    if (const void* const other = std::memchr(row, first ^ 1, width)) {
      line.first.other = static_cast<std::int32_t>(static_cast<const std::uint8_t*>(other) - row);
      for (std::size_t x = width; x-- > 0 && line.last.other == nowhere;) {
        if (row[x] != last) line.last.other = static_cast<std::int32_t>(x);
      }
    }
    rows.push_back(line);
  }
  return rows;
}

}  // namespace terrawright::shape
