// SPDX-License-Identifier: Apache-2.0
#include "live/worker_process.hpp"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <system_error>

#include "report/of_thread.hpp"
#include "report/program_file.hpp"
#include "report/utf8.hpp"

namespace terrawright::live {
namespace {

constexpr std::size_t most_said = 4000;
constexpr int in_child = 3;  // the channel's descriptor

[[noreturn]] void fail(const char* what) { throw std::system_error(errno, std::generic_category(), what); }

// Between fork and exec nothing is called that takes a lock: other threads may have held it.
[[noreturn]] void become_worker(char* const* arguments, char* const* environment, int channel, int errors,
                                pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);
  setpgid(0, 0);  // Ctrl-C is the server's; and so is the end of all that a stage starts
  const rlimit no_core = {0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  const int nothing = open("/dev/null", O_RDONLY);
  dup2(nothing, STDIN_FILENO);
  dup2(errors, STDOUT_FILENO);
  dup2(errors, STDERR_FILENO);
  if (channel == in_child) {
    fcntl(channel, F_SETFD, 0);
  } else {
    dup2(channel, in_child);
  }
  close_range(in_child + 1, ~0U, 0);
  // This file, or its loader, should another one stand in its place by now.
  execve("/proc/self/exe", arguments, environment);
  _exit(127);
}

}  // namespace

WorkerProcess::WorkerProcess(const std::vector<std::string>& arguments) {
  int channel[2], errors[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, channel) != 0) fail("no socket for a worker");
  if (pipe2(errors, O_CLOEXEC) != 0) {
    close(channel[0]);
    close(channel[1]);
    fail("no pipe for a worker");
  }
  std::vector<std::string> start = report::start_of(report::program_file());
  start.insert(start.end(), arguments.begin() + 1, arguments.end());
  std::vector<char*> words, variables;
  for (std::string& word : start) words.push_back(word.data());
  words.push_back(nullptr);
  for (char** variable = environ; *variable != nullptr; ++variable) variables.push_back(*variable);
  std::string mark = std::string(worker_variable) + "=" + std::to_string(in_child);
  variables.push_back(mark.data());
  variables.push_back(nullptr);
  const pid_t parent = getpid();
  id_ = fork();
  if (id_ == 0) become_worker(words.data(), variables.data(), channel[1], errors[1], parent);
  const int why = errno;
  close(channel[1]);
  close(errors[1]);
  channel_ = channel[0];
  errors_ = errors[0];
  for (const int ours : {channel_, errors_}) fcntl(ours, F_SETFL, O_NONBLOCK);
  if (id_ > 0) return;
  close(channel_);
  close(errors_);
  errno = why;
  fail("no process for a worker");
}

WorkerProcess::~WorkerProcess() {
  if (!waited_) {
    kill(-id_, SIGKILL);
    kill(id_, SIGKILL);
    ending();
  }
  close(channel_);
  close(errors_);
}

bool WorkerProcess::send(const Json& message) {
  const std::string line = message.dump() + "\n";
  return ::send(channel_, line.data(), line.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(line.size());
}

bool WorkerProcess::receive(std::vector<Message>& messages) {
  std::string& bytes = report::OfThread<std::string>::get();
  bytes.resize(std::size_t{1} << 20);
  for (;;) {
    const ssize_t count = recv(channel_, bytes.data(), bytes.size(), 0);
    if (count == 0) return false;
    if (count < 0) return errno == EAGAIN || errno == EINTR;
    receiver_.take(bytes.data(), static_cast<std::size_t>(count));
    while (auto message = receiver_.next()) messages.push_back(std::move(*message));
  }
}

void WorkerProcess::hear() {
  char bytes[4096];
  for (ssize_t count; (count = read(errors_, bytes, sizeof bytes)) > 0;) {
    said_.append(bytes, static_cast<std::size_t>(count));
    if (said_.size() > most_said) said_.erase(0, said_.size() - most_said);
  }
}

std::string WorkerProcess::ending() {
  if (waited_) return ending_;
  waited_ = true;
  kill(id_, SIGKILL);  // one that only fell silent; how a dead one ended stays as it is
  int status = 0;
  while (waitpid(id_, &status, 0) < 0 && errno == EINTR) {
  }
  hear();
  if (WIFEXITED(status)) {
    exit_code_ = WEXITSTATUS(status);
    ending_ = "exit code " + std::to_string(exit_code_);
  } else {
    const int number = WTERMSIG(status);
    ending_ = "signal " + std::to_string(number) + " (" + strsignal(number) + ")";
  }
  kill(-id_, SIGKILL);  // what a stage has started
  return ending_;
}

}  // namespace terrawright::live
