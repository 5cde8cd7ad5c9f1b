// SPDX-License-Identifier: Apache-2.0
// Whether the engine would take a plugin: `opens LIBRARY`, for processors that the program was not built for.
#include <cstdio>

#include "plugins/library.hpp"

int main(int, char** arguments) {
  const auto library = terrawright::plugins::open_library(arguments[1]);
  std::puts(library.plugin != nullptr ? "accepted" : library.reason.c_str());
  return library.plugin != nullptr ? 0 : 3;
}
