// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace terrawright::report {

// The file of this program, beside which its parts lie; also where /proc is not mounted. Empty where nothing tells.
std::filesystem::path program_file();
// What starts a program of this installation as this one was: its path, behind that of the loader that an archive
// brings.
std::vector<std::string> start_of(const std::filesystem::path& program);
// A program or library of its own, with libraries that the program never binds. In an install prefix, which may have
// been moved; in a build tree beside the program, or beside the folder of a test.
std::filesystem::path module_file(const char* name);

}  // namespace terrawright::report
