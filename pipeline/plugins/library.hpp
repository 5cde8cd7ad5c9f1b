// SPDX-License-Identifier: Apache-2.0
// One shared library: opened, asked for the entry symbol, identified by its contents.
#pragma once
#include <string>
#include <vector>

#include "terrawright/abi.h"

namespace terrawright::plugins {

struct Library {
  const terrawright_plugin* plugin = nullptr;  // nullptr: reason and remedy say why
  std::string build;                           // SHA-256 of the file
  std::string reason, remedy;
  std::vector<std::string> said;  // lines for who watches
};
Library open_library(const std::string& file);

}  // namespace terrawright::plugins
