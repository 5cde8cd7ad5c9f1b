// SPDX-License-Identifier: Apache-2.0
// Stages that feed tables to others while they are checked: rows with a name, numbers and a place.
#pragma once
#include "terrawright/abi.h"

namespace terrawright::check {

const terrawright_stage* source_of_points();
const terrawright_stage* source_of_lines();

}  // namespace terrawright::check
