// SPDX-License-Identifier: Apache-2.0
// The few things a person turns: `$name` stands for the value of a knob.
#pragma once
#include <vector>

#include "check.hpp"

namespace terrawright::config {

// The knobs of a document, checked.
std::vector<Knob> read_knobs(const Value& document, const Check& check);

// Puts the knobs' values where `$name` stands: in `world`, in `with` of every stage, in `range` of every output.
// Reports names of no knob, and knobs that nothing uses.
void replace_knobs(Value& document, const std::vector<Knob>& knobs, const Check& check);

}  // namespace terrawright::config
