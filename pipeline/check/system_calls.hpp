// SPDX-License-Identifier: Apache-2.0
// Files that a stage opens or looks at, and random numbers that it asks for, seen where the C library calls the kernel.
#pragma once
#include <string>

namespace terrawright::check {

// From now on, in this process for good. Why it cannot be watched; empty: it is.
std::string watch_system_calls();

}  // namespace terrawright::check
