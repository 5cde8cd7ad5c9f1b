// SPDX-License-Identifier: Apache-2.0
// Values that follow from how wide the world is: `radius: = 0.008 * width`, `value: "= min(2400 m, width / 32)"`.
#pragma once
#include "check.hpp"

namespace terrawright::config {

// Puts the result in the place of each value that begins with "= ", outside `world` and `expect`. Reports what cannot
// be calculated. Where the width of the world is not known, which is reported elsewhere, nothing stands in their
// places.
void calculate(Value& document, const Check& check);

}  // namespace terrawright::config
