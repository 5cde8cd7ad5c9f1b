// SPDX-License-Identifier: Apache-2.0
// What comes with the program: worlds to begin with, and the schema for editors. Of an installation it is in
// share/terrawright, wherever that was moved to; of a build beside the program.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace terrawright::report {

// Empty: nothing came with the program, as where it was copied alone.
std::filesystem::path shared_folder();
// The names of the worlds in configs/, in the order of the alphabet.
std::vector<std::string> shipped_worlds();
// Of the schema, in `shared_folder()`.
constexpr char schema_file[] = "schema/terrawright.schema.json";

}  // namespace terrawright::report
