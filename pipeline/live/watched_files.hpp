// SPDX-License-Identifier: Apache-2.0
// Files that somebody may save, there or not. They are looked at now and then: that sees what is renamed over them,
// what appears, and what a network or a container brings, where notices of the system do not come.
#pragma once
#include <sys/stat.h>

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "live/board.hpp"
#include "live/worker_process.hpp"

namespace terrawright::live {

class WatchedFiles {
 public:
  using Time = std::chrono::steady_clock::time_point;

  // From now on these. One that is new here and was saved after `since` has changed.
  void watch(const std::set<std::string>& files, std::chrono::system_clock::time_point since);

  // Whether to build: something has changed and rests since then, or has been changing for long.
  bool look(Time now);
  // Changes up to the last look that reported them.
  const std::set<std::string>& changed() const { return changed_; }

 private:
  struct Facts {
    bool there = false;
    dev_t device = 0;
    ino_t inode = 0;
    off_t size = 0;
    timespec modified{}, changed{};
    bool operator==(const Facts& other) const;
  };
  static Facts facts_of(const std::string& file);

  std::map<std::string, Facts> files_;
  std::set<std::string> changed_, pending_;
  bool changing_ = false;
  Time first_{}, last_{};  // unreported changes
};

// Libraries of stages while their world is shown: which of them changed, what `check --quick` says of one, and what its
// new code makes of the world.

class Libraries {
 public:
  // `there`: those that a worker would load now.
  explicit Libraries(std::function<std::set<std::string>()> there);

  // Libraries to reload: they changed, or files beside them on which their stages depend. One that is gone, or that
  // somebody is still writing, is waited for.
  std::set<std::string> changed(WatchedFiles::Time now);
  // Files beside libraries whose stages depend on more than their code.
  void depend_on(const std::set<std::string>& beside) { beside_ = beside; }

 private:
  const std::function<std::set<std::string>()> there_;
  std::set<std::string> known_, beside_;
  WatchedFiles files_;
  WatchedFiles::Time looked_{};
  std::chrono::system_clock::time_point listed_ = std::chrono::system_clock::now();
};

// `check --quick` of one library, in a process of its own.
class LibraryCheck {
 public:
  LibraryCheck(const std::string& program, std::string library);
  WorkerProcess& process() { return process_; }
  // Nothing while it runs; then {library, passed, stages, findings}.
  Json result_if_over();

 private:
  const std::string library_;
  WorkerProcess process_;
};

// For each layer that both worlds show: {layer, cells, differ}.
Json differences(const Shown& before, const Shown& after);

}  // namespace terrawright::live
