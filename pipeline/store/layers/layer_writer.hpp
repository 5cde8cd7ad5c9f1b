// SPDX-License-Identifier: Apache-2.0
// A layer on its way into the store: written beside, and there with one rename or not at all.
#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "store/folders/store_folder.hpp"
#include "store/layers/layer_index.hpp"

namespace terrawright::store {

class LayerWriter {
 public:
  // Null where nothing can be kept.
  static std::unique_ptr<LayerWriter> begin(const std::shared_ptr<StoreFolder>& store, const std::string& key,
                                            const Shape& shape);
  // The same under a name in a folder that several processes know: each writes chunks of its own, and tells the others
  // of them. The first of them alone commits or deletes it.
  static std::unique_ptr<LayerWriter> join(const std::shared_ptr<StoreFolder>& store, int staging,
                                           const std::string& name, bool first, const std::string& key,
                                           const Shape& shape);
  ~LayerWriter();  // deletes an entry that was not committed
  LayerWriter(const LayerWriter&) = delete;
  LayerWriter& operator=(const LayerWriter&) = delete;

  // The chunk's cells that lie inside the layer, from rows of `stride` cells. Each chunk once, any thread. A failure is
  // the store's problem, and the layer is not cached.
  void write(std::size_t chunk, const void* cells, std::int64_t stride);
  // With all chunks written: whole from now on. False where it is not kept.
  bool commit(const std::string& record);
  // A chunk that was written, here or as another process told of it; nothing where it was not.
  std::optional<LayerIndex::Chunk> chunk(std::size_t chunk) const;
  void is_written(std::size_t chunk, const LayerIndex::Chunk& by_another);
  // As of StoredLayer, of a chunk that was written.
  bool read(std::size_t chunk, void* cells, std::int64_t stride) const;
  bool failed() const { return failed_; }
  // Bytes of the layer on the disk so far.
  std::uint64_t bytes() const { return bytes_; }

 private:
  LayerWriter(std::shared_ptr<StoreFolder> store, int staging, std::string name, bool first, std::string key,
              const Shape& shape);
  void fail();
  bool write_chunk(std::size_t chunk, std::string_view compressed);
  bool put_in_place();

  std::shared_ptr<StoreFolder> store_;
  const int staging_;  // the folder
  std::string key_, name_;
  system::Descriptor folder_;
  LayerIndex index_;
  std::vector<std::atomic<bool>> chunk_is_written_;
  std::atomic<std::size_t> written_{0};
  std::atomic<std::uint64_t> bytes_{0};
  std::atomic<bool> failed_{false};
};

}  // namespace terrawright::store
