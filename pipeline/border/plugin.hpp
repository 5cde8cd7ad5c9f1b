// SPDX-License-Identifier: Apache-2.0
// A plugin that was entered, and that is left again.
#pragma once
#include <mutex>
#include <string>
#include <vector>

#include "terrawright/abi.h"
#include "terrawright/writer.h"

namespace terrawright::border {

// Its holders use the plugin; `deinit` is called when the last one is gone.
class Plugin {
 public:
  // Copies what it says of itself, without its stages' own descriptions. `file`: the library, for crash reports. Throws
  // BadDescription.
  explicit Plugin(const terrawright_plugin* from, std::string file = "");
  ~Plugin();
  Plugin(const Plugin&) = delete;
  Plugin& operator=(const Plugin&) = delete;

  const terrawright_plugin& plain() const { return plain_; }
  // As it lists them; none where it offers none. Throws BadDescription.
  std::vector<const terrawright_writer*> writers() const;
  bool is_serial() const { return (plain_.flags & TERRAWRIGHT_PLUGIN_SERIAL) != 0; }
  // Held while a function of the plugin runs. Others wait where it is serial.
  std::unique_lock<std::mutex> turn() const;

 private:
  terrawright_plugin plain_;
  std::string file_;
  mutable std::mutex one_at_a_time_;
};

}  // namespace terrawright::border
