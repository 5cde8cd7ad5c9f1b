// SPDX-License-Identifier: Apache-2.0
#include "store/read_chunk.hpp"

#include <sys/stat.h>

#include <cerrno>
#include <cstring>
#include <string>

#include "store/compression.hpp"
#include "store/folder.hpp"

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

bool is_missing(int error) { return error == ENOENT || error == ENOTDIR || error == ELOOP || error == EINVAL; }

Descriptor open_chunk(int folder, const Shape& shape, std::size_t chunk) {
  const std::string path = chunk_file(shape, chunk);
  const std::size_t last = path.rfind('/');
  const Descriptor inside = open_folders(folder, std::string_view(path).substr(0, last));
  return inside ? open_file(inside.number(), path.substr(last + 1)) : Descriptor();
}

Reading read_chunk(int folder, const Shape& shape, std::size_t chunk, const Seal::Chunk& sealed, void* cells,
                   std::int64_t stride) {
  char* to = static_cast<char*>(cells);
  if (sealed.bytes == 0) {
    clear_rows(shape, chunk, to, stride);
    return Reading::done;
  }
  const Descriptor file = open_chunk(folder, shape, chunk);
  if (!file && !is_missing(errno)) return Reading::unreadable;
  struct stat facts {};
  if (file && fstat(file.number(), &facts) != 0) return Reading::unreadable;
  const bool there = file && static_cast<std::uint64_t>(facts.st_size) == sealed.bytes;
  char* buffer = thread_buffer(Use::compressed, sealed.bytes);
  if (there && !read_at(file.number(), buffer, sealed.bytes, 0)) return Reading::unreadable;
  const std::string_view compressed(buffer, sealed.bytes);
  const Extent extent = extent_of(shape, chunk);
  const bool in_place = stride == chunk_side && extent.columns == chunk_side && extent.rows == chunk_side;
  const std::size_t bytes = chunk_bytes(shape);
  char* whole = in_place ? to : thread_buffer(Use::cells, bytes);
  if (!there || hash_of(compressed) != sealed.hash || !expand(compressed, whole, bytes)) return Reading::damaged;
  if (!in_place) copy_rows(shape, chunk, whole, to, stride);
  return Reading::done;
}

}  // namespace terrawright::store
