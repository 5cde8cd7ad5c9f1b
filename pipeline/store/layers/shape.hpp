// SPDX-License-Identifier: Apache-2.0
// Shape of a layer as an array: its chunks, the bytes that are kept of them, and the metadata of a Zarr array.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace terrawright::store {

// Layers are kept in squares of so many cells a side.
constexpr std::int64_t chunk_side = 512;

struct Shape {
  std::uint32_t kind = 0;  // TERRAWRIGHT_KIND_HEIGHT ...
  std::string unit;
  std::int64_t width = 0, height = 0;

  friend bool operator==(const Shape& a, const Shape& b) {
    return a.kind == b.kind && a.unit == b.unit && a.width == b.width && a.height == b.height;
  }
};

// Whether there is such a layer.
bool is_layer(const Shape& shape);
std::uint32_t cell_bytes(const Shape& shape);
// Bytes of a chunk's cells; those at the right and bottom are as large as the others, filled up with zeros.
std::size_t chunk_bytes(const Shape& shape);
// Row by row.
std::size_t chunks_of(const Shape& shape);
// The cells of a chunk that lie inside.
struct Extent {
  std::int64_t columns, rows;
};
Extent extent_of(const Shape& shape, std::size_t chunk);
// The chunk's file in the array: "3/7", of cells with several numbers "3/7/0".
std::string chunk_file(const Shape& shape, std::size_t chunk);

// .zarray and .zattrs. The cells of a chunk that has no file are 0.
std::string zarr_array(const Shape& shape);
std::string zarr_attributes(const Shape& shape, const std::string& record);

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
