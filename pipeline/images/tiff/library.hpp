// SPDX-License-Identifier: Apache-2.0
// TIFF by libtiff: samples of 1 to 64 bits as they are, with what GeoTIFF and GDAL say of them.
#pragma once
#include "images/tiff_library.hpp"

namespace terrawright::images {

// As in TiffLibrary.
std::unique_ptr<ImageEncoder> tiff_encoder();
std::unique_ptr<ImageDecoder> tiff_decoder(const std::string& path);

}  // namespace terrawright::images
