// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "build/load.hpp"
#include "store/store.hpp"

namespace terrawright::build {

// Reports what the cache had of damaged entries since the last call, in one problem: a warning, of a strict plan an
// error. They are deleted by then. Nothing of a null store.
void report_damage(const Plan& plan, store::Store* store, report::Diagnostics& problems);

}  // namespace terrawright::build
