// SPDX-License-Identifier: Apache-2.0
// A chunk's file in the folder of its layer.
#pragma once
#include <cstddef>
#include <cstdint>

#include "store/layers/layer_index.hpp"
#include "system/files.hpp"

namespace terrawright::store {

enum class Reading { done, damaged, unreadable };

// A file is gone, not merely unreadable for now.
bool is_missing(int error);

// Open, to be read.
system::Descriptor open_chunk(int folder, const Shape& shape, std::size_t chunk, std::uint64_t* size);

// The chunk's cells that lie inside the layer, to rows of `stride` cells; unless it is done these are any. Damaged: it
// is gone, or not as its index says. Any thread.
Reading read_chunk(int folder, const Shape& shape, std::size_t chunk, const LayerIndex::Chunk& indexed, void* cells,
                   std::int64_t stride);

}  // namespace terrawright::store
