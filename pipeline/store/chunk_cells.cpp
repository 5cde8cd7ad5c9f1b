// SPDX-License-Identifier: Apache-2.0
#include "store/chunk_cells.hpp"

#include <cstring>

#include "store/compression.hpp"

namespace terrawright::store {

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

}  // namespace terrawright::store
