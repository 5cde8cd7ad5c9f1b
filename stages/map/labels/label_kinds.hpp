// SPDX-License-Identifier: Apache-2.0
// Worth of a label: 1000 for the atlas's 1.
#pragma once
#include <cstdint>

#include "label_input.hpp"

namespace terrawright::map::labels {

std::int64_t worth_of(const LabelFeature& feature);

}  // namespace terrawright::map::labels
