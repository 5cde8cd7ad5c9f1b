// SPDX-License-Identifier: Apache-2.0
// Requests of a stage's own code to the system, although it promised to depend on its parameters and inputs alone.
#pragma once
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "border/current_stage.hpp"

namespace terrawright::check {

// From now on, in this process for good: files that a stage opens or looks at, and random numbers, seen where the C
// library calls the kernel. Why that cannot be watched; empty: it is.
std::string watch_system_calls();
// From now on, in the libraries that were loaded since the program started and in that of C++: what is no call of the
// kernel, as the environment, the clock and the locale.
// Those of them that each library imports.
std::map<std::string, std::set<std::string>> watch_imported_functions();

// The loader and the kernel give addresses as numbers.
template <class To>
To* at_address(std::uintptr_t address) {
  return reinterpret_cast<To*>(address);  // NOLINT(performance-no-int-to-ptr)
}

enum class Asked {
  to_open,
  facts_of_file,
  to_change,  // a file or a folder
  working_folder,
  network,
  environment,
  time,
  random,
  shared_random,
  time_zone,
  locale,
  program,
  process,     // its number
  machine,     // its name
  processors,  // how many; a remark, as the result need not follow from it
  set_variable,
  system,  // what the name says
  set_process,
  thread,       // which it may; a remark
  mathematics,  // a function whose last bits are others elsewhere
};

// Noted where this thread runs a stage's own code. `name`: of a file, a variable or a locale; else "". Safe in a signal
// handler.
void note(Asked what, const char* name);

struct Noted {
  Asked what;
  std::uint32_t phase;
  std::string name;

  bool is_of_file() const { return what == Asked::to_open || what == Asked::facts_of_file; }
  bool is_remark() const { return what == Asked::thread; }
  std::string symptom() const;  // "it opens the file '/etc/hostname' by itself"
  std::string details() const;  // "in paint; ..."
};

// Records of this one since the last query.
std::vector<Noted> noted_of(const border::StageNames& whose);
// From now on all is noted that is asked for outside of stages, as nothing but the program's end is left.
void note_until_the_end();
std::vector<Noted> noted_at_end();

}  // namespace terrawright::check
