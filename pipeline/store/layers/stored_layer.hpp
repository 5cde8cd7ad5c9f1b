// SPDX-License-Identifier: Apache-2.0
// A layer that is kept.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "store/folders/store_folder.hpp"
#include "store/layers/layer_index.hpp"

namespace terrawright::store {

class StoredLayer {
 public:
  // Null if the entry is missing or incomplete: then its rest is deleted.
  static std::shared_ptr<const StoredLayer> find(const std::shared_ptr<StoreFolder>& store, const std::string& key,
                                                 const Shape& shape);

  // The chunk's cells that lie inside the layer, to rows of `stride` cells. False where they are damaged, or gone as
  // another build aged the entry away: then it may have written any cells, and the layer is to be made. Any thread.
  bool read(std::size_t chunk, void* cells, std::int64_t stride) const;
  const Shape& shape() const { return index_.shape; }
  // Whether all of the chunk's cells are 0, so that it has no file.
  bool is_zero(std::size_t chunk) const { return index_.chunks.at(chunk).bytes == 0; }
  // The chunk's file, open, whose bytes are as they were written; they stand in a buffer of the thread until it reads
  // or compresses again. Not open where they are damaged or gone, or all cells are 0. Any thread.
  struct File {
    system::Descriptor open;
    std::string_view bytes;
  };
  File file(std::size_t chunk) const;
  // The argument of commit().
  const std::string& record() const { return index_.record; }
  // Bytes of the entry on the disk.
  std::uint64_t bytes() const { return index_.bytes; }

 private:
  StoredLayer(std::shared_ptr<StoreFolder> store, system::Descriptor folder, std::string key, LayerIndex index)
      : store_(std::move(store)), folder_(std::move(folder)), key_(std::move(key)), index_(std::move(index)) {}
  bool has_all_chunks() const;
  bool read_whole(std::size_t chunk, void* cells, std::int64_t stride) const;
  bool stands() const;
  bool is_complete() const;
  void remove() const;

  std::shared_ptr<StoreFolder> store_;
  system::Descriptor folder_;
  std::string key_;
  LayerIndex index_;
};

}  // namespace terrawright::store
