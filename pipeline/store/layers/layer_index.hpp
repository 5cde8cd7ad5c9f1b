// SPDX-License-Identifier: Apache-2.0
// The last file of a layer's folder: the layer's shape, its record, and the hash of every chunk. No other file there is
// believed.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "store/layers/shape.hpp"

namespace terrawright::store {

constexpr const char* index_name = ".terrawright";

struct LayerIndex {
  struct Chunk {
    std::uint64_t hash = 0;
    std::uint64_t bytes = 0;  // of its file; 0: all cells are 0, and there is none
  };
  Shape shape;
  std::string record;
  std::uint64_t bytes = 0;  // that the entry takes on the disk
  std::vector<Chunk> chunks;
};

// Bytes that a file takes of a disk.
std::uint64_t on_disk(std::uint64_t bytes);

std::string index_bytes(const LayerIndex& index, const std::string& key);
// Nothing where a byte differs from an index of that key.
std::optional<LayerIndex> parsed_index(const std::string& bytes, const std::string& key);
// The index of a layer's folder; nothing, with errno, where it is not there (ENOENT), damaged (EBADMSG), or cannot be
// read.
std::optional<LayerIndex> read_layer_index(int folder, const std::string& key);

}  // namespace terrawright::store
