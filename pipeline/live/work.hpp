// SPDX-License-Identifier: Apache-2.0
// The worker: builds what it is asked for, one job after the other, until nobody asks any more.
#pragma once
#include "build/load.hpp"
#include "graph/catalogue.hpp"

namespace terrawright::live {

// Answers on `channel`; docs of the messages are in work.cpp. `base`: the world as the command line asks for it.
[[noreturn]] void work(const build::Request& base, const graph::Catalogue& catalogue, int channel);

}  // namespace terrawright::live
