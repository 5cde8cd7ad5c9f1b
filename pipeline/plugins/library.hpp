// SPDX-License-Identifier: Apache-2.0
// One shared library: opened, asked for the entry symbol, identified by its contents.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "border/plugin.hpp"

namespace terrawright::plugins {

struct Library {
  std::shared_ptr<const border::Plugin> plugin;  // none: reason and remedy say why
  std::string build;                             // SHA-256 of the file; and "+", that of what the plugin tells it by
  std::string reason, remedy;
  bool was_asked = false;         // its entry was called
  std::vector<std::string> said;  // lines for who watches
};
// By whatever name a library is found: its entry is called once, and again only after its plugin was left; one that
// refused is not asked again. `is_tried_first`: in a process of its own, as end_of() has it.
Library open_library(const std::string& file, bool is_tried_first = true);
// Tries all of them before the first is entered: a library that starts a thread leaves no process to fork.
void try_libraries(const std::vector<std::string>& files);

}  // namespace terrawright::plugins
