// SPDX-License-Identifier: Apache-2.0
// A PNG of a writer's item.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "encode/class_shares.hpp"
#include "encode/item_bands.hpp"
#include "encode/legend_panel.hpp"
#include "encode/png.hpp"
#include "terrawright/writer.hpp"

namespace terrawright::encode {

// From the begin of an empty file, which stays where it is until the stream is closed.
inline PngStream png_into(Writing::File& file, const PngFacts& facts,
                          const std::vector<std::pair<std::string, std::string>>& texts) {
  return PngStream(facts, texts, [&file](const void* bytes, std::size_t size) { file.put(file.size(), bytes, size); });
}

// put(cells, count, bytes) makes each row of an item.
template <class Cell, class Put>
void put_rows(const Writing& writing, std::uint64_t item, PngStream& stream, Put put) {
  const auto width = static_cast<std::size_t>(writing.item(item).width);
  each_band_of<Cell>(writing, item, [&](std::int64_t, std::int64_t rows, const Cell* cells) {
    for (std::int64_t y = 0; y < rows; ++y, cells += width) put(cells, width, stream.next_row());
  });
}

// Colours, or classes in those of their legend; with alpha where a cell is not opaque, of tiles one of any. `panel`
// stands to the right; null: nothing does. For classes it returns the number of cells of each.
ClassCounts write_colours(const Writing& writing, std::uint64_t item, const LegendPanel* panel, Writing::File& file);

}  // namespace terrawright::encode
