// SPDX-License-Identifier: Apache-2.0
// One shared library: opened, asked for the entry symbol, identified by its contents.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "border/description.hpp"

namespace terrawright::plugins {

struct Library {
  std::shared_ptr<const border::Plugin> plugin;  // none: reason and remedy say why
  std::string build;                             // as graph::build_of_library() has it
  std::string reason, remedy;
  std::vector<std::string> said;  // lines for the terminal
};
// A file of Python: its stages run in workers.
bool is_python(const std::string& file);
// Each of them. By whatever name a library is found: its entry is called once, and again only after its plugin was
// left; one that refused is not asked again. `are_tried_first`: in a process of its own, as end_of() has it, and all
// before the first is entered: a library that starts a thread leaves no process to fork.
std::vector<Library> open_libraries(const std::vector<std::string>& files, bool are_tried_first = true);
inline Library open_library(const std::string& file, bool is_tried_first = true) {
  return open_libraries({file}, is_tried_first).front();
}

}  // namespace terrawright::plugins
