// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <map>
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

// Identities that the linker wrote into programs and libraries: GNU build-ids, in hex.

// The id of this program; empty if the linker wrote none.
std::string program_build_id();

// Build-ids of the loaded libraries whose files' names begin so, by that name ("libOpenEXRCore-3_1.so.30"); "unknown"
// if they have none.
std::map<std::string, std::string> loaded_libraries(const std::vector<const char*>& begins);

}  // namespace terrawright::report
