// SPDX-License-Identifier: Apache-2.0
// Labels that do not touch one another: candidates of each feature, then greedy, then ejection (the atlas's section 8).
#pragma once
#include "label_input.hpp"

namespace terrawright::map {

// Throws Failure{feature's port, ...} for a letter that its font lacks. The same result for any order of the features.
LabelOutput placed_labels(const LabelInput& input, const Letters& letters);

}  // namespace terrawright::map
