// SPDX-License-Identifier: Apache-2.0
// Cells amid a margin of several rows and columns, which tells whether somebody wrote there.
#pragma once
#include <cstddef>
#include <cstdint>

#include "engine/layer.hpp"
#include "engine/memory.hpp"

namespace terrawright::engine {

class Guarded {
 public:
  // Room for `area`, every byte of it `inside` and every byte around it `around`. Rows begin at a multiple of 64 bytes.
  void begin(const Rect& area, std::uint32_t cell_bytes, unsigned char around, unsigned char inside);
  void* cells() const { return cells_; }
  std::int64_t stride() const { return stride_; }  // in cells

  // Remembers what all of it holds.
  void seal();
  bool is_sealed() const;  // it still holds that
  // Whether the margin still holds `around`.
  bool has_clean_margin() const;

 private:
  static constexpr std::int64_t rows = 8, columns = 64;
  unsigned char* row(std::int64_t y) const;  // from the left end of the margin; 0: the topmost

  Buffer buffer_;
  void* cells_ = nullptr;
  std::int64_t width_ = 0, height_ = 0, stride_ = 0;
  std::size_t cell_bytes_ = 0;
  unsigned char around_ = 0;
  Digest seal_{};
};

}  // namespace terrawright::engine
