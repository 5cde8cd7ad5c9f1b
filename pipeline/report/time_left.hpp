// SPDX-License-Identifier: Apache-2.0
// Estimates the remaining time of steps from the time of others. They begin one after the other, and some end after
// others have begun.
#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace terrawright::report {

struct WorkItem {
  std::string name;
  double work = 1.0;    // in any unit, the same for all: what it takes beside the others
  bool steady = false;  // its tiles are all of its work, each about as much as another
};

// Times are seconds on any clock that does not go back.
class TimeLeft {
 public:
  TimeLeft(const std::vector<WorkItem>& steps, double now);

  void begin(std::size_t step, double now);
  // `share` of the tiles of a step are done; of a step that is not steady they say little, and are not believed.
  void update(std::size_t step, double share, double now);
  void end(std::size_t step, double now);

  // 0 to 1, of the work.
  double share(double now) const;
  // Nothing where nobody can know: little was measured so far, or the step that runs takes longer than it should.
  std::optional<double> seconds(double now) const;

  // The step that began last of those that run; of none the next one, and as many as there are when all have ended.
  std::size_t running() const { return running_; }

 private:
  struct State {
    bool begun = false, ended = false;
    double began = 0, share = 0;
  };
  void choose(double now);
  double work_done() const;  // of the steps beside the one that runs
  double seconds_per_work() const;

  std::vector<WorkItem> steps_;
  std::vector<State> states_;
  double all_work_ = 0;
  double began_, told_;  // the first step, the last tile
  std::size_t running_ = 0;
};

// "about 12 s left", "about 3 min left"; no finer than anybody can know.
std::string time_left_text(double seconds);

}  // namespace terrawright::report
