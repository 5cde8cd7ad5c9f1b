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
#include "encode/png.hpp"
#include "terrawright/writer.hpp"

namespace terrawright::encode {

// The legend that is drawn beside a picture: a swatch and a name for each class that occurs.
class LegendPanel {
 public:
  // A class without cells is left out. Letters grow with the picture, up to sixteenfold.
  LegendPanel(const std::vector<LegendEntry>& legend, const ClassCounts& cells, std::int64_t picture_height);

  std::int64_t width() const { return width_; }
  std::int64_t height() const { return height_; }  // paper follows below
  // Row y of any height, pixels of 3 or 4 bytes.
  void copy_row(std::int64_t y, int channels, std::uint8_t* to) const;
  // Fill below a picture that is lower than the panel.
  static void fill_paper(std::int64_t pixels, int channels, std::uint8_t* to);

 private:
  void fill(std::int64_t x, std::int64_t y, std::int64_t width, std::int64_t height, Colour colour);
  void write(std::int64_t x, std::int64_t y, const std::string& text);

  std::int64_t scale_, width_ = 0, height_ = 0;
  std::vector<Colour> pixels_;
};

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
