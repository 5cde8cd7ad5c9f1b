// SPDX-License-Identifier: Apache-2.0
#include "images/image_library.hpp"

#include "images/module.hpp"

namespace terrawright::images {

const ImageLibrary& image_library() {
  static const ImageLibrary* const library = reinterpret_cast<decltype(&terrawright_image_library_4)>(symbol_of(
      "terrawright_openimageio.so", "terrawright_image_library_4", "reads .exr and .tif files and writes .tif ones"))();
  return *library;
}

}  // namespace terrawright::images
