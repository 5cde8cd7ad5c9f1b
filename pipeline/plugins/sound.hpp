// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "terrawright/abi.h"

namespace terrawright::plugins {

// What is wrong with a stage's description, as "has no paint"; empty if nothing is.
std::string what_is_unsound(const terrawright_stage* stage);

}  // namespace terrawright::plugins
