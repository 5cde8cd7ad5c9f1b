// SPDX-License-Identifier: Apache-2.0
// Whether the description of a stage or a writer makes sense, before anything is asked of it.
#pragma once
#include <string_view>

#include "terrawright/ext/combine.h"
#include "terrawright/writer.h"

namespace terrawright::border {

// Throws BadDescription, "(family.word) has no paint". Checks a description whose texts and lists are complete.
// `combine`: nullptr: it does not.
void check_description(const terrawright_stage& stage, const terrawright_combine* combine);
void check_description(const terrawright_writer& writer);

// Whether a parameter can have the value, by its kind and range.
bool is_value(const terrawright_parameter& parameter, const terrawright_value& value);

// family.word or vendor/family.word: lower-case words joined by '_', the vendor with dots.
bool is_stage_id(std::string_view id);

}  // namespace terrawright::border
