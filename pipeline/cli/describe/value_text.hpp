// SPDX-License-Identifier: Apache-2.0
// Parameters and their values as a person writes them.
#pragma once
#include <string>

#include "cli/terminal/standard_output.hpp"
#include "terrawright/abi.h"

namespace terrawright::cli {

bool has_unit(const terrawright_parameter& parameter);
// True if the bounds are whole numbers.
bool is_whole(const terrawright_parameter& parameter);
// "number in m, 0 to 50000, or auto"
std::string type_text(const terrawright_parameter& parameter);
// "60 %", "[0, 0, rand]"; a form that a config takes.
std::string value_text(const terrawright_parameter& parameter, const terrawright_value& value);

// Parameters and their values for machines.

// As a config writes it: 0.7, "60 %", "auto", [0, 0], [["dry", -10, 0]].
Json value_json(const terrawright_parameter& parameter, const terrawright_value& value);
// Name, type, unit, range, word, choices, columns, default, documentation.
Json parameter_json(const terrawright_parameter& parameter);

}  // namespace terrawright::cli
