// SPDX-License-Identifier: Apache-2.0
#include "images/image_library.hpp"

#include <dlfcn.h>

#include <stdexcept>

#include "images/module.hpp"

namespace terrawright::images {
namespace {

[[noreturn]] void refuse(const std::string& why) {
  throw std::runtime_error(
      "the part of the program that reads .exr and .tif files and writes .tif ones cannot be loaded: " + why);
}

const ImageLibrary* loaded() {
  void* const module = open_module(find_module("terrawright_openimageio.so"));
  if (module == nullptr) refuse(dlerror());
  void* const symbol = dlsym(module, "terrawright_image_library_4");
  if (symbol == nullptr) refuse(std::string(dlerror()) + "; it is of another version of the program");
  return reinterpret_cast<decltype(&terrawright_image_library_4)>(symbol)();
}

}  // namespace

const ImageLibrary& image_library() {
  static const ImageLibrary* const library = loaded();
  return *library;
}

}  // namespace terrawright::images
