// SPDX-License-Identifier: Apache-2.0
#include "encode/png.hpp"

#include <libdeflate.h>

#include <algorithm>
#include <string>
#include <utility>

#include "encode/legend.hpp"
#include "encode/lettering.hpp"
#include "terrawright/processors.h"

namespace terrawright::encode {
namespace {

constexpr std::size_t bytes_at_once = 128 * 1024;

void append(std::string& bytes, std::uint32_t number) {
  for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(number >> shift & 255);
}

TERRAWRIGHT_FOR_EACH_PROCESSOR
void filter_up(unsigned char* __restrict to, const unsigned char* row, const unsigned char* above, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) to[i] = static_cast<unsigned char>(row[i] - above[i]);
}

// A. W. Paeth, Image File Compression Product Easy, in Graphics Gems II, 1991: minus that of left, above and their
// corner which is nearest to left + above - corner.
TERRAWRIGHT_FOR_EACH_PROCESSOR
void filter_paeth(unsigned char* __restrict to, const unsigned char* row, const unsigned char* above, std::size_t size,
                  std::size_t pixel) {
  for (std::size_t i = 0; i < pixel; ++i) to[i] = static_cast<unsigned char>(row[i] - above[i]);
  const unsigned char *left = row - pixel, *corner = above - pixel;
  for (std::size_t i = pixel; i < size; ++i) {
    const auto to_left = static_cast<std::int16_t>(above[i] - corner[i]);
    const auto to_above = static_cast<std::int16_t>(left[i] - corner[i]);
    const auto from_left = static_cast<std::int16_t>(to_left < 0 ? -to_left : to_left);
    const auto from_above = static_cast<std::int16_t>(to_above < 0 ? -to_above : to_above);
    const auto to_corner = static_cast<std::int16_t>(to_left + to_above);
    const auto from_corner = static_cast<std::int16_t>(to_corner < 0 ? -to_corner : to_corner);
    const unsigned char nearer = from_above <= from_corner ? above[i] : corner[i];
    const unsigned char nearest = from_left <= from_above && from_left <= from_corner ? left[i] : nearer;
    to[i] = static_cast<unsigned char>(row[i] - nearest);
  }
}

}  // namespace

PngStream::PngStream(const PngFacts& facts, const std::vector<std::pair<std::string, std::string>>& texts, Take take)
    : take_(std::move(take)),
      row_bytes_(static_cast<std::size_t>(facts.width * facts.channels * facts.bits / 8)),
      pixel_bytes_(static_cast<std::size_t>(facts.channels * facts.bits / 8)),
      filter_(facts.filter),
      above_(row_bytes_),
      rows_at_once_(std::max<std::size_t>(bytes_at_once / (row_bytes_ + 1), 1)),
      rows_(rows_at_once_ * row_bytes_),
      deflate_(facts.filter == PngFilter::paeth ? Window::near : Window::far) {
  const std::string_view signature = "\x89PNG\r\n\x1a\n";
  take_(signature.data(), signature.size());
  std::string header;
  append(header, static_cast<std::uint32_t>(facts.width));
  append(header, static_cast<std::uint32_t>(facts.height));
  header += static_cast<char>(facts.bits);
  header += static_cast<char>(facts.channels == 1 ? 0 : facts.channels == 3 ? 2 : 6);
  header.append(3, '\0');  // deflate, the five filters, not interlaced
  chunk("IHDR", header.data(), header.size());
  if (facts.channels > 1 && !facts.values) {
    chunk("sRGB", "\0", 1);
    std::string gamma;
    append(gamma, 45455);
    chunk("gAMA", gamma.data(), gamma.size());
  }
  if (facts.pixels_a_metre != 0) {
    std::string size;
    append(size, facts.pixels_a_metre);
    append(size, facts.pixels_a_metre);
    size += '\1';
    chunk("pHYs", size.data(), size.size());
  }
  for (const auto& [name, value] : texts) {
    const std::string text = name + '\0' + value;
    chunk("tEXt", text.data(), text.size());
  }
}

unsigned char* PngStream::next_row() {
  if (n_rows_ == rows_at_once_) compress();
  return rows_.data() + n_rows_++ * row_bytes_;
}

void PngStream::compress() {
  filtered_.resize(n_rows_ * (row_bytes_ + 1));
  const unsigned char *bytes = rows_.data(), *above = above_.data();
  unsigned char* to = filtered_.data();
  for (std::size_t y = 0; y < n_rows_; ++y, above = bytes, bytes += row_bytes_, to += row_bytes_) {
    *to++ = static_cast<unsigned char>(filter_);
    switch (filter_) {
      case PngFilter::none:
        std::copy(bytes, bytes + row_bytes_, to);
        break;
      case PngFilter::up:
        filter_up(to, bytes, above, row_bytes_);
        break;
      case PngFilter::paeth:
        filter_paeth(to, bytes, above, row_bytes_, pixel_bytes_);
        break;
    }
  }
  std::copy(above, above + row_bytes_, above_.begin());
  const auto [compressed, size] = deflate_.add(filtered_.data(), filtered_.size());
  if (size > 0) chunk("IDAT", compressed, size);
  n_rows_ = 0;
}

void PngStream::close() {
  if (n_rows_ > 0) compress();
  const auto [compressed, size] = deflate_.finish();
  chunk("IDAT", compressed, size);
  chunk("IEND", nullptr, 0);
}

void PngStream::chunk(std::string_view type, const void* bytes, std::size_t size) {
  std::string begin, end;
  append(begin, static_cast<std::uint32_t>(size));
  begin += type;
  std::uint32_t sum = libdeflate_crc32(0, type.data(), type.size());
  if (size > 0) sum = libdeflate_crc32(sum, bytes, size);
  append(end, sum);
  take_(begin.data(), begin.size());
  if (size > 0) take_(bytes, size);
  take_(end.data(), end.size());
}

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
