// SPDX-License-Identifier: Apache-2.0
// cairo and FreeType behind a door: they bring thirty libraries that nothing else needs, so they are in a module,
// terrawright_cairo.so, which is loaded with the first printed map that is written as .pdf or .png.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "lettering/lettering.hpp"
#include "terrawright/display_list_view.hpp"

namespace terrawright::images {

// The program's fonts, for the module, which has none.
class DrawingFonts {
 public:
  virtual ~DrawingFonts() = default;
  virtual std::string_view file(std::int32_t font) const = 0;
  virtual std::int32_t units_per_em(std::int32_t font) const = 0;
  virtual const lettering::Outline& outline(std::int32_t font, std::uint32_t glyph) const = 0;
};

// A drawing in pixels.
class Raster {
 public:
  virtual ~Raster() = default;
  // Those of a block, red, green and blue, into rows that lie `stride` bytes apart.
  virtual void block(std::int64_t x, std::int64_t y, std::int64_t width, std::int64_t height, std::uint8_t* rgb,
                     std::size_t stride) = 0;
};
// Pixels that a block may have a side.
constexpr std::int64_t widest_block = 16384;

// Errors are std::runtime_error in cairo's own words.
class DrawingLibrary {
 public:
  virtual ~DrawingLibrary() = default;
  // `take` answers whether it goes on.
  virtual void pdf(const DisplayListView& list, const DrawingFonts& fonts, const std::string& creator,
                   const std::function<bool(const void* bytes, std::size_t size)>& take) const = 0;
  // Both must live as long as what is drawn.
  virtual std::unique_ptr<Raster> raster(const DisplayListView& list, const DrawingFonts& fonts,
                                         std::int32_t dpi) const = 0;
};

// Loads it when first called, from any thread. Throws std::runtime_error where it cannot be.
const DrawingLibrary& drawing_library();

}  // namespace terrawright::images

// What the module exports. The number is raised with every change of the classes above.
extern "C" __attribute__((visibility("default"))) const terrawright::images::DrawingLibrary*
terrawright_drawing_library_1();
