// SPDX-License-Identifier: Apache-2.0
// Parts of the program that are loaded when they are needed.
#pragma once
#include <filesystem>

namespace terrawright::images {

// In an install prefix, which may have been moved; in a build tree beside the program, or beside the folder of a test.
std::filesystem::path find_module(const char* name);

// Never unloaded: its libraries may have threads, and work to do at the end of the program. nullptr: dlerror() says
// why.
void* open_module(const std::filesystem::path& path) noexcept;

}  // namespace terrawright::images
