// SPDX-License-Identifier: Apache-2.0
#include "process.hpp"

#include <fcntl.h>
#include <spawn.h>
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

// Without a copy of this process first, which would count as the other's time. 0: it could not be started.
pid_t begin(const std::vector<std::string>& command, const std::string& folder, bool shown) {
  std::vector<char*> words;
  for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  if (!shown) posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
  posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
  pid_t child = 0;
  if (posix_spawnp(&child, words[0], &actions, nullptr, words.data(), environ) != 0) child = 0;
  posix_spawn_file_actions_destroy(&actions);
  return child;
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
  const double start = seconds_now(2);
  const pid_t child = begin(command, folder, shown);
  int status = 0;
  rusage used{};
  if (child == 0 || wait4(child, &status, 0, &used) != child || status != 0) {
    throw std::runtime_error(command.front() + " failed");
  }
  return {seconds_now(2) - start, seconds(used.ru_utime) + seconds(used.ru_stime),
          static_cast<std::uint64_t>(used.ru_maxrss) * 1024};
}

}  // namespace terrawright::bench
