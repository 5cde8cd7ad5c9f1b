// SPDX-License-Identifier: Apache-2.0
#include "plugins/entering.hpp"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <new>

#include "border/float_control.hpp"
#include "report/utf8.hpp"

namespace terrawright::plugins {
namespace {

constexpr int came_back = 93;      // no code of exit()
constexpr unsigned patience = 60;  // seconds

bool has_one_thread() {
  std::error_code error;
  std::filesystem::directory_iterator tasks("/proc/self/task", error);
  return !error && std::distance(begin(tasks), end(tasks)) == 1;
}

[[noreturn]] void be_tried(const std::function<void()>& body) {
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGALRM}) std::signal(signal, SIG_DFL);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  const int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) dup2(nowhere, stream);
  alarm(patience);
  try {
    body();
  } catch (...) {  // an answer; it is given again where it counts
  }
  _exit(came_back);
}

}  // namespace

Entering::Entering(const std::string& file)
    : file_(file), engine_{sizeof engine_,
                           TERRAWRIGHT_ABI_MAJOR,
                           TERRAWRIGHT_ABI_MINOR,
                           0,
                           TERRAWRIGHT_VERSION,
                           file_.c_str(),
                           this,
                           fail,
                           log} {}

const terrawright_plugin* Entering::call(terrawright_entry entry) {
  const border::FloatControl control;
  try {
    return entry(&engine_);
  } catch (const std::bad_alloc&) {
    throw;  // the machine's
  } catch (...) {
    failure_ = "its entry threw an exception";
    return nullptr;
  }
}

void Entering::fail(void* handle, const char* text) {
  std::string& first = static_cast<Entering*>(handle)->failure_;
  if (first.empty()) first = text == nullptr || *text == 0 ? "it gives no reason" : report::printable(text);
}

void Entering::log(void* handle, std::uint32_t level, const char* text) {
  if (level > TERRAWRIGHT_LOG_INFO)
    return fail(handle, "it writes to the log at a level that this engine does not know");
  if (text != nullptr && level == TERRAWRIGHT_LOG_INFO)
    static_cast<Entering*>(handle)->said_.emplace_back(report::printable(text));
}

std::string end_of(const std::function<void()>& body) {
  if (!has_one_thread()) return "";
  const pid_t child = fork();
  if (child < 0) return "";
  if (child == 0) be_tried(body);
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return "";
  }
  if (WIFEXITED(status) && WEXITSTATUS(status) == came_back) return "";
  if (WIFEXITED(status)) return "it calls exit";
  if (WTERMSIG(status) == SIGALRM) return "it does not come back within " + std::to_string(patience) + " s";
  const char* const name = sigabbrev_np(WTERMSIG(status));
  return std::string("it crashes (SIG") + (name == nullptr ? "?" : name) + ")";
}

}  // namespace terrawright::plugins
