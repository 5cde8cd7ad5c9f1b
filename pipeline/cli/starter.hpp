// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace terrawright::cli {

// The world that `new world` begins with, called NAME; what stands before it says whose shape it has.
extern const char* const starter_world;

}  // namespace terrawright::cli
