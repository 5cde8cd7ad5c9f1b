// SPDX-License-Identifier: Apache-2.0
// Parts of the program that are loaded when they are needed.
#pragma once
#include <filesystem>
#include <string>

namespace terrawright::images {

// In an install prefix, which may have been moved; in a build tree beside the program, or beside the folder of a test.
std::filesystem::path find_module(const char* name);

// Never unloaded: its libraries may have threads, and work to do at the end of the program. nullptr: dlerror() says
// why.
void* open_module(const std::filesystem::path& path) noexcept;

// What a module of this version of the program has. Throws std::runtime_error: the part of the program that `does` so
// cannot be loaded.
void* symbol_of(const char* module, const char* symbol, const std::string& does);

}  // namespace terrawright::images
