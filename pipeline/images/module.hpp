// SPDX-License-Identifier: Apache-2.0
// Programs beside the modules, each with libraries that the program itself never binds.
#pragma once
#include <filesystem>

namespace terrawright::images {

// In an install prefix, which may have been moved; in a build tree beside the program, or beside the folder of a test.
std::filesystem::path find_module(const char* name);

}  // namespace terrawright::images
