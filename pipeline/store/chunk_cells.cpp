// SPDX-License-Identifier: Apache-2.0
#include "store/chunk_cells.hpp"

#include <cstring>

#include "store/compression.hpp"

namespace terrawright::store {
namespace {

// Rows of a chunk to rows of `stride` cells.
void copy_rows(const Shape& shape, std::size_t chunk, const char* from, char* to, std::int64_t stride) {
  const Extent extent = extent_of(shape, chunk);
  const std::size_t cell = cell_bytes(shape);
  for (std::int64_t row = 0; row < extent.rows; ++row) {
    std::memcpy(to + static_cast<std::size_t>(row * stride) * cell,
                from + static_cast<std::size_t>(row * chunk_side) * cell,
                static_cast<std::size_t>(extent.columns) * cell);
  }
}

void clear_rows(const Shape& shape, std::size_t chunk, char* to, std::int64_t stride) {
  const Extent extent = extent_of(shape, chunk);
  const std::size_t cell = cell_bytes(shape);
  for (std::int64_t row = 0; row < extent.rows; ++row)
    std::memset(to + static_cast<std::size_t>(row * stride) * cell, 0, static_cast<std::size_t>(extent.columns) * cell);
}

}  // namespace

const char* gathered(const Shape& shape, std::size_t chunk, const void* cells, std::int64_t stride) {
  const char* from = static_cast<const char*>(cells);
  const Extent extent = extent_of(shape, chunk);
  if (stride == chunk_side && extent.columns == chunk_side && extent.rows == chunk_side) return from;
  const std::size_t cell = cell_bytes(shape);
  char* to = thread_buffer(Use::cells, chunk_bytes(shape));
  std::memset(to, 0, chunk_bytes(shape));
  for (std::int64_t row = 0; row < extent.rows; ++row) {
    std::memcpy(to + static_cast<std::size_t>(row * chunk_side) * cell,
                from + static_cast<std::size_t>(row * stride) * cell, static_cast<std::size_t>(extent.columns) * cell);
  }
  return to;
}

bool is_zero(const char* bytes, std::size_t size) {
  return bytes[0] == 0 && std::memcmp(bytes, bytes + 1, size - 1) == 0;
}

std::string_view packed(const Shape& shape, std::size_t chunk, const void* cells, std::int64_t stride) {
  const char* whole = gathered(shape, chunk, cells, stride);
  const std::size_t size = chunk_bytes(shape);
  return is_zero(whole, size) ? std::string_view() : compress(whole, size, cell_bytes(shape));
}

bool unpacked(const Shape& shape, std::size_t chunk, std::string_view compressed, void* cells, std::int64_t stride) {
  char* to = static_cast<char*>(cells);
  if (compressed.empty()) {
    clear_rows(shape, chunk, to, stride);
    return true;
  }
  const Extent extent = extent_of(shape, chunk);
  const bool in_place = stride == chunk_side && extent.columns == chunk_side && extent.rows == chunk_side;
  const std::size_t bytes = chunk_bytes(shape);
  char* whole = in_place ? to : thread_buffer(Use::cells, bytes);
  if (!expand(compressed, whole, bytes)) return false;
  if (!in_place) copy_rows(shape, chunk, whole, to, stride);
  return true;
}

}  // namespace terrawright::store
