// SPDX-License-Identifier: Apache-2.0
#include "live/http.hpp"

#include <dlfcn.h>

#include <filesystem>
#include <stdexcept>

#include "report/program_file.hpp"

namespace terrawright::live {
namespace {

namespace fs = std::filesystem;

constexpr const char* module_name = "terrawright_http.so";

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
  throw std::runtime_error("the part of the program that serves pages cannot be loaded: " + why);
}

}  // namespace

std::unique_ptr<HttpServer> http_server() {
  void* const module = dlopen(find_module().c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (module == nullptr) refuse(dlerror());
  void* const symbol = dlsym(module, "terrawright_http_1");
  if (symbol == nullptr) refuse(std::string(dlerror()) + "; it is of another version of the program");
  return std::unique_ptr<HttpServer>(reinterpret_cast<decltype(&terrawright_http_1)>(symbol)());
}

}  // namespace terrawright::live
