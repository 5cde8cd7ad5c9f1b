// SPDX-License-Identifier: Apache-2.0
// Signals that stop the program: Ctrl-C, SIGTERM and SIGHUP, all with exit code 130.
#pragma once
#include <atomic>

namespace terrawright::cli {

// From here on a signal ends the program at once, but for what stands in a Stoppable. One that was ignored when the
// program was started (nohup, a job in the background) stays ignored. A pipe that nobody reads and a file that grows
// too large are errors of that pipe and that file.
void listen_for_signals();

// While one lives the first signal sets stop_asked() and says so; a second one ends the program at once. One that
// follows within a quarter of a second says the same: `timeout` sends each twice, to its child and to their group.
class Stoppable {
 public:
  Stoppable();
  // A second one that comes within a second of the first says the same, as of a shell and of its terminal that close.
  static Stoppable by_several();
  ~Stoppable();
  Stoppable(const Stoppable&) = delete;
  Stoppable& operator=(const Stoppable&) = delete;
};
const std::atomic<bool>& stop_asked();

// A world is done, and nothing can be stopped in it any more: a first signal stops the next one, if there is any, and
// else changes nothing. Until it is taken back.
void nothing_is_left_to_stop(bool is_so);

}  // namespace terrawright::cli
