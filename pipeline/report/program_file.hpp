// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace terrawright::report {

// The file of this program, beside which its parts lie; also where /proc is not mounted. Empty where nothing tells.
std::filesystem::path program_file();
// Command that starts a program of this installation like this one: its path, after that of the loader that an archive
// brings.
std::vector<std::string> start_of(const std::filesystem::path& program);
// A program or library of its own, with libraries that the program never binds. In an install prefix, which may have
// been moved; in a build tree beside the program, or beside the folder of a test.
std::filesystem::path module_file(const char* name);

// Folder of the files that come with the program, worlds to start from and the schema for editors. In an installation
// it is share/terrawright, also after a move; in a build it is beside the program. Empty: nothing came with it, as
// where it was copied alone.
std::filesystem::path shared_folder();
// The names of the worlds in its configs/, in the order of the alphabet.
std::vector<std::string> shipped_worlds();
// The schema in it.
constexpr char schema_file[] = "schema/terrawright.schema.json";

}  // namespace terrawright::report
