// SPDX-License-Identifier: Apache-2.0
#include "images/module.hpp"

#include "report/program_file.hpp"

namespace terrawright::images {

namespace fs = std::filesystem;

fs::path find_module(const char* name) {
  std::error_code unknown;
  const fs::path program = report::program_file().parent_path();
  for (const char* folder : {TERRAWRIGHT_MODULES, "lib/terrawright", "../lib/terrawright", "terrawright"}) {
    fs::path path = (program / folder / name).lexically_normal();
    if (fs::exists(path, unknown)) return path;
  }
  return (program / TERRAWRIGHT_MODULES / name).lexically_normal();
}

}  // namespace terrawright::images
