// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "images/drawing_library.hpp"

namespace terrawright::images::cairo {

std::unique_ptr<Raster> raster_of(const DisplayListView& list, const DrawingFonts& fonts, std::int32_t dpi);

}  // namespace terrawright::images::cairo
