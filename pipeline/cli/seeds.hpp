// SPDX-License-Identifier: Apache-2.0
// Seeds from the command line: `--seed` can be given several times, and every seed is a world of its own.
#pragma once
#include "cli/arguments.hpp"

namespace terrawright::cli {

// Runs the verb once for each seed, in order, or once without any. With several seeds all are checked before, and each
// problem is shown once. Ends with the first that cannot be done; one that is not as expected is done.
Exit for_each_seed(Arguments arguments, Exit (*verb)(const Arguments&));

// The same for each config, in order, whatever becomes of the others. The first failure gives the exit code of the
// call; a failed expectation counts last.
Exit for_each_config(Arguments arguments, Exit (*verb)(const Arguments&));

}  // namespace terrawright::cli
