// SPDX-License-Identifier: Apache-2.0
// Watches the requests of a stage's calls to the system, and the state that they must leave unchanged: rounding, the
// locale, signal handlers, open files and the streams. All of that is checked after the first calls of each kind and
// phase of a node, then after every 32nd: a look takes longer than most calls. The nodes that feed a stage are ours,
// and trusted. A change by earlier, unwatched calls is undone if possible. Every call is checked from then on, so that
// the cause is found at its next time. A change without a next time is reported at the end.
#pragma once
#include <sys/types.h>

#include <array>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "border/current_stage.hpp"
#include "check/trial/child.hpp"

namespace terrawright::check {

// Requests of a stage's own code to the system, although it promised to depend on its parameters and inputs alone.

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

using Handlers = std::array<struct sigaction, 16>;  // of signals

// From its construction to its end every call in this process is watched.
class Watch final : public border::CallWatch {
 public:
  // `found`: the node, the stage, what it broke and details, which may be empty. `remarked`: what it may do. One call
  // at a time.
  using Found = std::function<void(const std::string& node, const std::string& stage, const std::string& what,
                                   const std::string& details)>;
  Watch(Shown& shown, Found found, Found remarked);
  ~Watch() override;

  // `stop` is set as soon as `node` is entered in `phase` to work.
  void stop_at(const std::string& node, std::uint32_t phase, std::atomic<bool>& stop);
  double seconds_since_stop();  // 0: it was not set
  // `act` is called once, as soon as `node` is to be created.
  void at_create(const std::string& node, std::function<void()> act);

  void enters(const border::StageNames& whose, std::uint32_t phase, border::Call call) override;
  void leaves(const border::StageNames& whose, std::uint32_t phase) override;
  void depends(const border::StageNames& whose) override;

 private:
  struct State {
    std::string locale;
    Handlers handlers;
    sigset_t blocked;  // signals, on this thread
    std::thread::id thread;
    int free_descriptor;  // the lowest one
    off_t out, err;       // bytes
  };
  static State state_now();
  void tell_of_what_it_asked(const border::StageNames& whose);
  bool looks_after(const border::StageNames& whose, std::uint32_t phase, border::Call call);

  Shown& shown_;
  const Found found_, remarked_;
  std::mutex mutex_;  // of all below
  State state_;
  int inside_ = 0;
  std::map<std::pair<std::string, std::pair<std::uint32_t, border::Call>>, std::uint64_t> calls_;  // by node
  bool looks_ = false, looked_ = true;  // after the calls that run now; after those before
  bool looks_always_ = false;
  std::map<std::thread::id, sigset_t> blocked_;                        // signals, as calls that are looked at began
  std::map<std::string, std::pair<std::string, std::string>> unsure_;  // by what was broken: a node and its stage
  std::set<const border::StageNames*> dependent_;                      // who said in this create what they depend on
  std::map<std::string, std::set<std::string>> asked_;                 // by node: symptoms
  std::string created_;
  std::function<void()> at_create_;
  std::string stop_node_;
  std::uint32_t stop_phase_ = 0;
  std::atomic<bool>* stop_ = nullptr;
  std::optional<std::chrono::steady_clock::time_point> stopped_;
};

}  // namespace terrawright::check
