// SPDX-License-Identifier: Apache-2.0
// Which packs cannot be written.
#pragma once
#include "images/refusals.hpp"

namespace terrawright::images {

// Where sizes are looked at: those of the heights, which need not be those of the pack.
std::vector<Refusal> refusals_of_pack(const Picture& picture);

}  // namespace terrawright::images
