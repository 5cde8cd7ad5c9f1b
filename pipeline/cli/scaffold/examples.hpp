// SPDX-License-Identifier: Apache-2.0
// The example worlds beside the built-in stages, and the files that new stages begin with, put into the program by the
// build.
#pragma once
#include <vector>

namespace terrawright::cli {

struct Example {
  const char* id;    // of the stage
  const char* yaml;  // as <word>.yaml beside the stage has it
};
extern const std::vector<Example> examples;

// Stages of examples/, and what stands beside them in pipeline/cli/scaffold/.
struct Beginning {
  const char* file;  // its name in the sources, below either folder
  const char* text;
};
extern const std::vector<Beginning> beginnings;

}  // namespace terrawright::cli
