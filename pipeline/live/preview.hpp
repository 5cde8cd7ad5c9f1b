// SPDX-License-Identifier: Apache-2.0
// The same world at a quarter of its side, for a look while a knob is turned.
#pragma once
#include "build/load.hpp"

namespace terrawright::live {

// Cells four times as wide, a quarter as many a side: of 1025 257, so that points stay points. A world that is small
// stays as it is; nothing is said of what is wrong with it.
void make_small(build::Request& request);

}  // namespace terrawright::live
