// SPDX-License-Identifier: Apache-2.0
#include "process.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <sstream>
#include <stdexcept>

#include "measure.hpp"

namespace terrawright::bench {
namespace {

// 0: it could not be started.
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
  *this = {wall + next.wall, processor + next.processor, std::max(peak, next.peak), system + next.system,
           faults + next.faults};
  return *this;
}

Cost best_of(const Cost& a, const Cost& b) {
  return {std::min(a.wall, b.wall), std::min(a.processor, b.processor), std::max(a.peak, b.peak),
          std::min(a.system, b.system), std::min(a.faults, b.faults)};
}

bool is_installed(const std::string& program) {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path != nullptr ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');) {
    if (access((folder + "/" + program).c_str(), X_OK) == 0) return true;
  }
  return false;
}

namespace {

// A small process that begins the others: whoever is begun has the memory of the one that began it counted as its own.
class Beginner {
 public:
  Beginner() {
    int asked[2], told[2];
    if (pipe(asked) != 0 || pipe(told) != 0) throw std::runtime_error("there are no pipes");
    const pid_t child = fork();
    if (child < 0) throw std::runtime_error("there are no processes");
    ask_ = child == 0 ? told[1] : asked[1];
    hear_ = child == 0 ? asked[0] : told[0];
    close(child == 0 ? asked[1] : asked[0]);
    close(child == 0 ? told[0] : told[1]);
    if (child == 0) serve();
  }

  // Its cost; empty: it could not be run or failed.
  std::optional<Cost> run(const std::vector<std::string>& command, const std::string& folder, bool shown) const {
    send(shown);
    send_text(folder);
    send(command.size());
    for (const std::string& word : command) send_text(word);
    const bool done = receive<bool>();
    const Cost cost = receive<Cost>();
    return done ? std::optional(cost) : std::nullopt;
  }

 private:
  template <class T>
  void send(const T& value) const {
    if (write(ask_, &value, sizeof value) != static_cast<ssize_t>(sizeof value)) _exit(1);
  }
  void send_text(const std::string& text) const {
    send(text.size());
    if (write(ask_, text.data(), text.size()) != static_cast<ssize_t>(text.size())) _exit(1);
  }
  template <class T>
  T receive() const {
    T value{};
    receive(&value, sizeof value);
    return value;
  }
  void receive(void* to, std::size_t bytes) const {
    for (std::size_t done = 0; done < bytes;) {
      const ssize_t some = read(hear_, static_cast<char*>(to) + done, bytes - done);
      if (some <= 0) _exit(0);
      done += static_cast<std::size_t>(some);
    }
  }
  std::string receive_text() const {
    std::string text(receive<std::size_t>(), ' ');
    receive(text.data(), text.size());
    return text;
  }

  [[noreturn]] void serve() const {
    while (true) {
      const bool shown = receive<bool>();
      const std::string folder = receive_text();
      std::vector<std::string> command(receive<std::size_t>());
      for (std::string& word : command) word = receive_text();
      const double start = seconds_now(2);
      const pid_t child = begin(command, folder, shown);
      int status = 0;
      rusage used{};
      send(child != 0 && wait4(child, &status, 0, &used) == child && status == 0);
      send(Cost{seconds_now(2) - start, seconds(used.ru_utime) + seconds(used.ru_stime),
                static_cast<std::uint64_t>(used.ru_maxrss) * 1024, seconds(used.ru_stime),
                static_cast<std::uint64_t>(used.ru_minflt)});
    }
  }

  int ask_ = -1, hear_ = -1;
};

const Beginner& beginner() {
  static const Beginner one;
  return one;
}

}  // namespace

void stay_small() { beginner(); }

Cost run_process(const std::vector<std::string>& command, const std::string& folder, bool shown) {
  const std::optional<Cost> cost = beginner().run(command, folder, shown);
  if (!cost) throw std::runtime_error(command.front() + " failed");
  return *cost;
}

}  // namespace terrawright::bench
