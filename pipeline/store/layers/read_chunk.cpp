// SPDX-License-Identifier: Apache-2.0
#include "store/layers/read_chunk.hpp"

#include <cerrno>

#include "store/folders/folder.hpp"
#include "store/layers/compression.hpp"
#include "store/layers/shape.hpp"

namespace terrawright::store {
bool is_missing(int error) { return error == ENOENT || error == ENOTDIR || error == ELOOP || error == EINVAL; }

system::Descriptor open_chunk(int folder, const Shape& shape, std::size_t chunk, std::uint64_t* size) {
  return open_file(folder, chunk_file(shape, chunk), size);
}

Reading read_chunk(int folder, const Shape& shape, std::size_t chunk, const LayerIndex::Chunk& indexed, void* cells,
                   std::int64_t stride) {
  if (indexed.bytes == 0) {
    unpacked(shape, chunk, {}, cells, stride);
    return Reading::done;
  }
  std::uint64_t size = 0;
  const system::Descriptor file = open_chunk(folder, shape, chunk, &size);
  if (!file && !is_missing(errno)) return Reading::unreadable;
  const bool there = file && size == indexed.bytes;
  char* buffer = thread_buffer(Use::compressed, indexed.bytes);
  if (there && !system::read_at(file.number(), buffer, indexed.bytes, 0)) return Reading::unreadable;
  const std::string_view compressed(buffer, indexed.bytes);
  const bool whole = there && hash_of(compressed) == indexed.hash && unpacked(shape, chunk, compressed, cells, stride);
  return whole ? Reading::done : Reading::damaged;
}

}  // namespace terrawright::store
