// SPDX-License-Identifier: Apache-2.0
// Cells amid a margin of several rows and columns, which tells whether somebody wrote there.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>

#include "engine/layer.hpp"
#include "engine/memory.hpp"

namespace terrawright::engine {

class Guarded {
 public:
  // Room for `area`, every byte of it `inside` and every byte around it, `margin` rows above and below, `around`. Rows
  // begin at a multiple of 64 bytes.
  void begin(const Rect& area, std::uint32_t cell_bytes, std::int64_t margin, unsigned char around,
             unsigned char inside);
  void* cells() const { return cells_; }
  std::int64_t stride() const { return stride_; }  // in cells

  // Remembers what all of it holds.
  void seal();
  bool is_sealed() const;  // it still holds that
  // Whether the margin still holds `around`.
  bool has_clean_margin() const;
  // The first cell that is no longer as expected: in the margin `around`, in the area what `inside` has, rows `stride`
  // cells apart; nullptr: anything. By the world's coordinates.
  struct Cell {
    std::int64_t x, y;
  };
  std::optional<Cell> first_changed(const void* inside, std::int64_t stride) const;

 private:
  unsigned char* row(std::int64_t y) const;  // from the left end of the margin; 0: the topmost

  Buffer buffer_;
  void* cells_ = nullptr;
  Rect area_{};
  std::int64_t margin_ = 0, stride_ = 0;
  std::int64_t columns_ = 0;  // of the margin, at the left and at the right
  std::size_t cell_bytes_ = 0;
  unsigned char around_ = 0;
  Digest seal_{};
};

}  // namespace terrawright::engine
