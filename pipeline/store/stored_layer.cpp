// SPDX-License-Identifier: Apache-2.0
#include "store/stored_layer.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstring>

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

// A file is gone, not merely unreadable for now.
bool is_missing(int error) { return error == ENOENT || error == ENOTDIR || error == ELOOP || error == EINVAL; }

}  // namespace

std::shared_ptr<const StoredLayer> StoredLayer::find(const std::shared_ptr<StoreFolder>& store, const std::string& key,
                                                     const Shape& shape) {
  const Descriptor shelf = store->shelf(layers, key);
  if (!shelf || store->distrusts(key)) return nullptr;
  Descriptor folder = open_folder(shelf.number(), name_of(layers, key));
  if (!folder) return nullptr;
  auto seal = read_seal(folder.number(), key);
  if (!seal && !is_missing(errno) && errno != EBADMSG) return nullptr;
  std::shared_ptr<const StoredLayer> layer;
  if (seal && seal->shape == shape) layer.reset(new StoredLayer(store, std::move(folder), key, std::move(*seal)));
  if (!layer || !layer->has_all_chunks()) {
    remove_layer(shelf.number(), name_of(layers, key));
    return nullptr;
  }
  touch(layer->folder_.number(), seal_name);
  return layer;
}

Descriptor StoredLayer::file_of(std::size_t chunk) const {
  const std::string path = chunk_file(seal_.shape, chunk);
  const std::size_t last = path.rfind('/');
  const Descriptor folder = open_folders(folder_.number(), std::string_view(path).substr(0, last));
  return folder ? open_file(folder.number(), path.substr(last + 1)) : Descriptor();
}

// By their sizes; what is in them is looked at when it is read.
bool StoredLayer::has_all_chunks() const {
  for (std::size_t i = 0; i < seal_.chunks.size(); ++i) {
    if (seal_.chunks[i].bytes == 0) continue;
    struct stat facts {};
    if (fstatat(folder_.number(), chunk_file(seal_.shape, i).c_str(), &facts, AT_SYMLINK_NOFOLLOW) != 0) {
      if (is_missing(errno)) return false;
    } else if (!S_ISREG(facts.st_mode) || static_cast<std::uint64_t>(facts.st_size) != seal_.chunks[i].bytes) {
      return false;
    }
  }
  return true;
}

bool StoredLayer::read(std::size_t chunk, void* cells, std::int64_t stride) const {
  if (read_whole(chunk, cells, stride)) return true;
  if (stands()) store_->distrust(key_);  // it could not be removed
  return false;
}

bool StoredLayer::read_whole(std::size_t chunk, void* cells, std::int64_t stride) const {
  const Seal::Chunk& sealed = seal_.chunks.at(chunk);
  char* to = static_cast<char*>(cells);
  if (sealed.bytes == 0) {
    clear_rows(seal_.shape, chunk, to, stride);
    return true;
  }
  const Descriptor file = file_of(chunk);
  if (!file && !is_missing(errno)) return false;
  struct stat facts {};
  if (file && fstat(file.number(), &facts) != 0) return false;
  const bool there = file && static_cast<std::uint64_t>(facts.st_size) == sealed.bytes;
  char* buffer = thread_buffer(Use::compressed, sealed.bytes);
  if (there && !read_at(file.number(), buffer, sealed.bytes, 0)) return false;
  const std::string_view compressed(buffer, sealed.bytes);
  const Extent extent = extent_of(seal_.shape, chunk);
  const bool in_place = stride == chunk_side && extent.columns == chunk_side && extent.rows == chunk_side;
  const std::size_t bytes = chunk_bytes(seal_.shape);
  char* whole = in_place ? to : thread_buffer(Use::cells, bytes);
  if (!there || hash_of(compressed) != sealed.hash || !expand(compressed, whole, bytes)) {
    remove();
    return false;
  }
  if (!in_place) copy_rows(seal_.shape, chunk, whole, to, stride);
  return true;
}

StoredLayer::File StoredLayer::file(std::size_t chunk) const {
  const Seal::Chunk& sealed = seal_.chunks.at(chunk);
  Descriptor open = sealed.bytes == 0 ? Descriptor() : file_of(chunk);
  struct stat facts {};
  if (!open || fstat(open.number(), &facts) != 0 || static_cast<std::uint64_t>(facts.st_size) != sealed.bytes)
    return {};
  char* buffer = thread_buffer(Use::compressed, sealed.bytes);
  const std::string_view bytes(buffer, sealed.bytes);
  if (!read_at(open.number(), buffer, sealed.bytes, 0) || hash_of(bytes) != sealed.hash) return {};
  return {std::move(open), bytes};
}

// Under its name, where another build may have put another one.
bool StoredLayer::stands() const {
  struct stat own {
  }, named{};
  const Descriptor shelf = store_->shelf(layers, key_);
  return shelf && fstat(folder_.number(), &own) == 0 &&
         fstatat(shelf.number(), name_of(layers, key_).c_str(), &named, AT_SYMLINK_NOFOLLOW) == 0 &&
         own.st_ino == named.st_ino;
}

// So that the next build makes it anew.
void StoredLayer::remove() const {
  if (stands()) remove_layer(store_->shelf(layers, key_).number(), name_of(layers, key_));
}

}  // namespace terrawright::store
