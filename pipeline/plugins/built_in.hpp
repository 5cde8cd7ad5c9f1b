// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "terrawright/abi.h"

namespace terrawright::plugins {

// The plugin of all files below stages/; the build lists them.
const terrawright_plugin* built_in_plugin();

}  // namespace terrawright::plugins
