// SPDX-License-Identifier: Apache-2.0
// Libraries of stages as side modules: they use the memory, the table of functions and the C++ library of this one, and
// have no sandbox. library.js loads them.
#include "system/library.hpp"

#include <cstdlib>

extern "C" {
// The number of a side module in a file, from 1; 0: it does not load, and *why is a text from malloc that says so.
int terrawright_open_side_module(const char* file, char** why);
// Its function as an index of the table, or the address of its data; 0: none.
void* terrawright_symbol_of_side_module(int module, const char* name);
}

namespace terrawright::system {

Opened open_library(const std::string& file, Symbols) {
  char* why = nullptr;
  const int module = terrawright_open_side_module(file.c_str(), &why);
  // A number, as a handle is. NOLINTNEXTLINE(performance-no-int-to-ptr)
  Opened opened{reinterpret_cast<void*>(module), why == nullptr ? "" : why};
  std::free(why);
  return opened;
}
void* symbol(void* library, const char* name, std::string* why) {
  void* const found =
      terrawright_symbol_of_side_module(static_cast<int>(reinterpret_cast<std::uintptr_t>(library)), name);
  if (found == nullptr && why != nullptr) *why = std::string("it has no ") + name;
  return found;
}
void* next_symbol(const char*) { return nullptr; }
std::uint64_t bytes_of_library(const ReadFile&) { return 0; }  // the loader looks at all of them

std::string file_of(const void*) { return {}; }
std::filesystem::path file_that_runs() { return "/terrawright"; }
bool runs_by_own_loader() { return false; }
std::string called_as() { return {}; }
void each_library(const std::function<bool(const std::string& file, const std::string& build_id)>& take) {
  take("terrawright", TERRAWRIGHT_BUILD);
}

}  // namespace terrawright::system
