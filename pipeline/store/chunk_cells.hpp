// SPDX-License-Identifier: Apache-2.0
// A chunk's cells and the bytes that are kept of them.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "store/shape.hpp"

namespace terrawright::store {

// The chunk's cells that lie inside the layer, from rows of `stride` cells, as one run of chunk_bytes(), filled up with
// zeros; in place where it is one, else in a buffer of the thread.
const char* gathered(const Shape& shape, std::size_t chunk, const void* cells, std::int64_t stride);

// In bits: -0 is not 0.
bool is_zero(const char* bytes, std::size_t size);

// The same compressed, in a buffer of the thread until it compresses again. No bytes where all cells are 0 in bits.
// Throws std::bad_alloc.
std::string_view packed(const Shape& shape, std::size_t chunk, const void* cells, std::int64_t stride);
// Back to rows of `stride` cells. False where the bytes are something else: then the cells are any.
bool unpacked(const Shape& shape, std::size_t chunk, std::string_view compressed, void* cells, std::int64_t stride);

}  // namespace terrawright::store
