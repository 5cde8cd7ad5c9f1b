// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "support/build.hpp"

namespace terrawright::test {

// The stage test.given, as a plugin of its own.
const terrawright_plugin* given_plugin();
// Content that test.given provides until the next call.
void give(const std::map<std::string, Given>* given);

}  // namespace terrawright::test
