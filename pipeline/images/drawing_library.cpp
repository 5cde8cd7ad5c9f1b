// SPDX-License-Identifier: Apache-2.0
#include "images/drawing_library.hpp"

#include "images/module.hpp"

namespace terrawright::images {

const DrawingLibrary& drawing_library() {
  static const DrawingLibrary* const library = reinterpret_cast<decltype(&terrawright_drawing_library_1)>(symbol_of(
      "terrawright_cairo.so", "terrawright_drawing_library_1", "writes printed maps as .pdf and .png files"))();
  return *library;
}

}  // namespace terrawright::images
