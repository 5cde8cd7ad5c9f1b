// SPDX-License-Identifier: Apache-2.0
#include "engine/guarded.hpp"

#include <algorithm>
#include <cstring>

namespace terrawright::engine {
namespace {

bool all_are(const unsigned char* bytes, std::size_t count, unsigned char value) {
  return std::all_of(bytes, bytes + count, [value](unsigned char byte) { return byte == value; });
}

}  // namespace

unsigned char* Guarded::row(std::int64_t y) const {
  // Buffer hands out what it owns as constant to those who only look.
  return static_cast<unsigned char*>(const_cast<void*>(buffer_.data())) +
         static_cast<std::size_t>(y * stride_) * cell_bytes_;
}

void Guarded::begin(const Rect& area, std::uint32_t cell_bytes, unsigned char around, unsigned char inside) {
  width_ = area.width;
  height_ = area.height;
  stride_ = (area.width + 2 * columns + 63) / 64 * 64;
  cell_bytes_ = cell_bytes;
  around_ = around;
  const std::size_t bytes = static_cast<std::size_t>(stride_ * (height_ + 2 * rows)) * cell_bytes_;
  std::memset(buffer_.resize(bytes), around, bytes);
  cells_ = row(rows) + columns * cell_bytes;
  for (std::int64_t y = 0; y < height_; ++y)
    std::memset(row(rows + y) + columns * cell_bytes, inside, static_cast<std::size_t>(width_) * cell_bytes_);
}

void Guarded::seal() { seal_ = digest_of({static_cast<const char*>(buffer_.data()), buffer_.size()}); }
bool Guarded::is_sealed() const {
  return digest_of({static_cast<const char*>(buffer_.data()), buffer_.size()}) == seal_;
}

bool Guarded::has_clean_margin() const {
  const std::size_t row_bytes = static_cast<std::size_t>(stride_) * cell_bytes_;
  const std::size_t left = columns * cell_bytes_, inside = static_cast<std::size_t>(width_) * cell_bytes_;
  if (!all_are(row(0), rows * row_bytes, around_) || !all_are(row(rows + height_), rows * row_bytes, around_))
    return false;
  for (std::int64_t y = rows; y < rows + height_; ++y) {
    if (!all_are(row(y), left, around_)) return false;
    if (!all_are(row(y) + left + inside, row_bytes - left - inside, around_)) return false;
  }
  return true;
}

}  // namespace terrawright::engine
