// SPDX-License-Identifier: Apache-2.0
// How much a stage takes beside others, to say how long a build will still take.
#pragma once
#include "terrawright/abi.h"

namespace terrawright::cli {

// Nanoseconds per cell on one thread of some machine; of a stage of a plugin a guess from its shape.
double work_of(const terrawright_stage& stage);

}  // namespace terrawright::cli
