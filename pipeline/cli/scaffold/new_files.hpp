// SPDX-License-Identifier: Apache-2.0
// Files of what begins. None that is there is ever touched.
#pragma once
#include <string>
#include <vector>

#include "cli/arguments.hpp"

namespace terrawright::cli {

struct NewFile {
  std::string name, bytes;
};

// All of them, or none: then it is shown why. One that is there with just these bytes stays, but for the last.
Exit write_all(const std::vector<NewFile>& files);

}  // namespace terrawright::cli
