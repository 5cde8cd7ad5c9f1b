// SPDX-License-Identifier: Apache-2.0
// A chunk's cells as they are before they are compressed.
#pragma once
#include <cstddef>
#include <cstdint>

#include "store/shape.hpp"

namespace terrawright::store {

// The chunk's cells that lie inside the layer, from rows of `stride` cells, as one run of chunk_bytes(), filled up with
// zeros; in place where it is one, else in a buffer of the thread.
const char* gathered(const Shape& shape, std::size_t chunk, const void* cells, std::int64_t stride);

// In bits: -0 is not 0.
bool is_zero(const char* bytes, std::size_t size);

}  // namespace terrawright::store
