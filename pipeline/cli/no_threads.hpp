// SPDX-License-Identifier: Apache-2.0
// A machine that gives no threads: libraries that the image library brings along start threads while they are loaded,
// and end the program where they cannot. What is said then, and the exit code, are set here. A run's own threads are
// counted in engine/threads.hpp.
#pragma once

namespace terrawright::cli {

void tell_of_lacking_threads();

}  // namespace terrawright::cli
