// SPDX-License-Identifier: Apache-2.0
#include "check/asked.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <mutex>
#include <string_view>

#include "border/host.hpp"
#include "border/instance.hpp"
#include "report/diagnostic.hpp"

namespace terrawright::check {
namespace {

// glibc opens these where a thread starts, memory is given back or processors are counted.
constexpr std::string_view files_of_the_c_library[] = {
    "/proc/cpuinfo",
    "/proc/self/maps",
    "/proc/stat",
    "/proc/sys/vm/overcommit_memory",
    "/sys/devices/system/cpu/online",
    "/sys/devices/system/cpu/possible",
    "/sys/kernel/mm/transparent_hugepage/enabled",
    "/sys/kernel/mm/transparent_hugepage/hpage_pmd_size",
};
constexpr std::string_view files_of_random_numbers[] = {"/dev/random", "/dev/urandom"};

template <std::size_t n>
bool is_one_of(const std::string_view (&names)[n], std::string_view name) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

struct Note {
  const border::StageNames* whose;  // nullptr: free
  std::uint32_t phase;
  Asked what;
  char name[256];
};

// Neither allocated nor under a mutex, for the handler's sake. More notes than these are found in the next trial.
Note notes[64];
std::atomic_flag held = ATOMIC_FLAG_INIT;
struct Held {
  Held() {
    while (held.test_and_set(std::memory_order_acquire)) {
    }
  }
  ~Held() { held.clear(std::memory_order_release); }
  Held(const Held&) = delete;
  Held& operator=(const Held&) = delete;
};

std::atomic<bool> is_end{false};
const border::StageNames whoever;

const char* remedy_of(Asked what) {
  switch (what) {
    case Asked::to_open:
    case Asked::facts_of_file:
      return "name it as a parameter of kind file, or say what it depends on (depends) in create";
    case Asked::environment:
      return "make it a parameter, which is part of the key";
    case Asked::time:
      return "leave it out, or make it a parameter: a later build must make the same cells";
    case Asked::random:
    case Asked::shared_random:
      return "use random.h with the stream of the node (reads_random)";
    case Asked::time_zone:
      return "use UTC (gmtime_r)";
    case Asked::network:
      return "fetch what it needs before, and make it a parameter of kind file";
    case Asked::to_change:
    case Asked::working_folder:
    case Asked::set_variable:
    case Asked::set_process:
      return "leave it as it is";
    case Asked::process:
    case Asked::machine:
    case Asked::processors:
    case Asked::system:
      return "leave it out: the same world must be made everywhere";
    case Asked::thread:
      return "`parallel` of the host has threads";
    case Asked::mathematics:
      return "exact_math.h has functions with the same bits everywhere";
    case Asked::program:
      return "do its work in the stage, or make what it writes a parameter of kind file";
    case Asked::locale:
      break;
  }
  return "use what is the same in every locale, as std::to_chars and std::from_chars";
}

}  // namespace

void note(Asked what, const char* name) {
  const border::CurrentStage* const inside = border::CurrentStage::in_own_code();
  if ((inside == nullptr && !is_end) || is_one_of(files_of_the_c_library, name)) return;
  if (is_one_of(files_of_random_numbers, name)) {
    what = Asked::random;
    name = "";
  }
  Note made = {inside == nullptr ? &whoever : &inside->whose(), inside == nullptr ? 0 : inside->phase(), what, ""};
  std::memcpy(made.name, name, strnlen(name, sizeof made.name - 1));
  const Held lock;
  for (Note& one : notes) {
    if (one.whose == nullptr) one = made;
    if (one.whose == made.whose && one.phase == made.phase && one.what == what && !std::strcmp(one.name, made.name))
      return;
  }
}

std::vector<Noted> noted_of(const border::StageNames& whose) {
  std::vector<Noted> all;
  const Held lock;
  for (Note& one : notes) {
    if (one.whose != &whose) continue;
    all.push_back({one.what, one.phase, one.name});
    one.whose = nullptr;
  }
  return all;
}

void note_until_the_end() { is_end = true; }
std::vector<Noted> noted_at_end() { return noted_of(whoever); }

std::string Noted::symptom() const {
  switch (what) {
    case Asked::to_open:
      return "it opens the file " + report::quote(name) + " by itself";
    case Asked::facts_of_file:
      return "it looks at the file " + report::quote(name) + " by itself";
    case Asked::to_change:
      return "it changes the file " + report::quote(name) + " by itself";
    case Asked::network:
      return "it asks the network";
    case Asked::working_folder:
      return "it changes the working folder, which all share";
    case Asked::process:
      return "it asks for the number of its process";
    case Asked::machine:
      return "it asks for the name of the machine";
    case Asked::processors:
      return "it asks how many processors there are";
    case Asked::system:
      return "it asks the system for what differs between machines (" + name + ")";
    case Asked::set_process:
      return "it changes the process that all share (" + name + ")";
    case Asked::set_variable:
      return "it changes the environment, which all share";
    case Asked::thread:
      return "it starts a thread of its own, which is not watched";
    case Asked::mathematics:
      return "it calls " + name + " of the C library, whose last bits differ between machines";
    case Asked::environment:
      return "it asks for the environment variable " + report::quote(name);
    case Asked::time:
      return "it asks what time it is";
    case Asked::random:
      return "it asks the system for random numbers";
    case Asked::shared_random:
      return "it asks for the random numbers of the C library that all share";
    case Asked::time_zone:
      return "it asks for the time zone";
    case Asked::program:
      return "it starts another program";
    case Asked::locale:
      break;
  }
  return "it asks for the locale" + (name.empty() ? "" : " " + report::quote(name));
}

std::string Noted::details() const { return std::string("in ") + border::phase_name(phase) + "; " + remedy_of(what); }

}  // namespace terrawright::check
