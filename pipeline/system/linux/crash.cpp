// SPDX-License-Identifier: Apache-2.0
#include "system/crash.hpp"

#include <dlfcn.h>
#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdlib>

#include "system/memory.hpp"
#include "system/threads.hpp"

namespace terrawright::system {
namespace {

void (*tell_of_crash)(const char* what) = nullptr;
void (*tell_of_exit)() = nullptr;
void (*handler_of_call)() = nullptr;

class SecondStack {
 public:
  SecondStack() : memory_(map_pages(size)) {
    if (memory_ == nullptr) return;
    stack_t stack{};
    stack.ss_sp = memory_;
    stack.ss_size = size;
    sigaltstack(&stack, nullptr);
  }
  ~SecondStack() {
    if (memory_ == nullptr) return;
    stack_t none{};
    none.ss_flags = SS_DISABLE;
    sigaltstack(&none, nullptr);
    unmap_pages(memory_, size);
  }
  SecondStack(const SecondStack&) = delete;
  SecondStack& operator=(const SecondStack&) = delete;

 private:
  static constexpr std::size_t size = 65536;
  void* memory_;
};

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
  static std::atomic<bool> reporting{false};
  thread_local bool here = false;
  if (here) end_by(signal);  // while it was telling
  here = true;
  while (reporting.exchange(true)) pause();
  tell_of_crash(name_of(signal));
  end_by(signal);  // as if nobody had looked
}

}  // namespace

void watch_crashes(void (*tell)(const char* what), void (*exits)()) {
  tell_of_crash = tell;
  tell_of_exit = exits;
  struct sigaction action {};
  action.sa_handler = crashed;
  action.sa_flags = static_cast<int>(SA_ONSTACK | SA_NODEFER);
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) sigaction(signal, &action, nullptr);
}

void give_second_stack() { OfThread<SecondStack>::get(); }

void with_crash_handler(void (*handler)(), void (*call)()) {
  handler_of_call = handler;
  struct sigaction crash {
  }, before{};
  crash.sa_handler = [](int) {
    std::signal(SIGSEGV, SIG_DFL);
    handler_of_call();
  };
  sigaction(SIGSEGV, &crash, &before);
  call();
  sigaction(SIGSEGV, &before, nullptr);
}

namespace {

[[noreturn]] void exit_as_next(const char* name, int code) {
  if (tell_of_exit != nullptr) tell_of_exit();
  reinterpret_cast<void (*)(int)>(dlsym(RTLD_NEXT, name))(code);
  std::abort();
}

}  // namespace
}  // namespace terrawright::system

// Replaces the library's: functions of `atexit` run after the destructors of statics, under which the other threads
// still work. If two threads call `quick_exit`, only one finds the handlers.
extern "C" void exit(int code) noexcept { terrawright::system::exit_as_next("exit", code); }
extern "C" void quick_exit(int code) noexcept { terrawright::system::exit_as_next("quick_exit", code); }
