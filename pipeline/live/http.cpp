// SPDX-License-Identifier: Apache-2.0
#include "live/http.hpp"

#include <stdexcept>

#include "report/program_file.hpp"
#include "system/library.hpp"

namespace terrawright::live {
namespace {

constexpr const char* module_name = "terrawright_http.so";

[[noreturn]] void refuse(const std::string& why) {
  throw std::runtime_error("the part of the program that serves pages cannot be loaded: " + why);
}

}  // namespace

std::unique_ptr<HttpServer> http_server() {
  auto [module, why] = system::open_library(report::module_file(module_name).string(), system::Symbols::kept_own);
  if (module == nullptr) refuse(why);
  void* const symbol = system::symbol(module, "terrawright_http_1", &why);
  if (symbol == nullptr) refuse(why + "; it is of another version of the program");
  return std::unique_ptr<HttpServer>(reinterpret_cast<decltype(&terrawright_http_1)>(symbol)());
}

}  // namespace terrawright::live
