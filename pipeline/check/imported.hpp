// SPDX-License-Identifier: Apache-2.0
// What a library asks for without a call of the kernel: the environment, the clock, the locale, random numbers.
#pragma once

namespace terrawright::check {

// From now on, in the libraries that were loaded since the program started, and in that of C++.
void watch_imported_functions();

}  // namespace terrawright::check
