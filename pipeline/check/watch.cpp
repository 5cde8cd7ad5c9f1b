// SPDX-License-Identifier: Apache-2.0
#include "check/watch.hpp"

#include <atomic>
#include <chrono>
#include <clocale>
#include <cstdio>
#include <cstring>
#include <mutex>
#include <string_view>
#include <thread>
#include <tuple>
#include <utility>

#include "border/float_control.hpp"
#include "border/host.hpp"
#include "border/instance.hpp"
#include "report/diagnostic.hpp"
#include "report/suggest.hpp"
#include "system/terminal.hpp"

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
  if ((inside == nullptr && !is_end) || report::is_one_of(files_of_the_c_library, name)) return;
  if (report::is_one_of(files_of_random_numbers, name)) {
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

const system::AskedHooks asked_hooks = {
    note, [] { return static_cast<const void*>(border::EngineAtWork::begins()); },
    [](const void* before) { border::EngineAtWork::ends(static_cast<const border::CurrentStage*>(before)); }};

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

namespace {

// A thread that starts opens one for a moment (glibc counts processors then), which is no stage's fault.
bool stays_above(int before) {
  for (int i = 0; i < 20; ++i) {
    if (system::lowest_free_descriptor() <= before) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return true;
}

}  // namespace

Watch::State Watch::state_now() {
  State state{};
  state.locale = system::locale_now();
  state.handlers = system::SignalHandlers::now();
  state.free_descriptor = system::lowest_free_descriptor();
  state.out = system::bytes_written(system::standard_output, stdout);
  state.err = system::bytes_written(system::standard_error, stderr);
  return state;
}

Watch::Watch(Shown& shown, Found found, Found remarked)
    : shown_(shown), found_(std::move(found)), remarked_(std::move(remarked)), state_(state_now()) {
  border::watch_calls(this);
}
Watch::~Watch() {
  border::watch_calls(nullptr);
  for (const auto& [what, whose] : unsure_) found_(whose.first, whose.second, what, "");
}

void Watch::stop_at(const std::string& node, std::uint32_t phase, std::atomic<bool>& stop) {
  const std::lock_guard lock(mutex_);
  stop_node_ = node;
  stop_phase_ = phase;
  stop_ = &stop;
}

void Watch::at_create(const std::string& node, std::function<void()> act) {
  const std::lock_guard lock(mutex_);
  created_ = node;
  at_create_ = std::move(act);
}

double Watch::seconds_since_stop() {
  const std::lock_guard lock(mutex_);
  return stopped_ ? std::chrono::duration<double>(std::chrono::steady_clock::now() - *stopped_).count() : 0.0;
}

bool Watch::looks_after(const border::StageNames& whose, std::uint32_t phase, border::Call call) {
  if (whose.stage.rfind("check/", 0) == 0) return false;  // what feeds it is ours
  constexpr std::uint64_t first = 3, every = 32;
  const std::uint64_t before = calls_[{whose.node, {phase, call}}]++;
  return looks_always_ || before < first || before % every == 0;
}

void Watch::enters(const border::StageNames& whose, std::uint32_t phase, border::Call call) {
  const border::EngineAtWork ours;  // what follows is not the stage's
  std::unique_lock lock(mutex_);
  if (at_create_ && phase == TERRAWRIGHT_PHASE_CREATE && whose.node == created_) {
    const std::function<void()> act = std::exchange(at_create_, nullptr);
    lock.unlock();
    act();
    lock.lock();
  }
  shown_.enters(whose.node, whose.stage, phase);
  looks_ = looks_after(whose, phase, call) || looks_;
  if (looks_) blocked_[std::this_thread::get_id()] = system::blocked_signals();
  if (inside_++ == 0 && looks_) state_.free_descriptor = system::lowest_free_descriptor();
  if (stop_ == nullptr || stopped_ || call != border::Call::work || phase != stop_phase_ || whose.node != stop_node_)
    return;
  *stop_ = true;
  stopped_ = std::chrono::steady_clock::now();
}

void Watch::depends(const border::StageNames& whose) {
  const std::lock_guard lock(mutex_);
  dependent_.insert(&whose);
}

void Watch::tell_of_what_it_asked(const border::StageNames& whose) {
  constexpr std::size_t most = 8;  // each tile may have a file of its own
  const bool is_dependent = dependent_.erase(&whose) != 0;
  for (const Noted& one : noted_of(whose)) {
    if (is_dependent && one.is_of_file()) continue;
    std::set<std::string>& asked = asked_[whose.node];
    if (asked.size() < most && asked.insert(one.symptom()).second)
      (one.is_remark() ? remarked_ : found_)(whose.node, whose.stage, one.symptom(), one.details());
  }
}

void Watch::leaves(const border::StageNames& whose, std::uint32_t) {
  const bool rounding = border::FloatControl::is_as_promised();
  const std::lock_guard lock(mutex_);
  shown_.leaves();
  tell_of_what_it_asked(whose);
  if (!rounding) found_(whose.node, whose.stage, "it leaves another rounding mode, or flushing to zero, behind", "");
  if (const auto before = blocked_.find(std::this_thread::get_id()); before != blocked_.end()) {
    const std::uint64_t now = system::blocked_signals();
    system::block_signals(before->second);
    if (now != before->second) found_(whose.node, whose.stage, "it leaves signals blocked, or open, that were not", "");
    blocked_.erase(before);
  }
  if (--inside_ > 0) return;  // another call may be in the middle of what it may do
  const bool looks = std::exchange(looks_, false), is_sure = std::exchange(looked_, looks);
  if (!looks) return;
  const State now = state_now();
  const auto found = [&](const char* what) {
    if (is_sure) {
      unsure_.erase(what);
      return found_(whose.node, whose.stage, what, "");
    }
    unsure_.emplace(what, std::pair(whose.node, whose.stage));
    looks_always_ = true;
  };
  if (now.locale != state_.locale) found("it leaves another locale behind");
  if (!(now.handlers == state_.handlers)) found("it leaves another signal handler behind");
  if (now.free_descriptor > state_.free_descriptor && stays_above(state_.free_descriptor))
    found("it leaves a file open");
  if (now.out != state_.out) found("it writes to standard output");
  if (now.err != state_.err) found("it writes to standard error");
  if (is_sure || unsure_.empty()) {
    state_ = now;
    return;
  }
  setlocale(LC_ALL, state_.locale.c_str());
  state_.handlers.put_back();
  state_ = state_now();
}

}  // namespace terrawright::check
