// SPDX-License-Identifier: Apache-2.0
// Whether the machine has the threads that a run is to have.
#pragma once
#include <string>

namespace terrawright::engine {

// Empty, or why `count` threads more cannot be had at once. The task library, which starts them one by one as it needs
// them, would end the program without a word.
std::string lacking_threads(int count);

// For a library that could not start its own thread.
constexpr char no_more_threads[] =
    "the machine gives no more threads; end other programs, or raise the limit (ulimit -u)";

}  // namespace terrawright::engine
