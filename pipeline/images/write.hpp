// SPDX-License-Identifier: Apache-2.0
// Layers into files.
#pragma once
#include <atomic>
#include <cstdint>
#include <filesystem>
#include <vector>

#include "images/picture.hpp"
#include "images/whole_file.hpp"

namespace terrawright::images {

struct Written {
  std::filesystem::path path;
  std::uint64_t bytes = 0;
  std::uint64_t clipped = 0;  // cells outside the range of a grey picture, NaN included
};

// Writes the picture and what belongs beside it. The picture must have no refusals().
//
//   .exr  one part per layer, in float32 without loss; class and mask as uint32, since a u16 channel would become
//         a normalised half; counts as float32 (exact up to 2^24); vectors as channels x and y; colours as half
//         R, G, B, A of 0..1 in sRGB, as attribute oiio:ColorSpace says.
//   .png  height, scalar, weight: 16-bit grey, floor(65535 t + 1/2) of t = (value - minimum) / (maximum - minimum)
//         clamped to 0..1, NaN black. Mask: 8-bit grey, 0 and 255. Class: the colours of the legend, and beside it
//         <stem>.legend.json. Colour: RGB, or RGBA if any cell is not opaque.
//   .tif  one layer, as in EXR.
//
// Equal pictures give equal bytes. Different files may be written at once on different threads.
// Throws WriteFailed, or Stopped once `cancelled` is set; then no file of the picture is new.
std::vector<Written> write(const Picture& picture, const Provenance& provenance, const std::atomic<bool>& cancelled);

}  // namespace terrawright::images
