// SPDX-License-Identifier: Apache-2.0
// terrawright/testing/guarded.hpp: cells with poison around them, so that a stage which reaches outside is found.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "terrawright/abi.h"

namespace terrawright {
inline namespace v1 {
namespace testing {
namespace detail {

// Bytes of a cell; 0: the kind is no layer.
inline std::size_t cell_bytes(std::uint32_t kind) {
  constexpr std::size_t bytes[] = {0, 4, 4, 4, 1, 2, 8, 8, 4};
  return kind < sizeof bytes / sizeof bytes[0] ? bytes[kind] : 0;
}
inline const char* kind_name(std::uint32_t kind) {
  constexpr const char* names[] = {"nothing", "heights", "scalars",  "weights", "masks",  "classes", "counts",
                                   "vectors", "colours", "a number", "a grid",  "a text", "a table"};
  return kind < sizeof names / sizeof names[0] ? names[kind] : "of no kind";
}
inline bool is_float(std::uint32_t kind) {
  return kind == TERRAWRIGHT_KIND_HEIGHT || kind == TERRAWRIGHT_KIND_SCALAR || kind == TERRAWRIGHT_KIND_WEIGHT;
}
// The only kind of a set, or its first one.
inline std::uint32_t first_kind(std::uint32_t kinds) {
  for (std::uint32_t kind = 1; kind < 32; ++kind) {
    if (kinds & (1u << kind)) return kind;
  }
  return 0;
}
inline bool is_one_kind(std::uint32_t kinds) { return kinds != 0 && (kinds & (kinds - 1)) == 0; }

// Bytes at a multiple of 64.
class Bytes {
 public:
  void* resize(std::uint64_t size, unsigned char fill = 0) {
    lines_.assign(static_cast<std::size_t>((size + 63) / 64), Line{});
    size_ = size;
    if (!lines_.empty()) std::memset(lines_.data(), fill, lines_.size() * 64);
    return lines_.empty() ? nullptr : lines_.data();
  }
  void copy(const void* bytes, std::uint64_t size) {
    void* to = resize(size);
    if (size != 0) std::memcpy(to, bytes, static_cast<std::size_t>(size));
  }
  terrawright_blob blob() const { return {size_ == 0 ? nullptr : lines_.data(), size_}; }
  unsigned char* data() { return lines_.empty() ? nullptr : lines_.data()->bytes; }
  const unsigned char* data() const { return lines_.empty() ? nullptr : lines_.data()->bytes; }

 private:
  struct alignas(64) Line {
    unsigned char bytes[64];
  };
  std::vector<Line> lines_;
  std::uint64_t size_ = 0;
};

// What stands where no stage may look. Two of them: what follows the poison was read outside.
enum class Poison { first, second };

// A cell of it: NaN or 1e30 where cells are floats.
inline void poison_cell(std::uint32_t kind, Poison poison, unsigned char* cell) {
  const bool first = poison == Poison::first;
  std::memset(cell, first ? 0xa5 : 0x5a, cell_bytes(kind));
  if (!is_float(kind) && kind != TERRAWRIGHT_KIND_VECTOR) return;
  const std::uint32_t bits = first ? 0x7fe5a5a5u : 0x7149f2cau;
  for (std::size_t i = 0; i < cell_bytes(kind); i += sizeof bits) std::memcpy(cell + i, &bits, sizeof bits);
}

// Cells of an area inside a margin, all of it poison at first.
class Guarded {
 public:
  Guarded() = default;
  Guarded(const terrawright_rect& area, std::uint32_t kind, Poison poison)
      : area_(area),
        bytes_(cell_bytes(kind)),
        stride_((area.width + 15) / 16 * 16 + 2 * columns_beside),
        rows_(area.height + 2 * rows_beside) {
    poison_cell(kind, poison, poison_);
    const std::size_t row = static_cast<std::size_t>(stride_) * bytes_;
    auto* all = static_cast<unsigned char*>(cells_.resize(row * static_cast<std::size_t>(rows_)));
    for (std::int64_t i = 0; i < stride_; ++i) std::memcpy(all + static_cast<std::size_t>(i) * bytes_, poison_, bytes_);
    for (std::size_t y = 1; y < static_cast<std::size_t>(rows_); ++y) std::memcpy(all + y * row, all, row);
  }

  const terrawright_rect& area() const { return area_; }
  std::int64_t stride() const { return stride_; }
  // By the world's coordinates.
  unsigned char* cell(std::int64_t x, std::int64_t y) { return cells_.data() + offset(x, y); }
  const unsigned char* cell(std::int64_t x, std::int64_t y) const { return cells_.data() + offset(x, y); }
  bool is_poison(std::int64_t x, std::int64_t y) const { return std::memcmp(cell(x, y), poison_, bytes_) == 0; }

  // A cell that the two do not have in common; of the same area and poison. False: there is none.
  bool differs(const Guarded& other, terrawright_rect& at) const {
    const std::size_t all = static_cast<std::size_t>(stride_ * rows_) * bytes_;
    if (std::memcmp(cells_.data(), other.cells_.data(), all) == 0) return false;
    return find(at,
                [&](std::int64_t x, std::int64_t y) { return std::memcmp(cell(x, y), other.cell(x, y), bytes_) != 0; });
  }
  // A cell beside the area that is no poison any more.
  bool is_broken(terrawright_rect& at) const {
    if (margin_is_poison()) return false;
    return find(at, [&](std::int64_t x, std::int64_t y) { return !is_inside(x, y) && !is_poison(x, y); });
  }
  // found(x, y) for each cell of the area that still is poison.
  template <class Found>
  void each_untouched(Found found) const {
    for (std::int64_t y = area_.y; y < area_.y + area_.height; ++y) {
      for (std::int64_t x = area_.x; x < area_.x + area_.width; ++x) {
        if (is_poison(x, y)) found(x, y);
      }
    }
  }

 private:
  static constexpr std::int64_t columns_beside = 64, rows_beside = 64;  // 64: rows keep their alignment

  std::size_t offset(std::int64_t x, std::int64_t y) const {
    const std::int64_t cells = (y - area_.y + rows_beside) * stride_ + (x - area_.x + columns_beside);
    return static_cast<std::size_t>(cells) * bytes_;
  }
  // The same, row by row against the first row: stages that stay inside are most of them.
  bool margin_is_poison() const {
    const std::int64_t left = area_.x - columns_beside, top = area_.y - rows_beside;
    for (std::int64_t x = left; x < left + stride_; ++x) {
      if (!is_poison(x, top)) return false;
    }
    const auto same = [&](std::int64_t y, std::int64_t from, std::int64_t to) {
      return std::memcmp(cell(from, y), cell(from, top), static_cast<std::size_t>(to - from) * bytes_) == 0;
    };
    for (std::int64_t y = top; y < top + rows_; ++y) {
      const bool beside = y >= area_.y && y < area_.y + area_.height;
      if (!same(y, left, beside ? area_.x : left + stride_)) return false;
      if (beside && !same(y, area_.x + area_.width, left + stride_)) return false;
    }
    return true;
  }
  bool is_inside(std::int64_t x, std::int64_t y) const {
    return x >= area_.x && y >= area_.y && x < area_.x + area_.width && y < area_.y + area_.height;
  }
  template <class Is>
  bool find(terrawright_rect& at, Is is) const {
    const std::int64_t left = area_.x - columns_beside, top = area_.y - rows_beside;
    for (std::int64_t y = top; y < top + rows_; ++y) {
      for (std::int64_t x = left; x < left + stride_; ++x) {
        if (!is(x, y)) continue;
        at = {x, y, 1, 1};
        return true;
      }
    }
    return false;
  }

  terrawright_rect area_{};
  std::size_t bytes_ = 0;
  std::int64_t stride_ = 0, rows_ = 0;
  unsigned char poison_[8] = {};
  Bytes cells_;
};

}  // namespace detail
}  // namespace testing
}  // namespace v1
}  // namespace terrawright
