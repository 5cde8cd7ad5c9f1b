// SPDX-License-Identifier: Apache-2.0
#include "border/current_stage.hpp"

#include <dlfcn.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "border/host.hpp"
#include "border/instance.hpp"
#include "report/of_thread.hpp"

namespace terrawright::border {
namespace {

thread_local const CurrentStage* innermost = nullptr;
thread_local const CurrentStage* asking = nullptr;  // who waits for the engine's answer
bool installed = false;
CallWatch* watching = nullptr;
int code_of_exit = 1;

// A stack overflow leaves no stack to tell it on, so each thread that stages run on has a second one.
class SecondStack {
 public:
  SecondStack() {
    memory_ = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory_ == MAP_FAILED) return;
    stack_t stack{};
    stack.ss_sp = memory_;
    stack.ss_size = size;
    sigaltstack(&stack, nullptr);
  }
  ~SecondStack() {
    if (memory_ == MAP_FAILED) return;
    stack_t none{};
    none.ss_flags = SS_DISABLE;
    sigaltstack(&none, nullptr);
    munmap(memory_, size);
  }
  SecondStack(const SecondStack&) = delete;
  SecondStack& operator=(const SecondStack&) = delete;

 private:
  static constexpr std::size_t size = 65536;
  void* memory_;
};

void give_second_stack() {
  if (!installed) return;
  report::OfThread<SecondStack>::get();
}

const char* name_of(int signal) {
  switch (signal) {
    case SIGSEGV:
      return "it touched memory that is not its own, or ran out of stack (SIGSEGV)";
    case SIGBUS:
      return "it touched memory that is not there (SIGBUS)";
    case SIGFPE:
      return "it divided a whole number by zero (SIGFPE)";
    case SIGILL:
      return "it ran an instruction that this processor does not have (SIGILL)";
    default:
      return "it aborted (SIGABRT)";
  }
}

void end_by(int signal) {
  std::signal(signal, SIG_DFL);
  raise(signal);
}

// Other threads may crash of the same mistake: the first one tells, the others wait for the end.
void crashed(int signal) {
  static std::atomic<bool> telling{false};
  thread_local bool here = false;
  if (here) end_by(signal);  // while it was telling
  here = true;
  while (telling.exchange(true)) pause();
  describe_current_stage(STDERR_FILENO, name_of(signal));
  end_by(signal);  // as if nobody had looked
}

void exited() {
  if (innermost == nullptr || !installed) return;
  describe_current_stage(STDERR_FILENO, "it called exit");
  _exit(code_of_exit);
}

}  // namespace

// Only what may be done in a signal handler; snprintf of plain texts and numbers takes no lock in glibc.
void describe_current_stage(int descriptor, const char* what) {
  if (innermost == nullptr) return;
  const CurrentStage& inside = *innermost;
  char line[1024], where[160] = "";
  if (inside.tile_ != nullptr && inside.tile_->width > 0) {
    std::snprintf(where, sizeof where, " of the tile (%lld, %lld), %lld x %lld cells",
                  static_cast<long long>(inside.tile_->x), static_cast<long long>(inside.tile_->y),
                  static_cast<long long>(inside.tile_->width), static_cast<long long>(inside.tile_->height));
  }
  const int size = std::snprintf(line, sizeof line, "\nerror: '%s' failed in %s%s: %s\n      = the %s is %s, from %s\n",
                                 inside.whose_->node.c_str(), phase_name(inside.phase_), where, what,
                                 inside.whose_->what, inside.whose_->stage.c_str(), inside.whose_->plugin.c_str());
  if (size <= 0) return;
  const auto bytes = static_cast<std::size_t>(size) < sizeof line ? static_cast<std::size_t>(size) : sizeof line - 1;
  [[maybe_unused]] const ssize_t written = write(descriptor, line, bytes);
}

CurrentStage::CurrentStage(const StageNames& whose, std::uint32_t phase, const terrawright_rect* tile, Call call)
    : whose_(&whose), phase_(phase), tile_(tile), before_(innermost) {
  give_second_stack();  // or there is no memory for it
  innermost = this;
  if (watching != nullptr) watching->enters(whose, phase, call);
}

CurrentStage::CurrentStage(const CurrentStage* on_another_thread)
    : whose_(on_another_thread == nullptr ? nullptr : on_another_thread->whose_),
      phase_(on_another_thread == nullptr ? 0 : on_another_thread->phase_),
      tile_(nullptr),
      before_(innermost),
      helps_(true) {
  if (whose_ == nullptr) return;
  give_second_stack();  // or there is no memory for it
  innermost = this;
}

const CurrentStage* CurrentStage::current() { return innermost; }
const CurrentStage* CurrentStage::in_own_code() { return innermost == asking ? nullptr : innermost; }

EngineAtWork::EngineAtWork() : before_(asking) { asking = innermost; }
EngineAtWork::~EngineAtWork() { asking = before_; }

CurrentStage::~CurrentStage() {
  innermost = before_;
  if (watching != nullptr && !helps_) watching->leaves(*whose_, phase_);
}

void watch_calls(CallWatch* watch) { watching = watch; }
void tell_watch_of_dependence() {
  if (watching != nullptr && innermost != nullptr) watching->depends(innermost->whose());
}

void report_stage_ends(int exit_code) {
  code_of_exit = exit_code;
  installed = true;
  struct sigaction action {};
  action.sa_handler = crashed;
  action.sa_flags = static_cast<int>(SA_ONSTACK | SA_NODEFER);
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) sigaction(signal, &action, nullptr);
}

}  // namespace terrawright::border

// Replaces the library's: functions of `atexit` run after the destructors of statics, under which the other threads
// still work. If two threads call `quick_exit`, only one finds the handlers.
extern "C" void exit(int code) noexcept {
  terrawright::border::exited();
  reinterpret_cast<void (*)(int)>(dlsym(RTLD_NEXT, "exit"))(code);
  std::abort();
}
extern "C" void quick_exit(int code) noexcept {
  terrawright::border::exited();
  reinterpret_cast<void (*)(int)>(dlsym(RTLD_NEXT, "quick_exit"))(code);
  std::abort();
}
