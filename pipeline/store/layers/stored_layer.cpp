// SPDX-License-Identifier: Apache-2.0
#include "store/layers/stored_layer.hpp"

#include <cerrno>

#include "store/folders/folder.hpp"
#include "store/layers/compression.hpp"
#include "store/layers/read_chunk.hpp"

namespace terrawright::store {
std::shared_ptr<const StoredLayer> StoredLayer::find(const std::shared_ptr<StoreFolder>& store, const std::string& key,
                                                     const Shape& shape) {
  system::Descriptor folder = open_folders(store->root(), path_of(layers, key));
  if (!folder || store->distrusts(key)) return nullptr;
  auto index = read_layer_index(folder.number(), key);
  if (!index && !is_missing(errno) && errno != EBADMSG) return nullptr;
  if (!index && errno == EBADMSG) store->is_damaged(layers, key);
  std::shared_ptr<const StoredLayer> layer;
  if (index && index->shape == shape) layer.reset(new StoredLayer(store, std::move(folder), key, std::move(*index)));
  if (!layer || !layer->has_all_chunks()) {
    if (layer && layer->is_complete()) store->is_damaged(layers, key);
    remove_layer(store->shelf(layers, key).number(), name_of(layers, key));
    return nullptr;
  }
  system::touch_in(layer->folder_.number(), index_name);
  return layer;
}

// By their sizes; what is in them is looked at when it is read.
bool StoredLayer::has_all_chunks() const {
  for (std::size_t i = 0; i < index_.chunks.size(); ++i) {
    if (index_.chunks[i].bytes == 0) continue;
    const auto facts = system::facts_in(folder_.number(), chunk_file(index_.shape, i));
    if (facts ? !facts->is_file() || facts->size != index_.chunks[i].bytes : is_missing(errno)) return false;
  }
  return true;
}

bool StoredLayer::read(std::size_t chunk, void* cells, std::int64_t stride) const {
  if (read_whole(chunk, cells, stride)) return true;
  if (stands()) store_->distrust(key_);  // it could not be removed
  return false;
}

bool StoredLayer::read_whole(std::size_t chunk, void* cells, std::int64_t stride) const {
  const Reading reading = read_chunk(folder_.number(), index_.shape, chunk, index_.chunks.at(chunk), cells, stride);
  if (reading == Reading::damaged) {
    if (is_complete()) store_->is_damaged(layers, key_);
    remove();
  }
  return reading == Reading::done;
}

StoredLayer::File StoredLayer::file(std::size_t chunk) const {
  const LayerIndex::Chunk& indexed = index_.chunks.at(chunk);
  std::uint64_t size = 0;
  system::Descriptor open =
      indexed.bytes == 0 ? system::Descriptor() : open_chunk(folder_.number(), index_.shape, chunk, &size);
  if (!open || size != indexed.bytes) return {};
  char* buffer = thread_buffer(Use::compressed, indexed.bytes);
  const std::string_view bytes(buffer, indexed.bytes);
  if (!system::read_at(open.number(), buffer, indexed.bytes, 0) || hash_of(bytes) != indexed.hash) return {};
  return {std::move(open), bytes};
}

// Under its name, where another build may have put another one.
bool StoredLayer::stands() const {
  const system::Descriptor shelf = store_->shelf(layers, key_);
  const auto own = system::facts_of(folder_.number());
  const auto named = shelf ? system::facts_in(shelf.number(), name_of(layers, key_)) : std::nullopt;
  return own && named && own->inode == named->inode;
}

// Deletion of an entry begins with its index.
bool StoredLayer::is_complete() const { return system::facts_in(folder_.number(), index_name).has_value(); }

// So the next build rebuilds it.
void StoredLayer::remove() const {
  if (stands()) remove_layer(store_->shelf(layers, key_).number(), name_of(layers, key_));
}

}  // namespace terrawright::store
