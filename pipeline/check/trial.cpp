// SPDX-License-Identifier: Apache-2.0
#include "check/trial.hpp"

#include "check/death.hpp"
#include "check/trying.hpp"

namespace terrawright::check {

Result run_trial(const Trial& trial, const Snapshot& snapshot, const Surroundings& around) {
  Shown shown;
  const Ended ended = in_child([&](Answer& answer) { Trying(trial, snapshot, around, shown, answer).run(); }, shown,
                               around.limit, around.goes_on);
  Result result;
  result.stopped = ended.stopped;
  for (const auto& words : lines_of(ended.answer)) {
    if (words[0] == "found" && words.size() == 5) {
      result.findings.push_back({words[1], words[2], words[3], words[4], ""});
    } else if ((words[0] == "refused" || words[0] == "threw") && words.size() == 2) {
      result.refused = words[1];
    } else if (words[0] == "unwatched" && words.size() == 2) {
      result.unwatched = words[1];
    } else if (words[0] == "ran") {
      result.ran = true;
    }
  }
  if (ended.finished || ended.stopped) return result;
  if (const auto death = death_of(ended, shown, around.limit)) {
    result.findings.push_back(*death);
  } else if (result.refused.empty()) {
    result.refused = "the program failed outside of every stage";
  }
  return result;
}

}  // namespace terrawright::check
