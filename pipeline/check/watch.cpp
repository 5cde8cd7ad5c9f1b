// SPDX-License-Identifier: Apache-2.0
#include "check/watch.hpp"

#include <stdio_ext.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <clocale>
#include <tuple>
#include <utility>

#include "border/float_control.hpp"
#include "border/instance.hpp"
#include "check/asked.hpp"

namespace terrawright::check {
namespace {

// Bytes that went to a stream or wait in it.
off_t written(int descriptor, FILE* stream) {
  struct stat facts {};
  if (fstat(descriptor, &facts) != 0) return -1;
  return facts.st_size + static_cast<off_t>(__fpending(stream));
}

int lowest_free_descriptor() {
  const int descriptor = dup(STDOUT_FILENO);
  if (descriptor >= 0) close(descriptor);
  return descriptor;
}

// A thread that starts opens one for a moment (glibc counts processors then), which is no stage's fault.
bool stays_above(int before) {
  for (int i = 0; i < 20; ++i) {
    if (lowest_free_descriptor() <= before) return false;
    usleep(1000);
  }
  return true;
}

constexpr int signals[] = {SIGHUP,  SIGINT,  SIGQUIT, SIGILL,  SIGTRAP, SIGABRT, SIGBUS,  SIGFPE,
                           SIGUSR1, SIGSEGV, SIGUSR2, SIGPIPE, SIGALRM, SIGTERM, SIGCHLD, SIGXFSZ};
static_assert(sizeof signals / sizeof signals[0] == std::tuple_size_v<Handlers>);

Handlers handlers_now() {
  Handlers handlers{};
  for (std::size_t i = 0; i < handlers.size(); ++i) sigaction(signals[i], nullptr, &handlers[i]);
  return handlers;
}

bool same(const Handlers& a, const Handlers& b) {
  return std::equal(a.begin(), a.end(), b.begin(), [](const struct sigaction& one, const struct sigaction& other) {
    return one.sa_handler == other.sa_handler && one.sa_flags == other.sa_flags;
  });
}

bool same(const sigset_t& a, const sigset_t& b) {
  return std::all_of(std::begin(signals), std::end(signals),
                     [&](int one) { return sigismember(&a, one) == sigismember(&b, one); });
}

}  // namespace

Watch::State Watch::state_now() {
  State state{};
  state.locale = setlocale(LC_ALL, nullptr);
  if (uselocale(nullptr) != LC_GLOBAL_LOCALE) state.locale += " of a thread";
  state.handlers = handlers_now();
  state.free_descriptor = lowest_free_descriptor();
  state.out = written(STDOUT_FILENO, stdout);
  state.err = written(STDERR_FILENO, stderr);
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
  if (looks_) pthread_sigmask(SIG_SETMASK, nullptr, &blocked_[std::this_thread::get_id()]);
  if (inside_++ == 0 && looks_) state_.free_descriptor = lowest_free_descriptor();
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
    sigset_t now;
    pthread_sigmask(SIG_SETMASK, &before->second, &now);
    if (!same(now, before->second))
      found_(whose.node, whose.stage, "it leaves signals blocked, or open, that were not", "");
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
  if (!same(now.handlers, state_.handlers)) found("it leaves another signal handler behind");
  if (now.free_descriptor > state_.free_descriptor && stays_above(state_.free_descriptor))
    found("it leaves a file open");
  if (now.out != state_.out) found("it writes to standard output");
  if (now.err != state_.err) found("it writes to standard error");
  if (is_sure || unsure_.empty()) {
    state_ = now;
    return;
  }
  setlocale(LC_ALL, state_.locale.c_str());
  for (std::size_t i = 0; i < state_.handlers.size(); ++i) sigaction(signals[i], &state_.handlers[i], nullptr);
  state_ = state_now();
}

}  // namespace terrawright::check
