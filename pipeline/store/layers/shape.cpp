// SPDX-License-Identifier: Apache-2.0
#include "store/layers/shape.hpp"

#include <algorithm>
#include <cstring>

#include "border/description.hpp"
#include "report/json.hpp"
#include "store/layers/compression.hpp"
#include "terrawright/cells.hpp"

namespace terrawright::store {
namespace {

constexpr std::int64_t longest_side = 1 << 28;  // so that nothing that is worked out of it is too large

std::size_t along(std::int64_t side) { return static_cast<std::size_t>((side + chunk_side - 1) / chunk_side); }

}  // namespace

bool is_layer(const Shape& shape) {
  return border::is_layer(shape.kind) && shape.width > 0 && shape.height > 0 && shape.width <= longest_side &&
         shape.height <= longest_side;
}

std::uint32_t cell_bytes(const Shape& shape) { return border::cell_bytes(shape.kind); }

std::size_t chunk_bytes(const Shape& shape) {
  return static_cast<std::size_t>(chunk_side * chunk_side) * cell_bytes(shape);
}

std::size_t chunks_of(const Shape& shape) { return along(shape.width) * along(shape.height); }

Extent extent_of(const Shape& shape, std::size_t chunk) {
  const auto x = static_cast<std::int64_t>(chunk % along(shape.width)) * chunk_side;
  const auto y = static_cast<std::int64_t>(chunk / along(shape.width)) * chunk_side;
  return {std::min(chunk_side, shape.width - x), std::min(chunk_side, shape.height - y)};
}

std::string chunk_file(const Shape& shape, std::size_t chunk) {
  return std::to_string(chunk / along(shape.width)) + "/" + std::to_string(chunk % along(shape.width)) +
         (cell_numbers(shape.kind) > 1 ? "/0" : "");
}

std::string zarr_array(const Shape& shape) {
  report::Json json = {
      {"zarr_format", 2},
      {"shape", {shape.height, shape.width}},
      {"chunks", {chunk_side, chunk_side}},
      {"dtype", number_type(shape.kind)},
      {"compressor", {{"id", "blosc"}, {"cname", "lz4"}, {"clevel", 5}, {"shuffle", 1}, {"blocksize", 0}}},
      {"fill_value", 0},
      {"order", "C"},
      {"filters", nullptr},
      {"dimension_separator", "/"}};
  if (cell_numbers(shape.kind) > 1) {
    for (const char* list : {"shape", "chunks"}) json[list].push_back(cell_numbers(shape.kind));
  }
  return json.dump(2) + "\n";
}

std::string zarr_attributes(const Shape& shape, const std::string& record) {
  report::Json json = {{"_ARRAY_DIMENSIONS", {"y", "x"}},
                       {"kind", border::kind_name(shape.kind)},
                       {"unit", shape.unit},
                       {"record", record}};
  if (cell_numbers(shape.kind) > 1) json["_ARRAY_DIMENSIONS"].push_back("component");
  // In ASCII, as zarr-python 2 wants it. A record need not be a text; the one that is believed stands in the index.
  return json.dump(2, true) + "\n";
}

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

}  // namespace

const char* gathered(const Shape& shape, std::size_t chunk, const void* cells, std::int64_t stride) {
  const char* from = static_cast<const char*>(cells);
  const Extent extent = extent_of(shape, chunk);
  if (stride == chunk_side && extent.columns == chunk_side && extent.rows == chunk_side) return from;
  const std::size_t cell = cell_bytes(shape);
  char* to = thread_buffer(Use::cells, chunk_bytes(shape));
  std::memset(to, 0, chunk_bytes(shape));
  for (std::int64_t row = 0; row < extent.rows; ++row) {
    std::memcpy(to + static_cast<std::size_t>(row * chunk_side) * cell,
                from + static_cast<std::size_t>(row * stride) * cell, static_cast<std::size_t>(extent.columns) * cell);
  }
  return to;
}

bool is_zero(const char* bytes, std::size_t size) {
  return bytes[0] == 0 && std::memcmp(bytes, bytes + 1, size - 1) == 0;
}

std::string_view packed(const Shape& shape, std::size_t chunk, const void* cells, std::int64_t stride) {
  const char* whole = gathered(shape, chunk, cells, stride);
  const std::size_t size = chunk_bytes(shape);
  return is_zero(whole, size) ? std::string_view() : compress(whole, size, cell_bytes(shape));
}

bool unpacked(const Shape& shape, std::size_t chunk, std::string_view compressed, void* cells, std::int64_t stride) {
  char* to = static_cast<char*>(cells);
  if (compressed.empty()) {
    clear_rows(shape, chunk, to, stride);
    return true;
  }
  const Extent extent = extent_of(shape, chunk);
  const bool in_place = stride == chunk_side && extent.columns == chunk_side && extent.rows == chunk_side;
  const std::size_t bytes = chunk_bytes(shape);
  char* whole = in_place ? to : thread_buffer(Use::cells, bytes);
  if (!expand(compressed, whole, bytes)) return false;
  if (!in_place) copy_rows(shape, chunk, whole, to, stride);
  return true;
}

}  // namespace terrawright::store
