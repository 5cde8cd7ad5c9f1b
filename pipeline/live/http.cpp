// SPDX-License-Identifier: Apache-2.0
#include "live/http.hpp"

#include <dlfcn.h>

#include <stdexcept>

#include "report/program_file.hpp"

namespace terrawright::live {
namespace {

constexpr const char* module_name = "terrawright_http.so";

[[noreturn]] void refuse(const std::string& why) {
  throw std::runtime_error("the part of the program that serves pages cannot be loaded: " + why);
}

}  // namespace

std::unique_ptr<HttpServer> http_server() {
  void* const module = dlopen(report::module_file(module_name).c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (module == nullptr) refuse(dlerror());
  void* const symbol = dlsym(module, "terrawright_http_1");
  if (symbol == nullptr) refuse(std::string(dlerror()) + "; it is of another version of the program");
  return std::unique_ptr<HttpServer>(reinterpret_cast<decltype(&terrawright_http_1)>(symbol)());
}

}  // namespace terrawright::live
