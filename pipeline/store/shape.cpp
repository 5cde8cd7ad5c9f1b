// SPDX-License-Identifier: Apache-2.0
#include "store/shape.hpp"

#include <algorithm>

#include "border/description.hpp"
#include "report/json.hpp"
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
  // In ASCII, as zarr-python 2 wants it. A record need not be a text; the one that is believed stands in the seal.
  return json.dump(2, true) + "\n";
}

}  // namespace terrawright::store
