// SPDX-License-Identifier: Apache-2.0
// Libraries of stages while their world is shown: which of them changed, what `check --quick` says of one, and what its
// new code makes of the world.
#pragma once
#include <chrono>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "live/board.hpp"
#include "live/watched_files.hpp"
#include "live/worker_process.hpp"

namespace terrawright::live {

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
