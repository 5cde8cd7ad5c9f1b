// SPDX-License-Identifier: Apache-2.0
#include <locale.h>
#include <signal.h>
#include <stdio_ext.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>

#include "system/watched_calls.hpp"

namespace terrawright::system {
namespace {

constexpr int known_signals[] = {SIGHUP,  SIGINT,  SIGQUIT, SIGILL,  SIGTRAP, SIGABRT, SIGBUS,  SIGFPE,
                                 SIGUSR1, SIGSEGV, SIGUSR2, SIGPIPE, SIGALRM, SIGTERM, SIGCHLD, SIGXFSZ};

}  // namespace

struct SignalHandlers::Known {
  std::array<struct sigaction, std::size(known_signals)> all{};
};

SignalHandlers SignalHandlers::now() {
  auto known = std::make_shared<Known>();
  for (std::size_t i = 0; i < known->all.size(); ++i) sigaction(known_signals[i], nullptr, &known->all[i]);
  SignalHandlers handlers;
  handlers.known_ = std::move(known);
  return handlers;
}
void SignalHandlers::put_back() const {
  for (std::size_t i = 0; i < known_->all.size(); ++i) sigaction(known_signals[i], &known_->all[i], nullptr);
}
bool operator==(const SignalHandlers& a, const SignalHandlers& b) {
  return std::equal(a.known_->all.begin(), a.known_->all.end(), b.known_->all.begin(),
                    [](const struct sigaction& one, const struct sigaction& other) {
                      return one.sa_handler == other.sa_handler && one.sa_flags == other.sa_flags;
                    });
}

std::uint64_t blocked_signals() {
  sigset_t all;
  pthread_sigmask(SIG_SETMASK, nullptr, &all);
  std::uint64_t bits = 0;
  for (int signal = 1; signal <= 64; ++signal) {
    if (sigismember(&all, signal) == 1) bits |= std::uint64_t{1} << (signal - 1);
  }
  return bits;
}
void block_signals(std::uint64_t these) {
  sigset_t all;
  sigemptyset(&all);
  for (int signal = 1; signal <= 64; ++signal) {
    if ((these >> (signal - 1) & 1) != 0) sigaddset(&all, signal);
  }
  pthread_sigmask(SIG_SETMASK, &all, nullptr);
}

std::string locale_now() {
  return std::string(setlocale(LC_ALL, nullptr)) + (uselocale(nullptr) != LC_GLOBAL_LOCALE ? " of a thread" : "");
}
int lowest_free_descriptor() {
  const int descriptor = dup(STDOUT_FILENO);
  if (descriptor >= 0) close(descriptor);
  return descriptor;
}
std::int64_t bytes_written(int stream, std::FILE* file) {
  struct stat facts {};
  if (fstat(stream, &facts) != 0) return -1;
  return facts.st_size + static_cast<std::int64_t>(__fpending(file));
}

}  // namespace terrawright::system
