// SPDX-License-Identifier: Apache-2.0
#include "encode/png_of_item.hpp"

#include <algorithm>

#include "encode/class_counter.hpp"
#include "encode/png_pixels.hpp"

namespace terrawright::encode {
namespace {

// Rows of an item, of which put(cells, count, bytes) makes the pixels, with the panel to their right.
template <class Cell, class Put>
void write_beside(const Writing& writing, std::uint64_t item, int channels, PngFilter filter, const LegendPanel* panel,
                  Writing::File& file, Put put) {
  const std::int64_t width = writing.item(item).width, height = writing.item(item).height;
  PngFacts facts{width, height, channels, 8, filter};
  if (panel != nullptr) {
    facts.width += panel->width();
    facts.height = std::max(height, panel->height());
  }
  PngStream stream = png_into(file, facts, writing.attributes(item));
  std::int64_t y = 0;
  put_rows<Cell>(writing, item, stream, [&](const Cell* cells, std::size_t count, unsigned char* bytes) {
    put(cells, count, bytes);
    if (panel != nullptr) panel->copy_row(y++, channels, bytes + width * channels);
  });
  for (; panel != nullptr && y < panel->height(); ++y) {
    unsigned char* bytes = stream.next_row();
    LegendPanel::fill_paper(width, channels, bytes);
    panel->copy_row(y, channels, bytes + width * channels);
  }
  stream.close();
}

}  // namespace

ClassCounts write_colours(const Writing& writing, std::uint64_t item, const LegendPanel* panel, Writing::File& file) {
  const terrawright_item& from = writing.item(item);
  if (from.kind == TERRAWRIGHT_KIND_CLASS) {
    ClassColours colours;
    ClassCounter counter;
    for (const LegendEntry& entry : detail::legend_of(from.legend, from.n_legend))
      colours.set(entry.code, entry.colour);
    write_beside<std::uint16_t>(writing, item, 3, PngFilter::up, panel, file,
                                [&](const std::uint16_t* codes, std::size_t count, unsigned char* bytes) {
                                  colours.put(codes, count, bytes);
                                  counter.add(codes, static_cast<std::int64_t>(count));
                                });
    return counter.counts();
  }
  const int channels = writing.extremes(item).minimum < 255 ? 4 : 3;
  write_beside<Colour>(writing, item, channels, PngFilter::paeth, panel, file,
                       [&](const Colour* cells, std::size_t count, unsigned char* bytes) {
                         put_colours(cells, count, channels, bytes);
                       });
  return {};
}

}  // namespace terrawright::encode
