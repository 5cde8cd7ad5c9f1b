// SPDX-License-Identifier: Apache-2.0
// A page for one world, until it is to end.
#pragma once
#include <functional>
#include <string>

#include "build/load.hpp"
#include "graph/catalogue.hpp"
#include "live/session.hpp"

namespace terrawright::live {

struct Place {
  std::string address = "127.0.0.1";
  int port = 0;  // 0: any that is free
};

// `opened` is given the page's address. Throws std::runtime_error where the address or the port cannot be had.
void serve(const Place& place, Settings settings, const std::function<void(const std::string& address)>& opened);

// The worker: builds what it is asked for, one job after the other, until nobody asks any more.

// Answers on `channel`; docs of the messages are in work.cpp. `base`: the world as the command line asks for it.
[[noreturn]] void work(const build::Request& base, const graph::Catalogue& catalogue, int channel);

}  // namespace terrawright::live
