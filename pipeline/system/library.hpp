// SPDX-License-Identifier: Apache-2.0
// Libraries that are loaded while the program runs, and the files of those that are.
#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

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

// Bytes from its start that the headers of a library's file name; 0: it is none that could load here. `read` gives
// bytes of the file, and answers how many there were.
using ReadFile = std::function<std::size_t(void* to, std::size_t size, std::uint64_t offset)>;
std::uint64_t bytes_of_library(const ReadFile& read);

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
