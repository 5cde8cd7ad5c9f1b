// SPDX-License-Identifier: Apache-2.0
#include "cli/signals.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <ctime>
#include <string_view>

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

}  // namespace terrawright::cli
