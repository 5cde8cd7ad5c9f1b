// SPDX-License-Identifier: Apache-2.0
#include "engine/guarded.hpp"

#include <algorithm>
#include <cstring>

namespace terrawright::engine {
namespace {

bool all_are(const unsigned char* bytes, std::size_t count, unsigned char value) {
  return count == 0 || (bytes[0] == value && std::memcmp(bytes, bytes + 1, count - 1) == 0);
}

}  // namespace

unsigned char* Guarded::row(std::int64_t y) const {
  // Buffer hands out what it owns as constant to those who only look.
  return static_cast<unsigned char*>(const_cast<void*>(buffer_.data())) +
         static_cast<std::size_t>(y * stride_) * cell_bytes_;
}

void Guarded::begin(const Rect& area, std::uint32_t cell_bytes, std::int64_t margin, unsigned char around,
                    unsigned char inside) {
  area_ = area;
  margin_ = margin;
  const std::int64_t aligned = std::max<std::int64_t>(64 / cell_bytes, 1);  // cells that begin at such an address
  columns_ = std::max<std::int64_t>(32, aligned);
  stride_ = (area.width + 2 * columns_ + aligned - 1) / aligned * aligned;
  cell_bytes_ = cell_bytes;
  around_ = around;
  const std::size_t bytes = static_cast<std::size_t>(stride_ * (area.height + 2 * margin)) * cell_bytes_;
  std::memset(buffer_.resize(bytes), around, bytes);
  cells_ = row(margin) + columns_ * cell_bytes;
  for (std::int64_t y = 0; y < area.height; ++y)
    std::memset(row(margin + y) + columns_ * cell_bytes, inside, static_cast<std::size_t>(area.width) * cell_bytes_);
}

void Guarded::seal() { seal_ = digest_of({static_cast<const char*>(buffer_.data()), buffer_.size()}); }
bool Guarded::is_sealed() const {
  return digest_of({static_cast<const char*>(buffer_.data()), buffer_.size()}) == seal_;
}

bool Guarded::has_clean_margin() const {
  const std::size_t row_bytes = static_cast<std::size_t>(stride_) * cell_bytes_;
  const std::size_t left = static_cast<std::size_t>(columns_) * cell_bytes_,
                    inside = static_cast<std::size_t>(area_.width) * cell_bytes_;
  const std::size_t rows = static_cast<std::size_t>(margin_);
  if (!all_are(row(0), rows * row_bytes, around_) || !all_are(row(margin_ + area_.height), rows * row_bytes, around_))
    return false;
  for (std::int64_t y = margin_; y < margin_ + area_.height; ++y) {
    if (!all_are(row(y), left, around_)) return false;
    if (!all_are(row(y) + left + inside, row_bytes - left - inside, around_)) return false;
  }
  return true;
}

std::optional<Guarded::Cell> Guarded::first_changed(const void* inside, std::int64_t stride) const {
  for (std::int64_t y = 0; y < area_.height + 2 * margin_; ++y) {
    for (std::int64_t x = 0; x < stride_; ++x) {
      const unsigned char* const cell = row(y) + static_cast<std::size_t>(x) * cell_bytes_;
      const std::int64_t column = x - columns_, line = y - margin_;
      const bool beside = column < 0 || line < 0 || column >= area_.width || line >= area_.height;
      if (!beside && inside == nullptr) continue;
      const auto place = static_cast<std::size_t>(line * stride + column) * cell_bytes_;
      const bool same = beside ? all_are(cell, cell_bytes_, around_)
                               : std::memcmp(cell, static_cast<const unsigned char*>(inside) + place, cell_bytes_) == 0;
      if (!same) return Cell{area_.x + column, area_.y + line};
    }
  }
  return std::nullopt;
}

}  // namespace terrawright::engine
