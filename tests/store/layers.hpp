// SPDX-License-Identifier: Apache-2.0
// Layers for the tests of the store: cells that follow from a number, kept and had again.
#pragma once
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "folder.hpp"
#include "store/store.hpp"
#include "terrawright/abi.h"

namespace terrawright::test {

constexpr std::uint64_t plenty = std::uint64_t{1} << 40;

inline std::string key_of(std::uint64_t number) {
  std::string key;
  for (int i = 0; i < 64; ++i) key += "0123456789abcdef"[noise(number * 64 + static_cast<std::uint64_t>(i)) & 15];
  return key;
}

inline store::Shape shape_of(std::uint32_t kind, std::int64_t width, std::int64_t height) {
  const bool metres = kind == TERRAWRIGHT_KIND_HEIGHT || kind == TERRAWRIGHT_KIND_VECTOR;
  return {kind, metres ? "m" : "", width, height};
}

// Rows of cells. The chunk in the upper right corner is all 0, the one below it -0 or 0.
inline std::vector<char> cells_of(const store::Shape& shape, std::uint64_t number) {
  const std::size_t cell = store::cell_bytes(shape);
  std::vector<char> bytes(static_cast<std::size_t>(shape.width * shape.height) * cell);
  const auto set = [&](std::size_t i, const auto& value) { std::memcpy(&bytes[i * cell], &value, sizeof value); };
  for (std::int64_t y = 0; y < shape.height; ++y) {
    for (std::int64_t x = 0; x < shape.width; ++x) {
      const auto i = static_cast<std::size_t>(y * shape.width + x);
      const std::uint32_t noisy = noise(number * 1000003 + i);
      const bool right = x >= (shape.width - 1) / store::chunk_side * store::chunk_side && x >= store::chunk_side;
      if (right && y < store::chunk_side) continue;
      const float smooth = right && y < 2 * store::chunk_side
                               ? -0.0f
                               : static_cast<float>(x) / 7 - static_cast<float>(noisy % 99 + number % 5);
      switch (shape.kind) {
        case TERRAWRIGHT_KIND_MASK:
          set(i, static_cast<std::uint8_t>(noisy % 2));
          break;
        case TERRAWRIGHT_KIND_CLASS:
          set(i, static_cast<std::uint16_t>(noisy % 60000));
          break;
        case TERRAWRIGHT_KIND_COUNT:
          set(i, static_cast<std::int64_t>(noisy) - (std::int64_t{1} << 40));
          break;
        case TERRAWRIGHT_KIND_VECTOR:
          set(i, std::pair<float, float>(smooth, static_cast<float>(noisy)));
          break;
        case TERRAWRIGHT_KIND_COLOUR:
          set(i, noisy);
          break;
        default:
          set(i, smooth);
      }
    }
  }
  return bytes;
}

// In a layer in rows: start of a chunk.
inline std::size_t begin_of(const store::Shape& shape, std::size_t chunk) {
  const auto across = static_cast<std::size_t>((shape.width + store::chunk_side - 1) / store::chunk_side);
  const auto side = static_cast<std::size_t>(store::chunk_side);
  return (chunk / across * side * static_cast<std::size_t>(shape.width) + chunk % across * side) *
         store::cell_bytes(shape);
}

inline void write_all(store::LayerWriter& writer, const store::Shape& shape, const std::vector<char>& cells) {
  for (std::size_t i = 0; i < store::chunks_of(shape); ++i) writer.write(i, &cells[begin_of(shape, i)], shape.width);
}

inline bool keep(store::Store& store, const std::string& key, const store::Shape& shape, const std::vector<char>& cells,
                 const std::string& record = "said of it") {
  const auto writer = store.keep_layer(key, shape);
  if (!writer) return false;
  write_all(*writer, shape, cells);
  return writer->commit(record);
}

// Nothing where the layer says that it has not all.
inline std::optional<std::vector<char>> read(const store::StoredLayer& layer, const store::Shape& shape) {
  std::vector<char> cells(static_cast<std::size_t>(shape.width * shape.height) * store::cell_bytes(shape), '\x55');
  for (std::size_t i = 0; i < store::chunks_of(shape); ++i) {
    if (!layer.read(i, &cells[begin_of(shape, i)], shape.width)) return std::nullopt;
  }
  return cells;
}
inline std::optional<std::vector<char>> read(store::Store& store, const std::string& key, const store::Shape& shape) {
  const auto layer = store.find_layer(key, shape);
  return layer ? read(*layer, shape) : std::nullopt;
}

inline std::filesystem::path folder_of(const Folder& folder, const std::string& key) {
  return folder / ("layers/" + key.substr(0, 2) + "/" + key + ".zarr");
}
inline std::filesystem::path record_of(const Folder& folder, const std::string& key) {
  return folder / ("records/" + key.substr(0, 2) + "/" + key);
}

// Every file below, links included.
inline std::set<std::string> files_below(const std::filesystem::path& folder) {
  std::set<std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (!entry.is_directory() || entry.is_symlink()) files.insert(entry.path().lexically_relative(folder).string());
  }
  return files;
}

// A bit of a file turned over.
inline void flip(const std::filesystem::path& file, std::uint64_t bit) {
  std::string bytes = bytes_of(file);
  char& byte = bytes[bit / 8 % bytes.size()];
  byte = static_cast<char>(byte ^ (1 << bit % 8));
  put(file, bytes);
}

}  // namespace terrawright::test
