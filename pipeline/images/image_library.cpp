// SPDX-License-Identifier: Apache-2.0
#include "images/image_library.hpp"

#include <dlfcn.h>

#include <filesystem>
#include <stdexcept>

#include "report/program_file.hpp"

namespace terrawright::images {
namespace {

namespace fs = std::filesystem;

constexpr const char* module_name = "terrawright_openimageio.so";

// In an install prefix, which may have been moved; in a build tree beside the program, or beside the folder of a test.
fs::path find_module() {
  std::error_code unknown;
  const fs::path program = report::program_file().parent_path();
  for (const char* folder : {TERRAWRIGHT_MODULES, "lib/terrawright", "../lib/terrawright"}) {
    fs::path path = (program / folder / module_name).lexically_normal();
    if (fs::exists(path, unknown)) return path;
  }
  return (program / TERRAWRIGHT_MODULES / module_name).lexically_normal();
}

[[noreturn]] void refuse(const std::string& why) {
  throw std::runtime_error(
      "the part of the program that reads .exr and .tif files and writes .tif ones cannot be loaded: " + why);
}

// It is never unloaded: its libraries have threads, and work to do at the end of the program. Where a constructor of
// theirs throws, as without a thread, the handler of std::terminate is to know of it: the loader cannot be thrown
// through.
void* load(const fs::path& path) noexcept { return dlopen(path.c_str(), RTLD_LAZY | RTLD_LOCAL | RTLD_NODELETE); }

const ImageLibrary* loaded() {
  void* const module = load(find_module());
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
