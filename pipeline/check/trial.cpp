// SPDX-License-Identifier: Apache-2.0
#include "check/trial.hpp"

#include "build/run.hpp"
#include "check/death.hpp"
#include "check/elsewhere.hpp"
#include "check/trying.hpp"

namespace terrawright::check {

namespace {

Result result_of(const std::string& answer) {
  Result result;
  for (const auto& words : lines_of(answer)) {
    const std::string& about = words[0];
    if (about == "found" && words.size() == 5) {
      result.findings.push_back({words[1], words[2], words[3], words[4]});
    } else if (about == "remark" && words.size() == 5) {
      result.remarks.push_back({words[1], words[2], words[3], words[4]});
    } else if ((about == "refused" || about == "threw") && words.size() == 2) {
      result.refused = words[1];
    } else if (about == "unwatched" && words.size() == 2) {
      result.unwatched = words[1];
    } else if (about == "made" && words.size() == 2) {
      result.made = words[1];
    } else if (about == "cost" && words.size() == 4) {
      result.cost = {std::stod(words[1]), std::stoll(words[2]), std::stoull(words[3])};
    } else if (about == "slow") {
      result.is_slow = true;
    } else if (about == "ran") {
      result.ran = true;
    }
  }
  return result;
}

}  // namespace

void run_before_all(const graph::Catalogue& catalogue) {
  constexpr char text[] =
      "terrawright: 1\nname: check\nworld: {size: [9, 9], seed: 1}\n"
      "stages: {it: {use: check/source.height@1}}\noutputs: [{layers: {l: it}}]\n";
  report::Diagnostics unsaid;
  const auto source = std::make_shared<const report::Source>(report::Source{"check.yaml", text});
  const auto graph = build::graph_of(source, {}, catalogue, unsaid);
  if (!graph) return;
  build::Run run{*graph};
  run.options.threads = 1;
  engine::Observer silent;
  build::keep(run, build::outputs_made(*graph), silent, unsaid);
}

Result run_trial(const Trial& trial, const Snapshot& snapshot, const Surroundings& around) {
  Shown shown;
  const auto body = [&](Answer& answer) {
    if (trial.environment != 0) enter_environment(trial.environment);
    Trying(trial, snapshot, around, shown, answer).run();
  };
  const Ended ended = in_child(body, shown, around.limits, around.goes_on);
  Result result = result_of(ended.answer);
  result.stopped = ended.stopped;
  result.gave_up = ended.out_of_time;
  if (ended.finished || ended.stopped) return result;
  if (const auto death = death_of(ended, shown, around.limits)) {
    result.findings.push_back(*death);
  } else if (result.refused.empty()) {
    result.refused =
        ended.out_of_time ? "a world takes longer than all of its time" : "the program failed outside of every stage";
  }
  return result;
}

Result run_trial_here(const Trial& trial, const Surroundings& around) {
  const Snapshot snapshot;
  const TemporaryFile file;
  Shown shown;
  if (trial.first) {  // in a process of its own, as what is remembered of it would hide what is remembered of others
    Trial alone = trial;
    alone.before = alone.beside = {};
    alone.ways.clear();
    alone.is_elsewhere = false;
    run_trial(alone, snapshot, around);
  }
  Answer answer(file);
  if (trial.environment != 0) enter_environment(trial.environment);
  Trying(trial, snapshot, around, shown, answer).run();
  return result_of(file.text());
}

}  // namespace terrawright::check
