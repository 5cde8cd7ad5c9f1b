// SPDX-License-Identifier: Apache-2.0
#include "images/module.hpp"

#include <dlfcn.h>

#include <stdexcept>

#include "report/program_file.hpp"

namespace terrawright::images {

namespace fs = std::filesystem;

fs::path find_module(const char* name) {
  std::error_code unknown;
  const fs::path program = report::program_file().parent_path();
  for (const char* folder : {TERRAWRIGHT_MODULES, "lib/terrawright", "../lib/terrawright", "terrawright"}) {
    fs::path path = (program / folder / name).lexically_normal();
    if (fs::exists(path, unknown)) return path;
  }
  return (program / TERRAWRIGHT_MODULES / name).lexically_normal();
}

// Where a constructor of theirs throws, as without a thread, the handler of std::terminate is to know of it: the loader
// cannot be thrown through.
void* open_module(const fs::path& path) noexcept {
  // glibc declares that it throws nothing, and the compiler would leave this function out of the way of what it throws.
  void* (*volatile const open)(const char*, int) = dlopen;
  return open(path.c_str(), RTLD_LAZY | RTLD_LOCAL | RTLD_NODELETE);
}

void* symbol_of(const char* module, const char* symbol, const std::string& does) {
  void* const opened = open_module(find_module(module));
  void* const found = opened == nullptr ? nullptr : dlsym(opened, symbol);
  if (found != nullptr) return found;
  throw std::runtime_error("the part of the program that " + does + " cannot be loaded: " + dlerror() +
                           (opened == nullptr ? "" : "; it is of another version of the program"));
}

}  // namespace terrawright::images
