// SPDX-License-Identifier: Apache-2.0
#include "cli/terminal/signals.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <exception>
#include <new>
#include <string_view>
#include <system_error>

#include "border/current_stage.hpp"
#include "cli/arguments.hpp"

namespace terrawright::cli {
namespace {

std::atomic<bool> asked{false}, stoppable{false}, late{false};
std::atomic<bool> comes_again{false};
std::atomic<std::int64_t> first{0};  // milliseconds
std::atomic<bool> terminal{false};   // standard error is one, where a progress bar may stand

void write_error(std::string_view text) {
  if (write(STDERR_FILENO, text.data(), text.size()) < 0) return;  // nobody is there to be told
}

std::int64_t now() {
  timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000 + time.tv_nsec / 1'000'000;
}

void on_signal(int) {
  if (!stoppable && !late) _exit(interrupted);
  const std::int64_t time = now();
  std::int64_t earlier = 0;
  if (!first.compare_exchange_strong(earlier, time)) {
    if (time - earlier < (comes_again ? 1000 : 250)) return;
    _exit(interrupted);
  }
  asked = true;
  if (late) return;
  const int before = errno;
  if (terminal) write_error("\r\033[K");
  write_error("stopping; a second Ctrl-C stops at once\n");
  errno = before;
}

void listen_for(int signal) {
  struct sigaction action = {};
  if (sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN) return;
  action = {};
  action.sa_handler = on_signal;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(signal, &action, nullptr);
}

}  // namespace

void open_standard_streams() {
  for (int descriptor = STDIN_FILENO; descriptor <= STDERR_FILENO; ++descriptor) {
    // The lowest that is free is the one that is missing.
    if (fcntl(descriptor, F_GETFD) < 0 && errno == EBADF && open("/dev/null", O_RDWR) < 0) return;
  }
}

void listen_for_signals() {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) listen_for(signal);
  for (const int signal : {SIGPIPE, SIGXFSZ}) std::signal(signal, SIG_IGN);
  terminal = isatty(STDERR_FILENO) != 0;
}

Stoppable::Stoppable() { stoppable = true; }
Stoppable::~Stoppable() { stoppable = comes_again = false; }
Stoppable Stoppable::by_several() {
  comes_again = true;
  return Stoppable();
}

const std::atomic<bool>& stop_asked() { return asked; }
void nothing_is_left_to_stop(bool is_so) { late = is_so; }

namespace {

// The last sentence of a program that is out of threads or memory where nobody can catch it: in the task library, or in
// a library that starts threads while it is loaded. A run's own threads are counted in engine/threads.hpp.

std::terminate_handler before = nullptr;

constexpr std::string_view no_threads =
    "error: the machine gives no more threads: Resource temporarily unavailable\n"
    "      = end other programs, or raise the limit (ulimit -u); a few are needed even with --threads 1\n";
constexpr std::string_view no_memory =
    "error: there is not enough memory to go on\n"
    "      = end other programs, or give the build less with --memory\n";

// Empty: somebody's mistake.
std::string_view what_is_short() {
  try {
    if (const auto error = std::current_exception()) std::rethrow_exception(error);
  } catch (const std::bad_alloc&) {
    return no_memory;
  } catch (const std::system_error& error) {
    if (error.code().value() == EAGAIN) return no_threads;
    if (error.code().value() == ENOMEM) return no_memory;
  } catch (const std::exception& error) {  // the task library's
    if (std::strstr(error.what(), "pthread_create") != nullptr) return no_threads;
  } catch (...) {
  }
  return {};
}

[[noreturn]] void end_with(std::string_view text) {
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, text.data(), text.size());
  _exit(failed);
}

void on_terminate() {
  if (const std::string_view text = what_is_short(); !text.empty()) end_with(text);
  before();
}

// Handler of an operator new without memory. Much may be too much, which somebody catches who knows for what it was.
// If even a little does not fit, the program ends here: libraries crash while they unwind from it (nlohmann::json
// 3.11.2).
void on_no_memory() {
  constexpr std::size_t little = std::size_t{64} << 10;
  thread_local bool again = false;
  void* volatile room = std::malloc(little);
  if (room == nullptr) {
    border::describe_current_stage(STDERR_FILENO, "there is not enough memory");
    end_with(no_memory);
  }
  std::free(room);
  again = !again;
  if (!again) throw std::bad_alloc();
}

// Before anything of the program is made.
[[gnu::constructor(101)]] void begin() {
  before = std::set_terminate(on_terminate);
  std::set_new_handler(on_no_memory);
}

}  // namespace
}  // namespace terrawright::cli
