// SPDX-License-Identifier: Apache-2.0
#include "encode/legend_panel.hpp"

#include <algorithm>

#include "encode/lettering.hpp"

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

}  // namespace terrawright::encode
