// SPDX-License-Identifier: Apache-2.0
// Documentation of each choice of a parameter.
#pragma once
#include <string>
#include <vector>

#include "terrawright/abi.h"

namespace terrawright::cli {

// One text for each choice: its own where the stage has one; else what the parameter's doc says behind "choice: "; else
// all that the doc says.
std::vector<std::string> choice_docs(const terrawright_parameter& parameter);

}  // namespace terrawright::cli
