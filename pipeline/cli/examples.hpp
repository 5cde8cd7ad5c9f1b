// SPDX-License-Identifier: Apache-2.0
// The example worlds beside the built-in stages, put into the program by the build.
#pragma once
#include <vector>

namespace terrawright::cli {

struct Example {
  const char* id;    // of the stage
  const char* yaml;  // as <word>.yaml beside the stage has it
};
extern const std::vector<Example> examples;

}  // namespace terrawright::cli
