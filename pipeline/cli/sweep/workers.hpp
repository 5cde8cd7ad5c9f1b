// SPDX-License-Identifier: Apache-2.0
// Several worlds at once, each worker a process of its own: what crashes takes its world alone with it.
#pragma once
#include <cstddef>
#include <functional>
#include <string>

namespace terrawright::cli {

struct WorkerAnswer {
  bool died = false;  // else the text is what the work answered
  std::string text;   // of one that died how it ended
};

// Does `work` for 0 to count - 1 in `workers` processes, and tells each answer as it comes, on this thread. A worker
// begins as a copy of this process, takes one after another, and is replaced if it dies. `goes_on` is asked now and
// then; false: all workers end at once, and so does this. No other thread may run in this process. Throws
// std::system_error where no process can be started.
void in_workers(std::size_t workers, std::size_t count, const std::function<std::string(std::size_t)>& work,
                const std::function<void(std::size_t, const WorkerAnswer&)>& answered,
                const std::function<bool()>& goes_on);

}  // namespace terrawright::cli
