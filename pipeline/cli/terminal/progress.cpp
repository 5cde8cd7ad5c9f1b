// SPDX-License-Identifier: Apache-2.0
#include "cli/terminal/progress.hpp"

#include <algorithm>
#include <cstdio>
#include <numeric>
#include <system_error>

#include "cli/terminal/log.hpp"
#include "report/amount.hpp"
#include "system/terminal.hpp"

namespace terrawright::cli {

Progress::Progress(std::vector<report::WorkItem> steps, bool quiet)
    : steps_(std::move(steps)),
      quiet_(quiet),
      terminal_(system::is_terminal(system::standard_error)),
      began_(std::chrono::steady_clock::now()),
      seconds_(steps_.size(), 0.0),
      time_left_(steps_, 0.0) {
  if (quiet_) return;
  // Ten times a second is lively enough; a log wants a line every two seconds at most.
  const auto pause = std::chrono::milliseconds(terminal_ ? 100 : 2000);
  try {
    clock_ = std::thread([this, pause] {
      std::unique_lock lock(mutex_);
      while (!wake_.wait_for(lock, pause, [this] { return cleared_; })) show();
    });
  } catch (const std::system_error&) {  // a machine without a thread to spare is shown nothing
  }
}

Progress::~Progress() { clear(); }

double Progress::now() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count();
}

void Progress::begin(std::size_t step) {
  const std::lock_guard lock(mutex_);
  time_left_.begin(step, now());
}

void Progress::update(std::size_t step, std::size_t done, std::size_t all) {
  const std::lock_guard lock(mutex_);
  time_left_.update(step, static_cast<double>(done) / static_cast<double>(std::max<std::size_t>(all, 1)), now());
}

void Progress::end(std::size_t step, double seconds) {
  const std::lock_guard lock(mutex_);
  seconds_[step] = seconds;
  time_left_.end(step, now());
}

void Progress::show() {
  const double time = now(), share = time_left_.share(time);
  std::string what = "writing files";
  if (const std::size_t running = time_left_.running(); running < steps_.size()) {
    what = steps_[running].name + " (" + std::to_string(running + 1) + " of " + std::to_string(steps_.size()) + ")";
  }
  if (const auto left = time_left_.seconds(time)) what += ", " + report::time_left_text(*left);
  if (!terminal_) {
    char percent[16];
    std::snprintf(percent, sizeof percent, "%3.0f %%  ", share * 100);
    say(percent + what);
    return;
  }
  constexpr int width = 30;
  std::string bar(static_cast<std::size_t>(share * width), '#');
  bar.resize(width, '.');
  std::fprintf(stderr, "\r\033[K[%s] %3.0f %%  %s", bar.c_str(), share * 100, what.c_str());
  std::fflush(stderr);
  drawn_ = true;
}

void Progress::wipe() {
  if (drawn_) std::fputs("\r\033[K", stderr);
  drawn_ = false;
}

void Progress::aside(const std::function<void()>& lines) {
  const std::lock_guard lock(mutex_);
  wipe();
  lines();
}

void Progress::clear() {
  {
    const std::lock_guard lock(mutex_);
    cleared_ = true;
    wipe();
  }
  wake_.notify_all();
  if (clock_.joinable()) clock_.join();
}

std::string Progress::table() const {
  if (quiet_) return {};
  std::vector<std::size_t> order(steps_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return seconds_[a] > seconds_[b]; });
  const double all = std::accumulate(seconds_.begin(), seconds_.end(), 0.0);
  std::string text;
  for (const std::size_t step : order) {
    const double share = all > 0 ? seconds_[step] / all * 100 : 0;
    char line[160];
    std::snprintf(line, sizeof line, "  %10s  %3.0f %%  ", report::seconds_text(seconds_[step]).c_str(), share);
    text += line + steps_[step].name + "\n";
  }
  return text;
}

}  // namespace terrawright::cli
