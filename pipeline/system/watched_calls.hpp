// SPDX-License-Identifier: Apache-2.0
// What code asks the operating system for while it is watched, and the state of the process that it may leave changed.
#pragma once
#include <cstdint>
#include <cstdio>
#include <map>
#include <memory>
#include <set>
#include <string>

namespace terrawright::system {

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

struct AskedHooks {
  void (*note)(Asked what, const char* name);  // of a file, a variable or a locale; else "". Safe in a signal handler
  // What this thread asks for between them is asked by nobody's code. `ends` takes what `begins` answered.
  const void* (*begins)();
  void (*ends)(const void* before);
};
// From now on, in this process for good: files that code opens or looks at, and random numbers, seen where the C
// library calls the kernel. Why that cannot be watched; empty: it is.
std::string watch_system_calls(const AskedHooks& hooks);
// From now on, in the libraries that were loaded since the program started and in that of C++: what is no call of the
// kernel, as the environment, the clock and the locale. Those of them that each library imports.
std::map<std::string, std::set<std::string>> watch_imported_functions(const AskedHooks& hooks);

// Handlers of signals.
class SignalHandlers {
 public:
  static SignalHandlers now();
  void put_back() const;
  friend bool operator==(const SignalHandlers& a, const SignalHandlers& b);

 private:
  struct Known;
  std::shared_ptr<const Known> known_;
};
// Signals that this thread blocks, a bit for each.
std::uint64_t blocked_signals();
void block_signals(std::uint64_t these);

std::string locale_now();
int lowest_free_descriptor();
// Bytes that went to a standard stream, or wait in it; -1: unknown.
std::int64_t bytes_written(int stream, std::FILE* file);

}  // namespace terrawright::system
