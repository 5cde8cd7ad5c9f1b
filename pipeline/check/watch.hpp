// SPDX-License-Identifier: Apache-2.0
// Watches the requests of a stage's calls to the system, and the state that they must leave unchanged: rounding, the
// locale, signal handlers, open files and the streams. All of that is checked after the first calls of each kind and
// phase of a node, then after every 32nd: a look takes longer than most calls. The nodes that feed a stage are ours,
// and trusted. A change by earlier, unwatched calls is undone if possible. Every call is checked from then on, so that
// the cause is found at its next time. A change without a next time is reported at the end.
#pragma once
#include <atomic>
#include <chrono>
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
#include "system/watched_calls.hpp"

namespace terrawright::check {

// Requests of a stage's own code to the system, although it promised to depend on its parameters and inputs alone.
using system::Asked;
extern const system::AskedHooks asked_hooks;

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
    system::SignalHandlers handlers;
    int free_descriptor = -1;       // the lowest one
    std::int64_t out = 0, err = 0;  // bytes
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
  std::map<std::thread::id, std::uint64_t> blocked_;                   // signals, as calls that are looked at began
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
