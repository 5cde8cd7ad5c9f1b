// SPDX-License-Identifier: Apache-2.0
// Printed maps as .pdf and .png: cairo and FreeType draw them, in a process of their own (cairo/main.cpp). They bring
// thirty libraries that nothing else needs, and where they get no memory they crash, or leave out what they lack.
// All throw ProcessFailed, and Stopped where `goes_on` answers false.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace terrawright::images {

// The display list, which was looked at, as PDF, in pieces.
void pdf_of(std::string_view list, const std::string& creator,
            const std::function<void(const void* bytes, std::size_t size)>& take, const std::function<bool()>& goes_on);

struct SheetPixels {
  std::int32_t dpi;
  std::int64_t width, height;
  std::int64_t at_once = std::int64_t{12} << 20;  // that they and cairo's own take no more than a sheet may
  std::int64_t widest = 16384;                    // of a block: cairo's places end at 32768
};
// Its pixels: `next_row` is where the next row goes, red, green and blue.
void pixels_of(std::string_view list, const SheetPixels& pixels, const std::function<std::uint8_t*()>& next_row,
               const std::function<bool()>& goes_on);

// Demands that maps can be drawn.
void demand_drawing();

// Of files that are not printed.
inline const std::vector<const char*> compressing_libraries = {
    "libOpenEXRCore", "libOpenEXR", "libblosc", "libpng", "libdeflate.", "libwebp.", "libz.", "liblz4", "libzstd"};
// The libraries that decide how files are compressed, and how the printed maps of this process are drawn: with others
// of them the same pixels may be other bytes. As report::loaded_libraries has them.
std::map<std::string, std::string> libraries_of_files();

}  // namespace terrawright::images
