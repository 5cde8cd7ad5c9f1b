// SPDX-License-Identifier: Apache-2.0
#include "encode/png_of_item.hpp"

#include <algorithm>

#include "encode/class_counter.hpp"
#include "encode/lettering.hpp"
#include "encode/png_pixels.hpp"

namespace terrawright::encode {
namespace {

constexpr Colour paper = {250, 249, 245, 255}, ink = {45, 45, 48, 255}, rim = {120, 120, 120, 255};

// Pixels of a small legend.
constexpr std::int64_t margin = 6, swatch = 11, gap = 5, line = 15, em = 11;

void put(Colour colour, int channels, std::uint8_t* to) {
  to[0] = colour.red;
  to[1] = colour.green;
  to[2] = colour.blue;
  if (channels == 4) to[3] = colour.alpha;
}

}  // namespace

LegendPanel::LegendPanel(const std::vector<LegendEntry>& legend, const ClassCounts& cells, std::int64_t picture_height)
    : scale_(std::clamp<std::int64_t>((picture_height + 300) / 600, 1, 16)) {
  std::vector<const LegendEntry*> shown;
  std::int64_t widest = 0;
  for (const LegendEntry& entry : legend) {
    if (const auto of = cells.find(entry.code); of == cells.end() || of->second == 0) continue;
    shown.push_back(&entry);
    widest = std::max(widest, text_width(entry.name, em * scale_));
  }
  const auto lines = static_cast<std::int64_t>(shown.size());
  width_ = scale_ * (margin + swatch + gap + margin) + widest;
  height_ = scale_ * (margin + lines * line + margin - (line - swatch));
  pixels_.assign(static_cast<std::size_t>(width_ * height_), paper);
  std::int64_t top = margin;
  for (const LegendEntry* entry : shown) {
    fill(scale_ * margin, scale_ * top, scale_ * swatch, scale_ * swatch, rim);
    fill(scale_ * (margin + 1), scale_ * (top + 1), scale_ * (swatch - 2), scale_ * (swatch - 2), entry->colour);
    write(scale_ * (margin + swatch + gap), scale_ * top + (scale_ * swatch - text_height(em * scale_)) / 2,
          entry->name);
    top += line;
  }
}

void LegendPanel::copy_row(std::int64_t y, int channels, std::uint8_t* to) const {
  if (y >= height_) return fill_paper(width_, channels, to);
  for (std::int64_t x = 0; x < width_; ++x, to += channels)
    put(pixels_[static_cast<std::size_t>(y * width_ + x)], channels, to);
}

void LegendPanel::fill_paper(std::int64_t pixels, int channels, std::uint8_t* to) {
  for (std::int64_t x = 0; x < pixels; ++x, to += channels) put(paper, channels, to);
}

void LegendPanel::fill(std::int64_t x, std::int64_t y, std::int64_t width, std::int64_t height, Colour colour) {
  for (std::int64_t j = y; j < y + height; ++j) std::fill_n(pixels_.begin() + j * width_ + x, width, colour);
}

void LegendPanel::write(std::int64_t x, std::int64_t y, const std::string& text) {
  each_dot(text_image(text, em * scale_), [&](std::int64_t i, std::int64_t j, std::uint8_t share) {
    Colour& to = pixels_[static_cast<std::size_t>((y + j) * width_ + x + i)];
    to = {inked(to.red, ink.red, share), inked(to.green, ink.green, share), inked(to.blue, ink.blue, share), 255};
  });
}

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
