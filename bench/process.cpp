// SPDX-License-Identifier: Apache-2.0
#include "process.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <stdexcept>

#include "measure.hpp"

namespace terrawright::bench {
namespace {

[[noreturn]] void become(const std::vector<std::string>& command, const std::string& folder, bool shown) {
  std::vector<char*> words;
  for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  const int nothing = open("/dev/null", O_WRONLY);
  const bool said = shown ? dup2(STDOUT_FILENO, STDERR_FILENO) >= 0
                          : dup2(nothing, STDOUT_FILENO) >= 0 && dup2(nothing, STDERR_FILENO) >= 0;
  if (said && chdir(folder.c_str()) == 0) execvp(words[0], words.data());
  _exit(127);
}

double seconds(const timeval& t) { return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec); }

}  // namespace

Cost& Cost::operator+=(const Cost& next) {
  *this = {wall + next.wall, processor + next.processor, std::max(peak, next.peak)};
  return *this;
}

Cost best_of(const Cost& a, const Cost& b) {
  return {std::min(a.wall, b.wall), std::min(a.processor, b.processor), std::max(a.peak, b.peak)};
}

bool is_installed(const std::string& program) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path != nullptr ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');) {
    if (access((folder + "/" + program).c_str(), X_OK) == 0) return true;
  }
  return false;
}

Cost run_process(const std::vector<std::string>& command, const std::string& folder, bool shown) {
  const double begin = seconds_now(2);
  const pid_t child = fork();
  if (child == 0) become(command, folder, shown);
  int status = 0;
  rusage used{};
  if (child < 0 || wait4(child, &status, 0, &used) != child || status != 0) {
    throw std::runtime_error(command.front() + " failed");
  }
  return {seconds_now(2) - begin, seconds(used.ru_utime) + seconds(used.ru_stime),
          static_cast<std::uint64_t>(used.ru_maxrss) * 1024};
}

}  // namespace terrawright::bench
