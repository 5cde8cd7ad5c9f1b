// SPDX-License-Identifier: Apache-2.0
#include "engine/processes/ranks.hpp"

#include <algorithm>
#include <numeric>

namespace terrawright::engine {
namespace {

// The bits of a number below 2^32, a gap after each.
std::uint64_t spread(std::uint64_t bits) {
  bits = (bits | bits << 16) & 0x0000ffff0000ffffU;
  bits = (bits | bits << 8) & 0x00ff00ff00ff00ffU;
  bits = (bits | bits << 4) & 0x0f0f0f0f0f0f0f0fU;
  bits = (bits | bits << 2) & 0x3333333333333333U;
  return (bits | bits << 1) & 0x5555555555555555U;
}

}  // namespace

Shares::Shares(std::int64_t width, std::int64_t height, std::size_t ranks)
    : columns_((width + schedule::chunk_side - 1) / schedule::chunk_side) {
  const std::int64_t rows = (height + schedule::chunk_side - 1) / schedule::chunk_side;
  std::vector<std::size_t> chunks(static_cast<std::size_t>(columns_ * rows));
  std::iota(chunks.begin(), chunks.end(), std::size_t{0});
  const auto columns = static_cast<std::size_t>(columns_);
  const auto morton = [&](std::size_t chunk) { return spread(chunk % columns) | spread(chunk / columns) << 1; };
  std::sort(chunks.begin(), chunks.end(), [&](std::size_t a, std::size_t b) { return morton(a) < morton(b); });
  owners_.resize(chunks.size());
  for (std::size_t i = 0; i < chunks.size(); ++i)
    owners_[chunks[i]] = static_cast<std::uint16_t>(i * ranks / chunks.size());
}

std::size_t Shares::of_cell(std::int64_t x, std::int64_t y) const {
  return owners_[static_cast<std::size_t>(y / schedule::chunk_side * columns_ + x / schedule::chunk_side)];
}

bool Shares::touch(const Rect& area, std::size_t rank) const {
  const std::int64_t side = schedule::chunk_side;
  for (std::int64_t row = area.y / side; row <= (area.y + area.height - 1) / side; ++row) {
    for (std::int64_t column = area.x / side; column <= (area.x + area.width - 1) / side; ++column) {
      if (owners_[static_cast<std::size_t>(row * columns_ + column)] == rank) return true;
    }
  }
  return false;
}

}  // namespace terrawright::engine
