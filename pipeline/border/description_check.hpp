// SPDX-License-Identifier: Apache-2.0
// Whether a stage's description makes sense, before anything is asked of it.
#pragma once
#include <string_view>

#include "terrawright/abi.h"

namespace terrawright::border {

// Throws BadDescription, "(family.word) has no paint". Of a description whose texts and lists are all there.
void check_description(const terrawright_stage& stage);

// family.word or vendor/family.word: lower-case words joined by '_', the vendor with dots.
bool is_stage_id(std::string_view id);

}  // namespace terrawright::border
