// SPDX-License-Identifier: Apache-2.0
#include "store/read_chunk.hpp"

#include <sys/stat.h>

#include <cerrno>
#include <string>

#include "store/chunk_cells.hpp"
#include "store/compression.hpp"
#include "store/folder.hpp"

namespace terrawright::store {
bool is_missing(int error) { return error == ENOENT || error == ENOTDIR || error == ELOOP || error == EINVAL; }

Descriptor open_chunk(int folder, const Shape& shape, std::size_t chunk) {
  const std::string path = chunk_file(shape, chunk);
  const std::size_t last = path.rfind('/');
  const Descriptor inside = open_folders(folder, std::string_view(path).substr(0, last));
  return inside ? open_file(inside.number(), path.substr(last + 1)) : Descriptor();
}

Reading read_chunk(int folder, const Shape& shape, std::size_t chunk, const Seal::Chunk& sealed, void* cells,
                   std::int64_t stride) {
  if (sealed.bytes == 0) {
    unpacked(shape, chunk, {}, cells, stride);
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
  const bool whole = there && hash_of(compressed) == sealed.hash && unpacked(shape, chunk, compressed, cells, stride);
  return whole ? Reading::done : Reading::damaged;
}

}  // namespace terrawright::store
