// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "packs/atlas/cairo/painter.hpp"

namespace terrawright::images::cairo {
namespace {

struct Block {
  std::int64_t x, y, width, height;
};

class Raster {
 public:
  Raster(const DisplayListView& list, std::int32_t dpi)
      : list_(list), dpi_(dpi), outlines_(list), images_(surfaces_of(list)) {}

  Surface drawn(const Block& block) {
    Surface surface(
        cairo_image_surface_create(CAIRO_FORMAT_RGB24, static_cast<int>(block.width), static_cast<int>(block.height)));
    demand(cairo_surface_status(surface.get()));
    const Context cairo(cairo_create(surface.get()));
    cairo_set_source_rgb(cairo.get(), 1, 1, 1);
    cairo_paint(cairo.get());
    cairo_translate(cairo.get(), static_cast<double>(-block.x), static_cast<double>(-block.y));
    cairo_scale(cairo.get(), dpi_ / 2540.0, dpi_ / 2540.0);
    Painter painter(cairo.get(), outlines_, &images_);
    list_.each(painter);
    demand(cairo_status(cairo.get()));
    cairo_surface_flush(surface.get());
    return surface;
  }

 private:
  const DisplayListView& list_;
  std::int32_t dpi_;
  Outlines outlines_;
  std::vector<Surface> images_;
};

// The end of what it wrote.
std::uint8_t* copy_row(cairo_surface_t* from, std::int64_t row, std::uint8_t* to) {
  const auto stride = static_cast<std::int64_t>(cairo_image_surface_get_stride(from));
  const auto* pixels = reinterpret_cast<const std::uint32_t*>(cairo_image_surface_get_data(from) + row * stride);
  for (int i = 0; i < cairo_image_surface_get_width(from); ++i) {
    *to++ = static_cast<std::uint8_t>(pixels[i] >> 16 & 255);
    *to++ = static_cast<std::uint8_t>(pixels[i] >> 8 & 255);
    *to++ = static_cast<std::uint8_t>(pixels[i] & 255);
  }
  return to;
}

}  // namespace

void rows_of(const DisplayListView& list, const Pixels& pixels,
             const std::function<void(const void*, std::size_t)>& take) {
  const auto [dpi, width, height, at_once, widest] = pixels;
  const std::int64_t band = std::clamp<std::int64_t>(at_once / width, 1, height);
  std::vector<std::uint8_t> row(static_cast<std::size_t>(width * 3));
  Raster raster(list, dpi);
  for (std::int64_t y = 0; y < height; y += band) {
    const std::int64_t count = std::min(band, height - y);
    std::vector<Surface> blocks;
    for (std::int64_t x = 0; x < width; x += widest)
      blocks.push_back(raster.drawn({x, y, std::min(widest, width - x), count}));
    for (std::int64_t i = 0; i < count; ++i) {
      std::uint8_t* to = row.data();
      for (const Surface& block : blocks) to = copy_row(block.get(), i, to);
      take(row.data(), row.size());
    }
  }
}

}  // namespace terrawright::images::cairo
