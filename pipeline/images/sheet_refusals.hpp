// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "images/refusals.hpp"

namespace terrawright::images {

// Whether it can be drawn on paper.
bool is_display_list(const Part& part);
// Of a picture that is a sheet.
std::vector<Refusal> refusals_of_sheet(const Picture& picture);

}  // namespace terrawright::images
