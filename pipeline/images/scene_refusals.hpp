// SPDX-License-Identifier: Apache-2.0
// Which views cannot be written.
#pragma once
#include "images/refusals.hpp"

namespace terrawright::images {

// What suits no view was refused where it was read.
std::vector<Refusal> refusals_of_scene(const Picture& picture);

}  // namespace terrawright::images
