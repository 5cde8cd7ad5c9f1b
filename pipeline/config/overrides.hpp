// SPDX-License-Identifier: Apache-2.0
// `--set PATH=VALUE`: changes a document before it is checked.
#pragma once
#include "check.hpp"

namespace terrawright::config {

// PATH is keys and list positions with dots between: world.size, world.size.0, stages.terrain.with.stencil,
// outputs.0.file, knobs.sea (the knob's value). It must lead to something that is there, or to a key that may be
// left out. VALUE is YAML; that of a file name is the literal text.
void apply_override(Value& document, const std::string& assignment, const Check& check);

// `--seed`: a whole number as `seed:` takes it, else the literal text. An empty one is refused.
void apply_seed(Value& document, const std::string& seed, const Check& check);

}  // namespace terrawright::config
