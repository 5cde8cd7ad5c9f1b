// SPDX-License-Identifier: Apache-2.0
// Queries of a delivery that several writers share, and its cells a few rows at a time.
#pragma once
#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "report/diagnostic.hpp"
#include "terrawright/writer.h"
#include "terrawright/writer.hpp"

namespace terrawright::encode {

// Queries of a delivery that several writers share.

// The first item that connects to a port, by its number or as an enum; no_item: there is none.
constexpr std::uint64_t no_item = ~std::uint64_t{0};
template <class Port>
std::uint64_t item_of(const terrawright_delivery& delivery, Port port) {
  for (std::uint64_t i = 0; i < delivery.n_items; ++i)
    if (delivery.items[i]->port == static_cast<std::uint32_t>(port)) return i;
  return no_item;
}

// "isle-42.texture.png" and "isle-42.mtl" of "isle-42.obj".
inline std::string name_beside(const terrawright_delivery& delivery, const std::string& ending) {
  const std::string name = delivery.name;
  return name.substr(0, name.size() - std::string_view(delivery.ending).size()) + ending;
}

// Whether a part of the world was asked for, even if it is all of it.
inline bool is_window(const terrawright_delivery& of) { return (of.flags & TERRAWRIGHT_DELIVERY_WINDOW) != 0; }

// "512,300,1025x1025": x, y and size in cells, as --window takes it.
inline std::string window_text(const terrawright_rect& window) {
  return std::to_string(window.x) + "," + std::to_string(window.y) + "," + std::to_string(window.width) + "x" +
         std::to_string(window.height);
}

// Code that files of layers share.

// EXR and TIFF have a place for the time of writing.
constexpr const char* no_date = "1970:01:01 00:00:00";

// Cells a side that programs with OpenImageIO read of EXR and TIFF: one less than the largest world.
constexpr std::int64_t library_side = std::int64_t{1} << 20;

inline std::uint64_t cells_of(const terrawright_item& layer) {
  return static_cast<std::uint64_t>(layer.width) * static_cast<std::uint64_t>(layer.height);
}

inline bool is_tile(const terrawright_delivery& delivery) { return (delivery.flags & TERRAWRIGHT_DELIVERY_TILE) != 0; }

// For a file that has at most so many cells a side; `kind`: "a .tif".
inline void refuse_large_side(Delivery& delivery, const std::string& kind, std::int64_t most) {
  const terrawright_item& item = delivery.item(0);
  if (std::max(item.width, item.height) <= most) return;
  const bool tile = is_tile(delivery.plain());
  delivery.refuse("",
                  kind + " file has at most " + std::to_string(most) + " cells a side, and " +
                      (tile ? "these tiles have " : "this one would have ") + std::to_string(item.width) + " x " +
                      std::to_string(item.height),
                  tile ? "make the tiles smaller"
                       : "write it to a .zarr folder, or in tiles, as tiles: {side: 2048, file: \"{name}_x{x}_y{y}" +
                             kind.substr(kind.find('.')) + "\"}" +
                             report::remedy(", or a part of it with --window", ""));
}

// For a picture; returns whether it refused.
inline bool refuse_without_legend(Delivery& delivery, const terrawright_item& layer) {
  if (layer.kind != TERRAWRIGHT_KIND_CLASS || layer.n_legend != 0) return false;
  delivery.refuse(layer.name,
                  "the layer " + report::quote(layer.name) + " has no legend, so its classes have no colours",
                  "write it to an .exr file");
  return true;
}

// Each item has a name of its own in the file.
inline void refuse_names(Delivery& delivery) {
  for (std::uint64_t i = 0; i < delivery.items(); ++i) {
    const std::string name = delivery.item(i).name;
    if (name.empty()) delivery.refuse("", "a layer of the file has no name", "name it");
    std::uint64_t same = 0;
    while (delivery.item(same).name != name) ++same;
    if (same != i)
      delivery.refuse(name, "two layers of the file have the name " + report::quote(name),
                      "give one of them another name");
  }
}

// Cells from top to bottom, a few rows at a time, so that no copy of all of them is ever made.
constexpr std::int64_t usual_band = std::int64_t{32} << 20;  // bytes
constexpr std::int64_t most_rows = 512;                      // of a band: those that are stored together

// Rows of a band: as many as there may be, or fewer where they would take more than `bytes`; a multiple of `of`, a
// power of two.
inline std::int64_t band_rows(std::int64_t row_bytes, std::int64_t bytes = usual_band, std::int64_t of = 1) {
  return std::clamp(bytes / row_bytes / of * of, of, most_rows);
}

// read(first row, rows, cells) fills a band row after row without gaps, each(first row, rows, cells) takes it.
template <class Cell, class Read, class Each>
void each_band(std::int64_t width, std::int64_t height, std::int64_t rows, Read read, Each each) {
  std::vector<Cell> cells(static_cast<std::size_t>(width * std::min(rows, height)));
  for (std::int64_t y = 0; y < height; y += rows) {
    const std::int64_t here = std::min(rows, height - y);
    read(y, here, cells.data());
    each(y, here, static_cast<const Cell*>(cells.data()));
  }
}

// A layer of a writer from top to bottom, a few rows at a time.

// Whole rows, one after the other. Throws Stopped.
inline void read_rows(const Writing& writing, std::uint64_t item, std::int64_t y, std::int64_t rows, void* to) {
  writing.go_on();
  const std::int64_t width = writing.item(item).width;
  writing.read(item, {0, y, width, rows}, to, width);
}

// each(first row, rows, cells), of bands as band_rows() has them. Throws Stopped.
template <class Cell, class Each>
void each_band_of(const Writing& writing, std::uint64_t item, Each each, std::int64_t bytes = usual_band,
                  std::int64_t of = 1) {
  const terrawright_item& layer = writing.item(item);
  each_band<Cell>(
      layer.width, layer.height, band_rows(layer.width * std::int64_t{sizeof(Cell)}, bytes, of),
      [&](std::int64_t y, std::int64_t rows, Cell* cells) { read_rows(writing, item, y, rows, cells); }, each);
}

}  // namespace terrawright::encode
