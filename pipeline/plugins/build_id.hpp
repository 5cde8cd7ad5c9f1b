// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

namespace terrawright::plugins {

// What the linker wrote into this program to tell it from every other build (its GNU build-id), in hex; empty where it
// was told to write none.
std::string build_id();

}  // namespace terrawright::plugins
