// SPDX-License-Identifier: Apache-2.0
#include "images/tiff_library.hpp"

#include <dlfcn.h>

#include <stdexcept>

#include "images/module.hpp"

namespace terrawright::images {
namespace {

[[noreturn]] void refuse(const std::string& why) {
  throw std::runtime_error("the part of the program that reads and writes .tif files cannot be loaded: " + why);
}

const TiffLibrary* loaded() {
  void* const module = open_module(find_module("terrawright_tiff.so"));
  if (module == nullptr) refuse(dlerror());
  void* const symbol = dlsym(module, "terrawright_tiff_library_1");
  if (symbol == nullptr) refuse(std::string(dlerror()) + "; it is of another version of the program");
  return reinterpret_cast<decltype(&terrawright_tiff_library_1)>(symbol)();
}

}  // namespace

const TiffLibrary& tiff_library() {
  static const TiffLibrary* const library = loaded();
  return *library;
}

}  // namespace terrawright::images
