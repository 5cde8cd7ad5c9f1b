// SPDX-License-Identifier: Apache-2.0
// Labels that do not touch one another: candidates of each feature, then greedy, then ejection (the atlas's section 8).
#pragma once
#include <cstdint>
#include <functional>

#include "label_input.hpp"

namespace terrawright::map {

// body(i) for i in 0 .. n-1, in any order, on any threads.
using InAnyOrder = std::function<void(std::uint64_t n, const std::function<void(std::uint64_t)>& body)>;

// Throws Failure{feature's port, ...} for a letter that its font lacks. The same result for any order of the features.
LabelOutput placed_labels(const LabelInput& input, const Letters& letters, const InAnyOrder& parallel);
LabelOutput placed_labels(const LabelInput& input, const Letters& letters);  // on this thread

}  // namespace terrawright::map
