// SPDX-License-Identifier: Apache-2.0
// Nothing is synced to the disk: a machine that stops may leave files that are cut or empty, chunks and index alike.
// Their hashes detect it, and a missing layer is rebuilt. Syncing each chunk would cost more than that ever does.
#include "store/layers/layer_writer.hpp"

#include <cerrno>

#include "store/folders/entries.hpp"
#include "store/folders/folder.hpp"
#include "store/layers/compression.hpp"
#include "store/layers/read_chunk.hpp"
#include "store/layers/shape.hpp"

namespace terrawright::store {
namespace {

// The folders of a file's path.
bool make_folders(int at, const std::string& path) {
  for (std::size_t end = path.find('/'); end != std::string::npos; end = path.find('/', end + 1)) {
    if (!system::make_folder_in(at, path.substr(0, end)) && errno != EEXIST) return false;
  }
  return true;
}

}  // namespace

std::unique_ptr<LayerWriter> LayerWriter::begin(const std::shared_ptr<StoreFolder>& store, const std::string& key,
                                                const Shape& shape) {
  if (!is_layer(shape)) return nullptr;
  StagingFolder* staging = store->staging();
  if (staging == nullptr || !store->has_room(chunks_of(shape) * chunk_bytes(shape))) return nullptr;
  return join(store, staging->folder(), staging->next_name(), true, key, shape);
}

std::unique_ptr<LayerWriter> LayerWriter::join(const std::shared_ptr<StoreFolder>& store, int staging,
                                               const std::string& name, bool first, const std::string& key,
                                               const Shape& shape) {
  std::unique_ptr<LayerWriter> writer(new LayerWriter(store, staging, name, first, key, shape));
  return writer->failed_ ? nullptr : std::move(writer);
}

LayerWriter::LayerWriter(std::shared_ptr<StoreFolder> store, int staging, std::string name, bool first, std::string key,
                         const Shape& shape)
    : store_(std::move(store)),
      staging_(staging),
      key_(std::move(key)),
      name_(first ? std::move(name) : std::string()),
      folder_(make_folder(staging, first ? name_ : name)),
      chunk_is_written_(chunks_of(shape)) {
  index_.shape = shape;
  index_.chunks.resize(chunks_of(shape));
  const std::string array = zarr_array(shape);
  if (!folder_ || (first && !write_file(folder_.number(), ".zarray", array))) fail();
  bytes_ = on_disk(array.size());
}

LayerWriter::~LayerWriter() {
  if (!name_.empty()) remove_layer(staging_, name_);
}

void LayerWriter::fail() {
  store_->remember(errno);
  failed_ = true;
}

bool LayerWriter::write_chunk(std::size_t chunk, std::string_view compressed) {
  const std::string file = chunk_file(index_.shape, chunk);
  if (write_file(folder_.number(), file, compressed)) return true;
  return errno == ENOENT && make_folders(folder_.number(), file) && write_file(folder_.number(), file, compressed);
}

void LayerWriter::write(std::size_t chunk, const void* cells, std::int64_t stride) {
  if (failed_) return;
  LayerIndex::Chunk& indexed = index_.chunks.at(chunk);
  if (const std::string_view compressed = packed(index_.shape, chunk, cells, stride); !compressed.empty()) {
    indexed = {hash_of(compressed), compressed.size()};
    if (!write_chunk(chunk, compressed)) {
      fail();
      return;
    }
    bytes_ += on_disk(compressed.size());
  }
  chunk_is_written_[chunk] = true;
  ++written_;
}

std::optional<LayerIndex::Chunk> LayerWriter::chunk(std::size_t chunk) const {
  return chunk_is_written_.at(chunk) ? std::optional(index_.chunks[chunk]) : std::nullopt;
}

void LayerWriter::is_written(std::size_t chunk, const LayerIndex::Chunk& by_another) {
  if (chunk_is_written_.at(chunk).exchange(true)) return;
  index_.chunks[chunk] = by_another;
  if (by_another.bytes != 0) bytes_ += on_disk(by_another.bytes);
  ++written_;
}

bool LayerWriter::read(std::size_t chunk, void* cells, std::int64_t stride) const {
  return chunk_is_written_.at(chunk) &&
         read_chunk(folder_.number(), index_.shape, chunk, index_.chunks[chunk], cells, stride) == Reading::done;
}

bool LayerWriter::commit(const std::string& record) {
  if (failed_ || name_.empty() || written_ != index_.chunks.size()) return false;
  index_.record = record;
  const std::string attributes = zarr_attributes(index_.shape, record);
  index_.bytes = bytes_ + on_disk(attributes.size());
  index_.bytes += on_disk(index_bytes(index_, key_).size());
  bytes_ = index_.bytes;
  if (index_.bytes > store_->most_bytes()) return false;
  if (write_file(folder_.number(), ".zattrs", attributes) &&
      write_file(folder_.number(), index_name, index_bytes(index_, key_)) && put_in_place()) {
    count_kept(*store_, index_.bytes);
    return true;
  }
  if (errno != EEXIST) fail();
  return false;
}

// Not there with EEXIST: what is not the store's stands in its place.
bool LayerWriter::put_in_place() {
  const std::string name = name_of(layers, key_);
  for (int attempt = 0; attempt < 8; ++attempt) {
    const system::Descriptor shelf = store_->make_shelf(layers, key_);
    if (shelf && system::rename_in(staging_, name_, shelf.number(), name)) {
      name_.clear();
      store_->trust(key_);
      return true;
    }
    if (errno == ENOENT) continue;  // another build cleared the store
    if (shelf && errno == ENOTDIR) {
      errno = EEXIST;
      return false;
    }
    if (errno != ENOTEMPTY && errno != EEXIST) return false;
    // Another build was faster: that one stays. Or what is there is not whole.
    const system::Descriptor there = open_folder(shelf.number(), name);
    if (there && read_layer_index(there.number(), key_)) return true;
    remove_layer(shelf.number(), name);
    errno = EEXIST;
  }
  return false;
}

}  // namespace terrawright::store
