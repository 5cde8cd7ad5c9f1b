// SPDX-License-Identifier: Apache-2.0
#include "system/terminal.hpp"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

namespace terrawright::system {
namespace {

void (*handler_of_stop)() = nullptr;

}  // namespace

bool is_terminal(int stream) { return isatty(stream) != 0; }
void write_error(std::string_view text) noexcept {
  if (write(STDERR_FILENO, text.data(), text.size()) < 0) return;
}

void open_standard_streams() {
  for (int descriptor = STDIN_FILENO; descriptor <= STDERR_FILENO; ++descriptor) {
    // The lowest that is free is the one that is missing.
    if (fcntl(descriptor, F_GETFD) < 0 && errno == EBADF && ::open("/dev/null", O_RDWR) < 0) return;
  }
}

bool replace_stream(int stream, int by) { return dup2(by, stream) >= 0; }

std::FILE* moved_stream(int stream) {
  static const Descriptor nothing = open_in_memory("nothing");  // /dev/null may be missing
  std::FILE* const to = fdopen(dup(stream), "w");
  return to != nullptr && dup2(nothing.number(), stream) >= 0 ? to : nullptr;
}
int descriptor_of(std::FILE* file) { return fileno(file); }

void on_stop(void (*handler)()) {
  handler_of_stop = handler;
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction action = {};
    if (sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN) continue;
    action = {};
    action.sa_handler = [](int) { handler_of_stop(); };
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    sigaction(signal, &action, nullptr);
  }
  for (const int signal : {SIGPIPE, SIGXFSZ}) std::signal(signal, SIG_IGN);
}

}  // namespace terrawright::system
