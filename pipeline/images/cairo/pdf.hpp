// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "images/drawing_library.hpp"

namespace terrawright::images::cairo {

void pdf_of(const DisplayListView& list, const DrawingFonts& fonts, const std::string& creator,
            const std::function<bool(const void* bytes, std::size_t size)>& take);

}  // namespace terrawright::images::cairo
