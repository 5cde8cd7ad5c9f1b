// SPDX-License-Identifier: Apache-2.0
// Parameters and their values for machines.
#pragma once
#include "cli/json_text.hpp"
#include "terrawright/abi.h"

namespace terrawright::cli {

// As a config writes it: 0.7, "60 %", "auto", [0, 0], [["dry", -10, 0]].
Json value_json(const terrawright_parameter& parameter, const terrawright_value& value);
// Name, type, unit, range, word, choices, columns, default, documentation.
Json parameter_json(const terrawright_parameter& parameter);

}  // namespace terrawright::cli
