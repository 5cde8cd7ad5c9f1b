// SPDX-License-Identifier: Apache-2.0
// What the extension draft/exact/1 answers.
#pragma once
#include "terrawright/draft/exact.h"

namespace terrawright::border {

const terrawright_exact& exact();

}  // namespace terrawright::border
