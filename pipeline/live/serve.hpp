// SPDX-License-Identifier: Apache-2.0
// A page for one world, until it is to end.
#pragma once
#include <functional>
#include <string>

#include "live/session.hpp"

namespace terrawright::live {

struct Place {
  std::string address = "127.0.0.1";
  int port = 0;  // 0: any that is free
};

// `opened` is given the page's address. Throws std::runtime_error where the address or the port cannot be had.
void serve(const Place& place, Settings settings, const std::function<void(const std::string& address)>& opened);

}  // namespace terrawright::live
