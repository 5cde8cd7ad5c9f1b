// SPDX-License-Identifier: Apache-2.0
// The parts of a config: each reads its own, reports what is wrong, and says whether all of it could be read.
#pragma once
#include "check.hpp"

namespace terrawright::config {

// `node` or `node.port`; nothing after an error.
std::optional<Reference> read_reference(const Value& value, const Check& check);
// Each returns false where something had to be left out. Every node is there, if only by name.
bool read_stages(const Value& document, const Check& check, World& world);
bool read_outputs(const Value& document, const Check& check, const Options& options, World& world);

}  // namespace terrawright::config
