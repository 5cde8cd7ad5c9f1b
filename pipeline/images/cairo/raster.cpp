// SPDX-License-Identifier: Apache-2.0
#include "images/cairo/raster.hpp"

#include "images/cairo/painter.hpp"

namespace terrawright::images::cairo {
namespace {

class CairoRaster final : public Raster {
 public:
  CairoRaster(const DisplayListView& list, const DrawingFonts& fonts, std::int32_t dpi)
      : list_(list), fonts_(fonts), dpi_(dpi), images_(surfaces_of(list)) {}

  void block(std::int64_t x, std::int64_t y, std::int64_t width, std::int64_t height, std::uint8_t* rgb,
             std::size_t stride) override {
    const Surface surface(
        cairo_image_surface_create(CAIRO_FORMAT_RGB24, static_cast<int>(width), static_cast<int>(height)));
    demand(cairo_surface_status(surface.get()));
    const Context cairo(cairo_create(surface.get()));
    cairo_set_source_rgb(cairo.get(), 1, 1, 1);
    cairo_paint(cairo.get());
    cairo_translate(cairo.get(), static_cast<double>(-x), static_cast<double>(-y));
    cairo_scale(cairo.get(), dpi_ / 2540.0, dpi_ / 2540.0);
    Painter painter(cairo.get(), fonts_, &images_);
    list_.each(painter);
    demand(cairo_status(cairo.get()));
    cairo_surface_flush(surface.get());
    const unsigned char* const from = cairo_image_surface_get_data(surface.get());
    const auto from_stride = static_cast<std::size_t>(cairo_image_surface_get_stride(surface.get()));
    for (std::size_t row = 0; row < static_cast<std::size_t>(height); ++row) {
      const auto* pixels = reinterpret_cast<const std::uint32_t*>(from + row * from_stride);
      std::uint8_t* to = rgb + row * stride;
      for (std::int64_t i = 0; i < width; ++i) {
        *to++ = static_cast<std::uint8_t>(pixels[i] >> 16 & 255);
        *to++ = static_cast<std::uint8_t>(pixels[i] >> 8 & 255);
        *to++ = static_cast<std::uint8_t>(pixels[i] & 255);
      }
    }
  }

 private:
  const DisplayListView& list_;
  const DrawingFonts& fonts_;
  std::int32_t dpi_;
  std::vector<Surface> images_;
};

}  // namespace

std::unique_ptr<Raster> raster_of(const DisplayListView& list, const DrawingFonts& fonts, std::int32_t dpi) {
  return std::make_unique<CairoRaster>(list, fonts, dpi);
}

}  // namespace terrawright::images::cairo
