// SPDX-License-Identifier: Apache-2.0
// The engine as a plugin's entry sees it, and what the entry says of the plugin.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "terrawright/abi.h"

namespace terrawright::plugins {

class Entering {
 public:
  // `file`: the path of the library; empty: built in.
  explicit Entering(const std::string& file);
  Entering(const Entering&) = delete;
  Entering& operator=(const Entering&) = delete;

  // nullptr, and mostly a failure, where the plugin cannot be used.
  const terrawright_plugin* call(terrawright_entry entry);
  const std::string& failure() const { return failure_; }         // why it cannot be used
  const std::vector<std::string>& said() const { return said_; }  // lines for the terminal

 private:
  static void fail(void* handle, const char* text);
  static void log(void* handle, std::uint32_t level, const char* text);

  std::string file_;
  terrawright_engine engine_;
  std::string failure_;
  std::vector<std::string> said_;
};

// Runs `body` in a separate process and describes its end, as "it crashes (SIGSEGV)". Empty: it comes back, or it was
// not tried, as other threads run here already and a fork would not have them.
std::string end_of(const std::function<void()>& body);

}  // namespace terrawright::plugins
