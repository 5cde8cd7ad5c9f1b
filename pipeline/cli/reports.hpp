// SPDX-License-Identifier: Apache-2.0
// Files about a call for other programs, written at its end, whole or not at all: --junit.
#pragma once
#include "cli/arguments.hpp"
#include "cli/junit.hpp"
#include "report/diagnostic.hpp"

namespace terrawright::cli {

// All problems that were shown go into the reports.
void note(const report::Diagnostics& problems);
void note(Suite suite);

// Shows which of the files cannot be written, before hours are spent on what they tell; false then.
bool can_report(const Arguments& arguments);
// Runs the verb. What ends it without a suite of its own is a suite with an error.
Exit reported(const Arguments& arguments, Exit (*verb)(const Arguments&));
// The reports. `code` is that of the call; another one where they cannot be written.
Exit write_reports(const Arguments& arguments, Exit code);

}  // namespace terrawright::cli
