// SPDX-License-Identifier: Apache-2.0
#include "plugins/entering.hpp"

#include <new>

#include "border/float_control.hpp"

namespace terrawright::plugins {

Entering::Entering(const std::string& file)
    : file_(file), engine_{sizeof engine_,
                           TERRAWRIGHT_ABI_MAJOR,
                           TERRAWRIGHT_ABI_MINOR,
                           0,
                           TERRAWRIGHT_VERSION,
                           file_.c_str(),
                           this,
                           fail,
                           log} {}

const terrawright_plugin* Entering::call(terrawright_entry entry) {
  const border::FloatControl control;
  try {
    return entry(&engine_);
  } catch (const std::bad_alloc&) {
    throw;  // the machine's
  } catch (...) {
    failure_ = "its entry threw an exception";
    return nullptr;
  }
}

void Entering::fail(void* handle, const char* text) {
  static_cast<Entering*>(handle)->failure_ = text == nullptr || *text == 0 ? "it gives no reason" : text;
}

void Entering::log(void* handle, std::uint32_t, const char* text) {
  if (text != nullptr) static_cast<Entering*>(handle)->said_.emplace_back(text);
}

}  // namespace terrawright::plugins
