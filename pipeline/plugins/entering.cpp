// SPDX-License-Identifier: Apache-2.0
#include "plugins/entering.hpp"

#include <new>

#include "border/float_control.hpp"
#include "report/utf8.hpp"
#include "system/process.hpp"

namespace terrawright::plugins {
namespace {

constexpr int came_back = 93;      // no code of exit()
constexpr unsigned patience = 60;  // seconds

}  // namespace

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
  std::string& first = static_cast<Entering*>(handle)->failure_;
  if (first.empty()) first = text == nullptr || *text == 0 ? "it gives no reason" : report::printable(text);
}

void Entering::log(void* handle, std::uint32_t level, const char* text) {
  if (level > TERRAWRIGHT_LOG_INFO)
    return fail(handle, "it writes to the log at a level that this engine does not know");
  if (text != nullptr && level == TERRAWRIGHT_LOG_INFO)
    static_cast<Entering*>(handle)->said_.emplace_back(report::printable(text));
}

std::string end_of(const std::function<void()>& body) {
  if (!system::has_one_thread()) return "";
  const system::Descriptor nothing = system::open_nothing();
  system::Copy how;
  how.ignores_stops = false;
  how.crashes_plainly = true;
  how.seconds = patience;
  how.input = how.output = how.errors = nothing.number();
  system::Child child = system::copy_this_process(how, [&] {
    try {
      body();
    } catch (...) {  // an answer; it is given again where it counts
    }
    return came_back;
  });
  if (!child) return "";
  const system::Ending ending = child.wait();
  if (ending.signal == 0) return ending.code == came_back ? "" : "it calls exit";
  if (ending.signal == system::signal_of_time) return "it does not come back within " + std::to_string(patience) + " s";
  return "it crashes (" + system::name_of_signal(ending.signal) + ")";
}

}  // namespace terrawright::plugins
