// SPDX-License-Identifier: Apache-2.0
// Seeds from the command line: `--seed` can be given several times, and every seed is a world of its own.
#pragma once
#include "cli/arguments.hpp"
#include "config/world.hpp"

namespace terrawright::cli {

// Files whose name is the same for every seed: an error where a call has several, as one would replace the other; a
// warning where the seed is not that of the config. A config by itself says what it means.
void check_names_for_seeds(const Arguments& arguments, const config::World& world, report::Diagnostics& diagnostics);

// Runs the verb once for each seed, in order, or once without any. Of several seeds all are looked at before, and what
// is found is shown once. Ends with the first that is not done.
Exit for_each_seed(Arguments arguments, Exit (*verb)(const Arguments&));

}  // namespace terrawright::cli
