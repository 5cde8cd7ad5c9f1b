// SPDX-License-Identifier: Apache-2.0
// A file of stages in Python as a plugin: its workers describe and paint them.
#pragma once
#include <string>

#include "terrawright/abi.h"

namespace terrawright::workers {

struct PythonFile {
  const terrawright_plugin* plugin = nullptr;  // none: reason and remedy state why; it lives as long as the process
  std::string build;                           // digest of its code, and the versions that decide its bits
  std::string reason, remedy;
};
PythonFile open_python_file(const std::string& file);

// Whether a file of Python declares stages; others are modules beside them.
bool declares_stages(const std::string& file);

}  // namespace terrawright::workers
