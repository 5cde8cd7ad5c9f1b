// SPDX-License-Identifier: Apache-2.0
// TIFF by libtiff: samples of 1 to 64 bits as they are, with what GeoTIFF and GDAL say of them.
#pragma once
#include "images/image_library.hpp"

namespace terrawright::images {

// nullptr: a kind of TIFF that only OpenImageIO reads (JPEG, CMYK, 12 bits ...). Throws std::runtime_error.
std::unique_ptr<ImageDecoder> tiff_decoder(const std::string& path);

}  // namespace terrawright::images
