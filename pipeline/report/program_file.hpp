// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>

namespace terrawright::report {

// The file of this program, beside which its parts lie; also where /proc is not mounted. Empty where nothing tells.
std::filesystem::path program_file();
// A program or library of its own, with libraries that the program never binds. In an install prefix, which may have
// been moved; in a build tree beside the program, or beside the folder of a test.
std::filesystem::path module_file(const char* name);

}  // namespace terrawright::report
