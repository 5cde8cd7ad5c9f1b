// SPDX-License-Identifier: Apache-2.0
// Libraries that are loaded while the program runs, and the files of those that are.
#pragma once
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace terrawright::system {

enum class Symbols { own, shared, kept_own };  // shared: with libraries that come later; kept: never unloaded
struct Opened {
  void* library = nullptr;  // stays open
  std::string why;          // if there is none
};
Opened open_library(const std::string& file, Symbols symbols);
// nullptr: none, and `why` says so.
void* symbol(void* library, const char* name, std::string* why = nullptr);
// The next symbol of this name, in the libraries after the caller's.
void* next_symbol(const char* name);

// The file of the library whose code or data has this address; empty: unknown.
std::string file_of(const void* address);
// The file that the kernel runs: this program, or the loader that an archive brings.
std::filesystem::path file_that_runs();
bool runs_by_own_loader();
// As this process was called: from a folder that it has not left. Empty: unknown.
std::string called_as();

// Each loaded library, the program first, until `take` returns false. `build_id`: hex; empty if the linker wrote none.
void each_library(const std::function<bool(const std::string& file, const std::string& build_id)>& take);

}  // namespace terrawright::system
