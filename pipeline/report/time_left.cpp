// SPDX-License-Identifier: Apache-2.0
#include "time_left.hpp"

#include <algorithm>
#include <cmath>

namespace terrawright::report {
namespace {

constexpr double least_seconds = 1.0, least_share = 0.03;  // measured, before anything is said
constexpr double least_share_of_step = 0.05;
constexpr double most_seconds = 100 * 3600.0;
// Share for a step that is not steady, once another one begins: its rounds are over, some of its tiles are still to be
// painted.
constexpr double share_of_rounds = 0.8;

}  // namespace

TimeLeft::TimeLeft(const std::vector<WorkItem>& steps, double now)
    : steps_(steps), states_(steps.size()), began_(now), told_(now) {
  for (const WorkItem& step : steps_) all_work_ += step.work;
  choose(now);
}

void TimeLeft::choose(double now) {
  running_ = steps_.size();
  for (std::size_t step = 0; step < steps_.size(); ++step) {
    if (states_[step].ended) continue;
    const bool first = running_ == steps_.size();
    const bool later =
        states_[step].begun && (first || !states_[running_].begun || states_[step].began >= states_[running_].began);
    if (first || later) running_ = step;
  }
  if (running_ < steps_.size() && !states_[running_].begun) states_[running_].began = now;
}

void TimeLeft::begin(std::size_t step, double now) {
  for (std::size_t other = 0; !steps_[step].steady && other < steps_.size(); ++other) {
    State& state = states_[other];
    if (state.begun && !state.ended && !steps_[other].steady) state.share = share_of_rounds;
  }
  states_[step] = {true, false, now, 0};
  told_ = now;
  choose(now);
}

void TimeLeft::update(std::size_t step, double share, double now) {
  if (!steps_[step].steady || states_[step].ended) return;
  states_[step].share = std::clamp(share, 0.0, 1.0);
  told_ = now;
}

void TimeLeft::end(std::size_t step, double now) {
  states_[step].ended = true;
  states_[step].share = 1;
  told_ = now;
  choose(now);
}

double TimeLeft::work_done() const {
  double done = 0;
  for (std::size_t step = 0; step < steps_.size(); ++step) {
    if (step != running_) done += steps_[step].work * states_[step].share;
  }
  return done;
}

double TimeLeft::seconds_per_work() const {
  const double work = work_done() + (running_ < steps_.size() ? steps_[running_].work * states_[running_].share : 0.0);
  return work > 0 ? (told_ - began_) / work : 0.0;
}

double TimeLeft::share(double now) const {
  if (running_ >= steps_.size()) return 1.0;
  const double work = steps_[running_].work, expected = seconds_per_work() * work;
  double part = states_[running_].share;
  if (!steps_[running_].steady && expected > 0) part = std::min((now - states_[running_].began) / expected, 0.95);
  return std::min((work_done() + work * part) / all_work_, 1.0);
}

std::optional<double> TimeLeft::seconds(double now) const {
  if (running_ >= steps_.size()) return {};
  const WorkItem& step = steps_[running_];
  const State& state = states_[running_];
  const double measured = work_done() + step.work * state.share;
  if (told_ - began_ < least_seconds || measured < least_share * all_work_) return {};
  const double a_work = seconds_per_work();
  double here = a_work * step.work - (now - state.began);
  if (state.share >= least_share_of_step)
    here = (told_ - state.began) * (1 - state.share) / state.share - (now - told_);
  // It should be over by now: whatever is said of the rest leaves out the longest of it.
  if (here < 0 && -here > 0.5 * (now - state.began)) return {};
  const double left = std::max(here, 0.0) + a_work * std::max(all_work_ - work_done() - step.work, 0.0);
  if (!(left < most_seconds)) return {};
  return left;
}

std::string time_left_text(double seconds) {
  const auto about = [](double number, double grain, const char* unit) {
    const auto rounded = static_cast<long>(std::max(std::ceil(number / grain), 1.0) * grain);
    return "about " + std::to_string(rounded) + " " + unit + " left";
  };
  if (seconds <= 20) return about(seconds, 1, "s");
  if (seconds <= 90) return about(seconds, 5, "s");
  if (seconds <= 90 * 60) return about(seconds / 60, 1, "min");
  return about(seconds / 3600, 1, "h");
}

}  // namespace terrawright::report
